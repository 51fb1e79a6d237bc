// What crosses the bridge in a browser window: the messages of a page's WebSockets. The desktop app's page has none.

import type { Page, WebSocket } from '@playwright/test';

export interface Frame {
  readonly socket: WebSocket;
  readonly from: 'page' | 'app';
  readonly text: string;
  /** Of the call that it makes, ends or answers. */
  readonly id: string;
  /** `/feature/procedure` of a call that it makes. */
  readonly path: string | undefined;
}

type Listener = (frame: Frame) => void;

const listeners = new WeakMap<Page, Set<Listener>>();

/** Call before the page opens: Playwright tells of a WebSocket only when it is made. */
export function watchFrames(page: Page): void {
  const ofPage = new Set<Listener>();
  listeners.set(page, ofPage);
  page.on('websocket', (socket) => {
    const tell =
      (from: Frame['from']) =>
      ({ payload }: { payload: string | Buffer }): void => {
        const text = String(payload);
        const [, id = ''] = /^\{"i":"([^"]*)"/.exec(text) ?? [];
        const [, path] = /^\{"i":"[^"]*","p":\{"u":"([^"]*)"/.exec(text) ?? [];
        for (const listener of ofPage) listener({ socket, from, text, id, path });
      };
    socket.on('framesent', tell('page'));
    socket.on('framereceived', tell('app'));
  });
}

/** Calls back with each message from now on. */
export const onFrame = (page: Page, listener: Listener): void => void listeners.get(page)?.add(listener);
