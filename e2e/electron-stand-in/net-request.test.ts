// The update feed's requests in the stand-in, against a server on this machine.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createNetFeedFetch } from '../../electron/shell/net-feed-fetch.ts';
import { FEED_INIT } from '../../electron/updates/feed-executor.ts';
import { netRequest } from './net-request.ts';

test('an answer comes with its body, a redirect with where it leads, a failure with Chromium’s name', async () => {
  const server = createServer(({ url }, response) => {
    if (url === '/old') response.writeHead(302, { location: '/new' }).end('moved');
    else response.end('version: 1.1.0');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetch = createNetFeedFetch(netRequest);
  const ask = (path: string) =>
    fetch(`${address}${path}`, { ...FEED_INIT, signal: new AbortController().signal });

  const redirect = await ask('/old');
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `${address}/new`]);
  expect(await (await ask('/new')).text()).toBe('version: 1.1.0');

  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(ask('/new')).rejects.toThrow('net::ERR_CONNECTION_');
});
