import { describe, expect, it, vi } from 'vitest';
import { PORT_MESSAGE } from '#shared/bridge/port.ts';
import { connect } from './connect.ts';

/** A window whose preload script sends these messages, in this order. */
function windowWith(messages: (self: object) => readonly Partial<MessageEvent>[]): Window {
  const listeners = new Set<(event: Partial<MessageEvent>) => void>();
  const self = {
    location: { origin: 'http://127.0.0.1:1' },
    addEventListener: (_: string, listener: (event: Partial<MessageEvent>) => void) =>
      listeners.add(listener),
    removeEventListener: (_: string, listener: (event: Partial<MessageEvent>) => void) =>
      listeners.delete(listener),
    railbird: {
      requestPort: () => {
        for (const message of messages(self)) for (const listener of listeners) listener(message);
      },
    },
  };
  return self as unknown as Window;
}

function portNamed(name: string, started: string[]): MessagePort {
  return { start: () => started.push(name), addEventListener: () => undefined } as unknown as MessagePort;
}

describe('the transport under Electron', () => {
  it('is the port from the window’s own preload script, and no other page’s', async () => {
    const started: string[] = [];
    await connect(
      windowWith((self) => [
        { source: {} as Window, data: PORT_MESSAGE, ports: [portNamed('foreign', started)] },
        { source: self as Window, data: 'something else', ports: [portNamed('unasked', started)] },
        { source: self as Window, data: PORT_MESSAGE, ports: [portNamed('own', started)] },
        { source: self as Window, data: PORT_MESSAGE, ports: [portNamed('late', started)] },
      ]),
    );
    expect(started).toEqual(['own']);
  });
});

describe('the transport to a browser window', () => {
  it('is a WebSocket at the window’s own address, opened before the first call, with the session', async () => {
    const opened: unknown[] = [];
    vi.stubGlobal(
      'WebSocket',
      class extends EventTarget {
        constructor(url: URL, protocols: readonly string[]) {
          super();
          opened.push(url.href, protocols);
        }
      },
    );
    const window = {
      location: { origin: 'http://127.0.0.1:1', hash: '' },
      localStorage: { getItem: () => 'the-session', setItem: () => undefined },
    };
    await connect(window as unknown as Window);
    vi.unstubAllGlobals();
    expect(opened).toEqual(['ws://127.0.0.1:1/rpc', ['railbird', 'the-session']]);
  });
});
