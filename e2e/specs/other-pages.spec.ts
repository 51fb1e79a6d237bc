// What a page of another address, open in the same browser, gets from the app on its port: nothing.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RPC_PATH, RPC_PROTOCOL } from '#shared/bridge/port.ts';
import { expect, IN_A_BROWSER, test } from '../fixtures.ts';

test.use({ sharesApp: true });
test.describe('in a browser', { tag: IN_A_BROWSER }, () => {
  let server: Server;
  /** Another port of this machine: for the browser the same site, and another origin. */
  let elsewhere = '';
  test.beforeAll(async () => {
    server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>elsewhere</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  test.afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  test('a page elsewhere reads, frames, opens and posts nothing, even with the session', async ({
    page,
    app,
  }) => {
    const { origin } = new URL(app.url);
    const session = await page.evaluate(() => localStorage.getItem('railbird-session') ?? '');
    expect(session).not.toBe('');
    const other = await page.context().newPage();
    const statuses: number[] = [];
    other.on('response', (response) => {
      if (response.url().startsWith(origin)) statuses.push(response.status());
    });
    await other.goto(elsewhere);
    const found = await other.evaluate(
      async ([app, path, protocol, secret]) => {
        const outcome = (promise: Promise<Response>) =>
          promise.then(
            (answer) => `${answer.type} ${answer.status}`,
            (error: Error) => error.name,
          );
        const rpc = `${app}${path}`;
        const loads = (element: HTMLElement) =>
          new Promise((resolve) => {
            element.addEventListener('load', () => resolve('loaded'));
            element.addEventListener('error', () => resolve('refused'));
            document.body.append(element);
          });
        const frame = document.createElement('iframe');
        frame.src = `${app}/`;
        await loads(frame);
        const opened = window.open(`${app}/`);
        // The page that opened arrives in a group of its own: for this one it is closed.
        const isSevered = async (): Promise<void> => {
          if (opened?.closed !== false) return;
          await new Promise((resolve) => setTimeout(resolve, 20));
          await isSevered();
        };
        await isSevered();
        const socketOutcome = new Promise((resolve) => {
          const socket = new WebSocket(rpc.replace('http', 'ws'), [protocol, secret]);
          socket.addEventListener('open', () => resolve('open'));
          socket.addEventListener('error', () => resolve('refused'));
        });
        return {
          posted: await outcome(fetch(rpc, { method: 'POST', body: '{}', mode: 'no-cors' })),
          page: await outcome(fetch(app)),
          withCookies: await outcome(fetch(rpc, { method: 'POST', mode: 'no-cors', credentials: 'include' })),
          script: await loads(Object.assign(document.createElement('script'), { src: `${app}/index.html` })),
          image: await loads(Object.assign(document.createElement('img'), { src: `${app}/favicon.svg` })),
          frame: (() => {
            try {
              return String(frame.contentDocument);
            } catch (error) {
              return (error as Error).name;
            }
          })(),
          opener: opened === null ? 'none' : String(opened.closed),
          socket: await socketOutcome,
        };
      },
      [origin, RPC_PATH, RPC_PROTOCOL, session] as const,
    );
    expect(found).toEqual({
      posted: 'TypeError',
      page: 'TypeError',
      withCookies: 'TypeError',
      script: 'refused',
      image: 'refused',
      frame: 'null',
      // Severed from the page that opened it.
      opener: 'true',
      socket: 'refused',
    });
    expect(statuses.filter((status) => status < 400)).toEqual([200]);
    // The window itself goes on.
    await page.reload();
    await expect(page.locator('[data-app-state="ready"]')).toBeAttached();
  });
});
