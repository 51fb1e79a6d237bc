// Messages between the app's process and the preload script's world: ipcMain, ipcRenderer, and ports that moved.

import type * as Electron from 'electron';
import type { Cloner } from './clone.ts';
import type { DevtoolsSession } from './devtools.ts';
import { portBehind, type Port } from './message-ports.ts';
import { onlyListed } from './only-listed.ts';
import {
  BINDING,
  preloadScripts,
  RECEIVE,
  WORLD,
  type FromWorld,
  type PostedMessage,
  type ToWorld,
} from './preload-world.ts';

interface LinkOptions {
  readonly page: DevtoolsSession;
  readonly cloner: Cloner;
  /** The path of the preload script. */
  readonly preload: string;
  /** The address of the main frame, as the app knows it. */
  readonly url: () => string;
  /** ipcMain's. */
  readonly receive: (channel: string, senderFrame: Electron.WebFrameMain, args: readonly unknown[]) => void;
}

export interface PageLink {
  /** Takes a request that carries what a page has posted while it unloaded; false for any other. */
  takes(request: { readonly url: string; readonly postData?: string }): boolean;
  /** The page is gone: its ports close. */
  gone(): void;
}

/** Call before the page is loaded. */
export async function linkPage({ page, cloner, preload, url, receive }: LinkOptions): Promise<PageLink> {
  /** The ports of each document, by the number of its world. */
  const worlds = new Map<number, Map<number, Port>>();
  /** Those of documents that have gone, until the next one has loaded: their last messages may be on the way. */
  const left = new Map<number, Port>();
  let nextPort = 0;
  /** The numbers of the messages that each port has passed on: what a page posts last comes twice. */
  const passed = new Map<number, Set<number>>();
  const pass = (port: Port | undefined, { port: number, n, message }: PostedMessage): void => {
    const numbers = passed.get(number) ?? new Set();
    passed.set(number, numbers);
    if (port === undefined || numbers.has(n)) return;
    numbers.add(n);
    port.postEncoded(message);
  };

  const post = (world: number, message: ToWorld): void => {
    const call = page.send('Runtime.callFunctionOn', {
      functionDeclaration: `(text) => ${RECEIVE}(text)`,
      arguments: [{ value: JSON.stringify(message) }],
      executionContextId: world,
    });
    // The document has gone; so have its ports.
    call.catch(() => undefined);
  };
  const frameOf = (world: number): Electron.WebFrameMain => {
    const frame = {
      parent: null,
      get url() {
        return url();
      },
      postMessage(channel: string, message: unknown, transfer: readonly Electron.MessagePortMain[] = []) {
        const ports = worlds.get(world);
        if (ports === undefined)
          throw new Error('Render frame was disposed before WebFrameMain could be accessed');
        const moving = transfer.map((view) => {
          nextPort += 1;
          const port = portBehind(view);
          ports.set(nextPort, port);
          return { number: nextPort, port };
        });
        const numbers = moving.map(({ number }) => number);
        post(world, { kind: 'send', channel, args: cloner.encode([message]), ports: numbers });
        for (const { number, port } of moving)
          port.moveTo({ post: (encoded) => post(world, { kind: 'port', port: number, message: encoded }) });
      },
    };
    return onlyListed('WebFrameMain', frame) as unknown as Electron.WebFrameMain;
  };
  const leave = (world: number): void => {
    for (const [number, port] of worlds.get(world) ?? []) left.set(number, port);
    worlds.delete(world);
  };
  const close = (): void => {
    for (const port of left.values()) port.leave();
    left.clear();
  };
  page.on('Page.loadEventFired', close);

  page.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === WORLD) worlds.set(context.id, new Map());
  });
  page.on('Runtime.executionContextDestroyed', ({ executionContextId }) => leave(executionContextId));
  page.on('Runtime.executionContextsCleared', () => {
    for (const world of worlds.keys()) leave(world);
  });
  page.on('Runtime.bindingCalled', ({ name, payload, executionContextId: world }) => {
    if (name !== BINDING) return;
    const message = JSON.parse(payload) as FromWorld;
    if (message.kind === 'port') {
      post(world, { kind: 'taken', port: message.port, n: message.n });
      pass(worlds.get(world)?.get(message.port), message);
    } else receive(message.channel, frameOf(world), cloner.decode(message.args) as unknown[]);
  });
  await page.send('Runtime.enable');
  await page.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD });
  const scripts = preloadScripts(preload);
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.page });
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.isolated, worldName: WORLD });
  return {
    takes: ({ url: requested, postData }) => {
      if (!requested.endsWith(scripts.lastPath)) return false;
      const message = JSON.parse(postData ?? '{}') as PostedMessage;
      const { port } = message;
      pass(left.get(port) ?? [...worlds.values()].find((ports) => ports.has(port))?.get(port), message);
      return true;
    },
    gone() {
      for (const world of worlds.keys()) leave(world);
      close();
    },
  };
}
