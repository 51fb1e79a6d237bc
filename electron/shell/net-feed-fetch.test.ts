import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import type { ClientRequestConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { FEED_INIT } from '../updates/feed-executor.ts';
import { createNetFeedFetch, type FeedRequest } from './net-feed-fetch.ts';

/** As Electron's requests do: one that is not followed at once is cancelled. */
class FakeRequest extends EventEmitter implements FeedRequest {
  isAborted = false;
  abort(): void {
    this.isAborted = true;
    this.emit('abort');
  }
  end(): this {
    this.emit('ended');
    return this;
  }
  redirect(status: number, location: string): void {
    this.emit('redirect', status, 'GET', location, {});
    this.emit('error', new Error('Redirect was cancelled'));
  }
  answer(statusCode: number, body: Readable, headers: Record<string, string | string[]> = {}): void {
    this.emit('response', Object.assign(body, { statusCode, headers }));
  }
}

const ADDRESS = 'https://feed.example/latest.yml';

async function ask(stop = new AbortController()) {
  const request = new FakeRequest();
  const sent: ClientRequestConstructorOptions[] = [];
  const ended = once(request, 'ended');
  const fetch = createNetFeedFetch((options) => {
    sent.push(options);
    return request;
  });
  const answered = fetch(ADDRESS, { ...FEED_INIT, signal: stop.signal });
  answered.catch(() => undefined);
  await ended;
  return { request, sent, answered, stop };
}

test('a request has the address and nothing else', async () => {
  const { sent } = await ask();
  expect(sent).toEqual([
    {
      url: ADDRESS,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    },
  ]);
});

test('a redirect is an answer that says where it leads', async () => {
  const { request, answered } = await ask();
  request.redirect(302, 'http://elsewhere.example/latest.yml');
  const { status, headers } = await answered;
  expect(status).toBe(302);
  expect(headers.get('location')).toBe('http://elsewhere.example/latest.yml');
});

test('an answer has its status, its headers and its body', async () => {
  const { request, answered } = await ask();
  request.answer(404, Readable.from([Buffer.from('no'), Buffer.from('thing')]), {
    'content-length': '7',
    'set-cookie': ['a', 'b'],
  });
  const response = await answered;
  expect(response.status).toBe(404);
  expect(response.headers.get('content-length')).toBe('7');
  expect(await response.text()).toBe('nothing');
});

test.each([204, 304])('an answer with status %i has no body', async (status) => {
  const { request, answered, stop } = await ask();
  request.answer(status, Readable.from([]));
  expect((await answered).body).toBeNull();
  stop.abort(new Error('no answer in time'));
});

test('an answer that makes no sense is a failure, not a crash', async () => {
  const { request, answered } = await ask();
  request.answer(999, Readable.from([]));
  await expect(answered).rejects.toThrow(RangeError);
  expect(request.isAborted).toBe(true);
});

test('a failure of the network has Chromium’s name', async () => {
  const { request, answered } = await ask();
  request.emit('error', new Error('net::ERR_CONNECTION_REFUSED'));
  await expect(answered).rejects.toThrow('net::ERR_CONNECTION_REFUSED');
});

test('it can be stopped before and after the answer began', async () => {
  const early = await ask();
  early.stop.abort(new Error('no answer in time'));
  await expect(early.answered).rejects.toThrow('no answer in time');
  expect(early.request.isAborted).toBe(true);

  const late = await ask();
  const body = new Readable({ read: () => undefined });
  late.request.answer(200, body);
  const { body: stream } = await late.answered;
  const read = stream?.getReader().read();
  late.stop.abort(new Error('no answer in time'));
  await expect(read).rejects.toThrow('no answer in time');
  expect(late.request.isAborted).toBe(true);

  const never = new AbortController();
  never.abort(new Error('cancelled'));
  const fetch = createNetFeedFetch(() => expect.unreachable());
  await expect(fetch(ADDRESS, { ...FEED_INIT, signal: never.signal })).rejects.toThrow('cancelled');
});
