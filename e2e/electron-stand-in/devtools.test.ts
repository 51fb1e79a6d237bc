import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openDevtools } from './devtools.ts';

/** A browser that reads nothing until it is told to. */
function slowBrowser() {
  const [to, from] = [new PassThrough({ highWaterMark: 1000 }), new PassThrough()];
  const messages = async (
    count: number,
  ): Promise<{ id: number; method: string; params: { body?: string } }[]> => {
    let text = '';
    while (text.split('\0').length <= count) {
      const chunk = to.read() as Buffer | null;
      if (chunk === null) await new Promise((resolve) => to.once('readable', resolve));
      else text += chunk.toString();
    }
    return text
      .split('\0')
      .slice(0, count)
      .map((each) => JSON.parse(each));
  };
  return { devtools: openDevtools(to, from), messages, answer: (id: number) => from.write(`{"id":${id}}\0`) };
}

/** Chunks whose lengths are no multiples of three. */
function streamOf(
  bytes: Buffer,
  size: number,
): { stream: ReadableStream<Uint8Array>; isRead: () => boolean } {
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += size)));
      else controller.close();
    },
  });
  return { stream, isRead: () => at >= bytes.length };
}

test('a body is read as fast as the browser takes it, and no other message comes between', async () => {
  const { devtools, messages, answer } = slowBrowser();
  const bytes = Buffer.from(Array.from({ length: 50_000 }, (_, at) => at % 251));
  const { stream, isRead } = streamOf(bytes, 1000);
  const head = { requestId: '1', responseCode: 200, responseHeaders: [{ name: 'a', value: '"}}' }] };
  const fulfilled = devtools.browser.fulfill(head, stream);
  const empty = devtools.browser.fulfill({ ...head, requestId: '2' }, null);
  const sent = devtools.browser.send('Browser.getVersion');
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(isRead()).toBe(false);
  const [one, two, three] = await messages(3);
  expect(Buffer.from(one?.params.body ?? '', 'base64').equals(bytes)).toBe(true);
  expect([one?.params, two?.params]).toEqual([
    { ...head, body: one?.params.body },
    { ...head, requestId: '2', body: '' },
  ]);
  expect(three?.method).toBe('Browser.getVersion');
  for (const each of [one, two, three]) answer(each?.id ?? 0);
  await Promise.all([fulfilled, empty, sent]);
});
