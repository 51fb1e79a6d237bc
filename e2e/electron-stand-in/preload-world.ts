// The world of the preload script: isolated from the page's, with `require('electron')`. Its source text goes to Chromium.

import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { MEMBERS } from './apis.ts';
import { createCloner, type Cloner } from './clone.ts';

/** The name of the world, in which alone the binding exists. */
export const WORLD = 'Electron Isolated Context';
export const BINDING = 'railbirdStandIn';
/** The function in that world that the app's process calls. */
export const RECEIVE = 'railbirdStandInReceives';

/** From the world to the app. */
export type FromWorld =
  | { readonly kind: 'send'; readonly channel: string; readonly args: string }
  | ({ readonly kind: 'port' } & PostedMessage);

/** What the page posted to a port: the n-th message of that port. */
export interface PostedMessage {
  readonly port: number;
  readonly n: number;
  readonly message: string;
}

/** From the app to the world. */
export type ToWorld =
  | {
      readonly kind: 'send';
      readonly channel: string;
      readonly args: string;
      readonly ports: readonly number[];
    }
  | { readonly kind: 'port'; readonly port: number; readonly message: string }
  /** The n-th message of a port has arrived. */
  | { readonly kind: 'taken'; readonly port: number; readonly n: number };

interface Names {
  readonly binding: string;
  readonly receive: string;
  /** The event by which the two worlds call each other; nobody else knows it. */
  readonly secret: string;
  readonly listed: Readonly<Record<'ContextBridge' | 'IpcRenderer' | 'IpcRendererEvent', readonly string[]>>;
}

interface PreloadScripts {
  readonly page: string;
  readonly isolated: string;
  /**
   * The path of requests that carry what a page posted last, each a `PostedMessage`. It may have arrived already.
   */
  readonly lastPath: string;
}

/** The two scripts to run at the start of each document: in the page's world, then in the isolated one. */
export function preloadScripts(preload: string): PreloadScripts {
  const { ContextBridge, IpcRenderer, IpcRendererEvent } = MEMBERS;
  const names: Names = {
    binding: BINDING,
    receive: RECEIVE,
    secret: randomUUID(),
    listed: { ContextBridge, IpcRenderer, IpcRendererEvent },
  };
  const code = readFileSync(preload, 'utf8');
  // Only the main frame has a preload script (nodeIntegrationInSubFrames is off).
  return {
    lastPath: `/${names.secret}`,
    page: `if (window === window.top) (${inThePage.toString()})(${JSON.stringify(names.secret)});`,
    isolated: `if (window === window.top) {
      const require = (${inTheWorld.toString()})((${createCloner.toString()})(), ${JSON.stringify(names)});
      const module = { exports: {} };
      (function (exports, require, module) {${code}\n})(module.exports, require, module);
    }`,
  };
}

/** Puts what the preload script exposes on the window, and lets a port carry what the page posts while it unloads. */
function inThePage(secret: string): void {
  const { addEventListener, dispatchEvent } = EventTarget.prototype;
  const { postMessage } = MessagePort.prototype;
  const Call = CustomEvent;
  const toWorld = (event: string, detail: unknown): void => {
    dispatchEvent.call(document, new Call(`${secret}:${event}`, { detail }));
  };
  addEventListener.call(document, `${secret}:expose`, (event) => {
    const { key, names } = JSON.parse((event as CustomEvent<string>).detail) as {
      key: string;
      names: string[];
    };
    const api = Object.fromEntries(names.map((name) => [name, () => toWorld('call', `${key}.${name}`)]));
    Object.defineProperty(window, key, { value: Object.freeze(api), enumerable: true });
  });

  // A message of Electron's leaves the process as it is posted. Here it waits in the page for its other world, and would
  // go with the page: what has not arrived is therefore sent again as the page goes.
  let last: [port: number, n: number, message: unknown][] = [];
  addEventListener.call(document, `${secret}:taken`, (event) => {
    const [port, n] = (event as CustomEvent<[number, number]>).detail;
    last = last.filter((each) => each[0] !== port || each[1] !== n);
  });
  let isLeaving = false;
  addEventListener.call(
    window,
    'pagehide',
    () => {
      isLeaving = true;
      for (const posted of last) toWorld('last', posted);
    },
    true,
  );
  const coming: number[] = [];
  addEventListener.call(document, `${secret}:port`, (event) => {
    coming.push((event as CustomEvent<number>).detail);
  });
  addEventListener.call(
    window,
    'message',
    (event) => {
      for (const port of (event as MessageEvent).ports) {
        const number = coming.shift() ?? 0;
        let n = 0;
        const post = (message: unknown): void => {
          n += 1;
          if (isLeaving) toWorld('last', [number, n, message]);
          else {
            last.push([number, n, message]);
            postMessage.call(port, [n, message]);
          }
        };
        Object.defineProperty(port, 'postMessage', { value: post });
      }
    },
    true,
  );
}

/** Electron's modules for a sandboxed preload script. */
function inTheWorld(cloner: Cloner, { binding, receive, secret, listed }: Names): (name: string) => unknown {
  const world = globalThis as unknown as Record<string, (text: string) => void>;
  const toApp = (message: FromWorld): void => world[binding]?.(JSON.stringify(message));
  const onlyListed = (type: keyof Names['listed'], object: object): object =>
    new Proxy(object, {
      get: (target, key) => {
        if (typeof key === 'string' && !listed[type].includes(key))
          throw new Error(
            `The stand-in for Electron has no ${type}.${key}: it is not on the list in apis.ts.`,
          );
        return Reflect.get(target, key) as unknown;
      },
    });

  const exposed = new Map<string, () => unknown>();
  document.addEventListener(`${secret}:call`, (event) => {
    exposed.get((event as CustomEvent<string>).detail)?.();
  });
  const contextBridge = {
    exposeInMainWorld(key: string, api: Readonly<Record<string, unknown>>) {
      for (const [name, value] of Object.entries(api)) {
        if (typeof value !== 'function' || value.length > 0)
          throw new Error('The stand-in for Electron exposes only functions without arguments.');
        exposed.set(`${key}.${name}`, value as () => unknown);
      }
      const detail = JSON.stringify({ key, names: Object.keys(api) });
      document.dispatchEvent(new CustomEvent(`${secret}:expose`, { detail }));
    },
  };

  const listeners = new Map<string, ((event: object, ...args: unknown[]) => void)[]>();
  const ipcRenderer = {
    on(channel: string, listener: (event: object, ...args: unknown[]) => void) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return this;
    },
    send(channel: string, ...args: unknown[]) {
      toApp({ kind: 'send', channel, args: cloner.encode(args) });
    },
  };

  /** This side's ends of the ports that the page has. */
  const ports = new Map<number, MessagePort>();
  const openPort = (port: number): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => {
      const [n, message] = data as [number, unknown];
      toApp({ kind: 'port', port, n, message: cloner.encode(message) });
    });
    port1.start();
    ports.set(port, port1);
    document.dispatchEvent(new CustomEvent(`${secret}:port`, { detail: port }));
    return port2;
  };
  document.addEventListener(`${secret}:last`, (event) => {
    const [port, n, message] = (event as CustomEvent<[number, number, unknown]>).detail;
    // Chromium keeps the call of a binding for a moment, in which the page goes; a beacon outlives it.
    navigator.sendBeacon(`/${secret}`, JSON.stringify({ port, n, message: cloner.encode(message) }));
  });
  world[receive] = (text) => {
    const message = JSON.parse(text) as ToWorld;
    if (message.kind === 'port') ports.get(message.port)?.postMessage(cloner.decode(message.message));
    else if (message.kind === 'taken')
      document.dispatchEvent(new CustomEvent(`${secret}:taken`, { detail: [message.port, message.n] }));
    else {
      const event = onlyListed('IpcRendererEvent', { ports: message.ports.map(openPort) });
      const args = cloner.decode(message.args) as unknown[];
      for (const listener of listeners.get(message.channel) ?? []) listener(event, ...args);
    }
  };

  const electron = {
    contextBridge: onlyListed('ContextBridge', contextBridge),
    ipcRenderer: onlyListed('IpcRenderer', ipcRenderer),
  };
  return (name) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return electron;
  };
}
