import { createORPCClient } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { LONGEST_INPUT } from '#shared/bridge/longest-input.ts';
import { failureOf } from './failure.ts';
import { socketLink } from './socket-link.ts';

interface Sent {
  readonly i: string;
  readonly t?: number;
  readonly p?: { readonly u: string };
}

/** A WebSocket whose other end is the test. */
class FakeSocket extends EventTarget {
  static readonly CLOSING = 2;
  readyState = 0;
  readonly sent: Sent[] = [];
  send(message: string): void {
    this.sent.push(JSON.parse(message) as Sent);
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  end(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
  receive(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
  /** The nth message, once it was sent. */
  async message(n = 0): Promise<Sent> {
    return vi.waitUntil(() => this.sent[n]);
  }
}

let sockets: FakeSocket[] = [];
beforeEach(() => {
  sockets = [];
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => void vi.unstubAllGlobals());

function connected(): { readonly client: BridgeClient; readonly socket: FakeSocket } {
  const link = socketLink(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket as unknown as WebSocket;
  });
  const [socket] = sockets;
  if (socket === undefined) throw new Error('it opens its first socket at once');
  return { client: createORPCClient<BridgeClient>(link), socket };
}

const codeOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 'answered',
    (thrown: unknown) => failureOf(thrown).code,
  );

const STREAM = { h: { 'content-type': 'text/event-stream' } };
const ACTIVITY = { inFlight: 1, queued: 0, answered: 0, reachable: true };

describe('the bridge of a tab', () => {
  it('sends every call over one socket, as soon as it is open', async () => {
    const { client, socket } = connected();
    const calls = [client.app.about(), client.settings.get()];
    socket.open();
    await socket.message(1);
    expect(socket.sent.map(({ p }) => p?.u)).toEqual(['/app/about', '/settings/get']);
    for (const { i, p } of socket.sent) socket.receive({ i, p: { b: { json: p?.u } } });
    expect(await Promise.all(calls)).toEqual(['/app/about', '/settings/get']);
    expect(sockets).toHaveLength(1);
  });

  it('fails what waits with the end of the app if the socket ends, or never opens', async () => {
    const { client, socket } = connected();
    const early = codeOf(client.app.about());
    socket.end();
    expect(await early).toBe('APP_GONE');

    const late = codeOf(client.app.about());
    const next = sockets[1];
    next?.open();
    await next?.message();
    next?.end();
    expect(await late).toBe('APP_GONE');
  });

  it('ends a stream that breaks with the end of the app, whether it is read at that moment or later', async () => {
    const { client, socket } = connected();
    socket.open();
    const opening = [client.app.activity(), client.app.activity()];
    await socket.message(1);
    for (const { i } of socket.sent) {
      socket.receive({ i, p: STREAM });
      socket.receive({ i, t: 3, p: { e: 'message', d: { json: ACTIVITY } } });
    }
    const [read, later] = await Promise.all(opening);
    expect((await read?.next())?.value).toEqual(ACTIVITY);
    const waiting = codeOf(Promise.resolve(read?.next()));
    socket.end();
    expect(await waiting).toBe('APP_GONE');
    expect(await codeOf(Promise.resolve(later?.next()))).toBe('APP_GONE');
  });

  it('opens another socket with the next call, and one for all that follow', async () => {
    const { client, socket } = connected();
    socket.open();
    socket.end();
    const calls = [client.app.about(), client.app.about()];
    expect(sockets).toHaveLength(2);
    sockets[1]?.open();
    await sockets[1]?.message(1);
    for (const { i } of sockets[1]?.sent ?? []) sockets[1]?.receive({ i, p: { b: { json: 'again' } } });
    expect(await Promise.all(calls)).toEqual(['again', 'again']);
  });

  it('tells the app that a call was given up, or a stream', async () => {
    const { client, socket } = connected();
    socket.open();
    const stop = new AbortController();
    const call = client.app.about(undefined, { signal: stop.signal }).catch((thrown: unknown) => thrown);
    const { i } = await socket.message();
    stop.abort(new Error('given up'));
    expect(await call).toMatchObject({ message: 'given up' });
    expect(await socket.message(1)).toEqual({ i, t: 4 });

    const opening = client.app.activity();
    const asked = await socket.message(2);
    socket.receive({ i: asked.i, p: STREAM });
    await (await opening).return(undefined);
    expect(await socket.message(3)).toEqual({ i: asked.i, t: 4 });
  });

  it('refuses a call that would end the connection of the others', async () => {
    const { client, socket } = connected();
    socket.open();
    const json = '馬'.repeat(LONGEST_INPUT / 3);
    await expect(client.settings.remember({ key: 'k', json })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
    expect(socket.sent).toEqual([]);
    // As many characters of one byte each.
    void client.settings.remember({ key: 'k', json: 'x'.repeat(LONGEST_INPUT / 3) }).catch(() => undefined);
    expect((await socket.message()).p?.u).toBe('/settings/remember');
  });
});
