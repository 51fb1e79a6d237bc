// Answers of one page and of many, over real sockets.

import { createServer, get } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { giveBack } from '../store/give-back.ts';
import { stream } from './stream.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Memory of its own, as a store gives it. */
const page = (size: number, fill: string) => Buffer.from(new ArrayBuffer(size)).fill(fill);

async function* each(pages: readonly Buffer[]): AsyncGenerator<Buffer, void> {
  for (const one of pages) yield one;
}

/** Streams the pages to one reader. */
async function streaming(
  pages: readonly Buffer[],
  release = giveBack,
): Promise<{
  readonly reply: IncomingMessage;
  readonly sent: { bytes: number };
  readonly done: Promise<void>;
}> {
  const sent = { bytes: 0 };
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer((_request, response: ServerResponse) => {
    const closed = new Promise((settled) => response.once('close', settled));
    const answer = { head: '[', pages: each(pages), release, tail: ']' };
    const streamed = stream(response, [], answer, sent);
    Promise.all([streamed, closed]).then(() => resolve(), reject);
  });
  await new Promise<void>((settled) => server.listen(0, '127.0.0.1', settled));
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;
  const reply = await new Promise<IncomingMessage>((settled, failed) =>
    get({ port, host: '127.0.0.1', agent: false }, settled).once('error', failed),
  );
  return { reply, sent, done };
}

test('an answer of many pages arrives whole, and each page that was sent gives its memory back', async () => {
  const pages = Array.from({ length: 200 }, (_, index) => page(64_000, String(index % 10)));
  const whole = Buffer.from(`[${pages.map(String).join(',\n')}]`);
  const { reply, sent, done } = await streaming(pages);
  expect(whole.equals(await buffer(reply))).toBe(true);
  await done;
  expect(sent.bytes).toBe(whole.length);
  expect(pages.filter(({ length }) => length > 0)).toEqual([]);
});

test('an answer of one page says how long it is, and gives that memory back too', async () => {
  const only = page(64_000, 'x');
  const { reply, done } = await streaming([only]);
  expect(reply.headers['content-length']).toBe(String(64_002));
  expect((await buffer(reply)).length).toBe(64_002);
  await done;
  expect(only).toHaveLength(0);
});

test('pages that share their memory with others leave it alone', async () => {
  const shared = page(3_000, 'x');
  const { reply, done } = await streaming(
    [0, 1, 2].map((at) => shared.subarray(at * 1_000, (at + 1) * 1_000)),
  );
  const text = 'x'.repeat(1_000);
  expect(String(await buffer(reply))).toBe(`[${text},\n${text},\n${text}]`);
  await done;
  expect(shared.equals(page(3_000, 'x'))).toBe(true);
});

test('pages that the store keeps for further answers stay as they are', async () => {
  const pages = [page(64_000, 'x'), page(64_000, 'y')];
  const { reply, done } = await streaming(pages, () => {});
  expect((await buffer(reply)).length).toBe(128_004);
  await done;
  expect(pages.map(String)).toEqual(['x'.repeat(64_000), 'y'.repeat(64_000)]);
});

test('a reader who leaves ends the answer', async () => {
  const pages = Array.from({ length: 400 }, () => page(64_000, 'x'));
  const { reply, sent, done } = await streaming(pages);
  reply.destroy();
  await done;
  expect(sent.bytes).toBeLessThan(400 * 64_000);
});
