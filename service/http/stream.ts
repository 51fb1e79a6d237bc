// Sends an answer as fast as the client reads it, with at most a page in memory.

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { QueryAnswer } from './answer.ts';

/** The amount sent so far. */
interface Sent {
  bytes: number;
}

/**
 * Resolves when everything is written or the client is gone. The memory of each page is freed as soon as the system
 * has its bytes; the page is empty then.
 *
 * @throws the error of reading the pages; after the first page the answer has already begun
 */
export async function stream(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  answer: Pick<QueryAnswer, 'head' | 'pages' | 'tail'>,
  sent: Sent,
): Promise<void> {
  let opening = [answer.head];
  let waiting: Buffer | undefined;
  for await (const page of answer.pages) {
    if (response.destroyed) return;
    const last = waiting;
    waiting = page;
    if (!last) continue;
    if (!response.headersSent) response.writeHead(200, headers);
    writeAll(response, [...opening, last], sent);
    sent.bytes += COMMA.length;
    opening = [];
    if (!response.write(COMMA, () => giveBack(last))) await drained(response);
  }
  const last = waiting;
  const rest = [...opening, ...(last ? [last] : []), answer.tail];
  if (!response.headersSent) {
    const length = rest.reduce((sum, part) => sum + part.length, 0);
    response.writeHead(200, { ...headers, 'content-length': String(length) });
  }
  writeAll(response, rest, sent);
  response.end(last && (() => giveBack(last)));
}

const COMMA = Buffer.from(',\n');

/** Writes the parts without copying them; they are sent together at the end of the tick. */
function writeAll(response: ServerResponse, parts: readonly Buffer[], sent: Sent): void {
  for (const part of parts) {
    sent.bytes += part.length;
    response.write(part);
  }
}

/**
 * Frees the memory of a page, unless it is part of a larger buffer. Otherwise the pages of a few large answers pile up
 * to a hundred megabytes, because each is a small object to the garbage collector. It also gives the next page memory
 * that is still in the processor's cache.
 */
function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

/** Waits until the client has read what was written, or is gone. */
async function drained(response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once('close', leave);
  try {
    if (!response.destroyed) await once(response, 'drain', { signal: gone.signal });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    response.off('close', leave);
  }
}
