// Reads one large answer and counts its bytes: without pauses, or slowly.

import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ReadOrder {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds to pause after each part; 0 for none. */
  readonly rest?: number;
  readonly signal?: AbortSignal;
}

export interface Read {
  readonly bytes: number;
  /** Milliseconds to the first byte of the body, and to the last. */
  readonly first: number;
  readonly last: number;
}

export async function reading({ url, path, headers, body, rest = 0, signal }: ReadOrder): Promise<Read> {
  const started = performance.now();
  const response = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    request(url + path, { method: 'POST', headers: { ...headers, 'content-length': length }, agent: false, ...(signal && { signal }) })
      .once('response', resolve)
      .once('error', reject)
      .end(body);
  }); // prettier-ignore
  let bytes = 0;
  let first = 0;
  for await (const part of response) {
    if (bytes === 0) first = performance.now() - started;
    bytes += part.length;
    if (rest > 0) await sleep(rest);
  }
  return { bytes, first, last: performance.now() - started };
}
