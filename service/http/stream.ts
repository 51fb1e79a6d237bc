// Sends an answer as fast as the client reads it, with at most a page in memory.

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Awaitable } from '../awaitable.ts';
import type { QueryAnswer } from './answer.ts';

/** The amount sent so far. */
interface Sent {
  bytes: number;
}

type Streamed = Pick<QueryAnswer, 'head' | 'pages' | 'release' | 'tail'>;

/**
 * Returns when everything is written or the client is gone, at once unless there are several pages. Each page is released
 * as soon as the system has its bytes.
 *
 * @param headers names and values in turn, as the runtime takes them in the least time; the length is added if it is
 *   known
 * @throws the error of reading the pages; after the first page the answer has already begun
 */
export function stream(
  response: ServerResponse,
  headers: string[],
  answer: Streamed,
  sent: Sent,
): Awaitable<void> {
  const { pages } = answer;
  if (!Array.isArray(pages) || pages.length > 1) return streamPages(response, headers, answer, sent);
  end(response, headers, answer, (pages as readonly Buffer[])[0], sent);
}

async function streamPages(
  response: ServerResponse,
  headers: string[],
  answer: Streamed,
  sent: Sent,
): Promise<void> {
  const { pages, release } = answer;
  let waiting: Buffer | undefined;
  for await (const page of pages) {
    if (response.destroyed) return;
    const last = waiting;
    waiting = page;
    if (!last) continue;
    if (!response.headersSent) {
      response.writeHead(200, headers);
      response.write(answer.head, 'latin1');
      sent.bytes += answer.head.length;
    }
    response.write(last);
    sent.bytes += last.length + COMMA.length;
    if (!response.write(COMMA, 'latin1', () => release(last))) await drained(response);
  }
  end(response, headers, answer, waiting, sent);
}

const COMMA = ',\n';

/**
 * Writes what is left of an answer, with its length if that is all of it. The parts are sent together at the end of the
 * tick and none is copied: texts go out as they are, the first of them in one piece with the headers.
 */
function end(
  response: ServerResponse,
  headers: string[],
  { head, release, tail }: Streamed,
  last: Buffer | undefined,
  sent: Sent,
): void {
  let left = (last?.length ?? 0) + tail.length;
  if (!response.headersSent) {
    left += head.length;
    headers.push('content-length', String(left));
    response.writeHead(200, headers);
    if (head !== '') response.write(head, 'latin1');
  }
  sent.bytes += left;
  const released = last && (() => release(last));
  if (tail === '') {
    response.end(last, released);
    return;
  }
  if (last) response.write(last);
  response.end(tail, 'latin1', released);
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
