// How electron-updater reaches its feed: through the app's own fetch, with nothing in the request but the address. Its
// own executor would send an id of this installation.

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { DigestTransform, HttpError, HttpExecutor, ProgressCallbackTransform } from 'builder-util-runtime';

/** Must answer a redirect with its status and `location`, as Node's fetch does with `redirect: 'manual'`. */
export type FeedFetch = (url: string, init: FeedInit) => Promise<Response>;

/** What the requests of a feed have beside the address. */
export const FEED_INIT = {
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
} as const;

type FeedInit = typeof FEED_INIT & { readonly signal: AbortSignal };

/** A feed is a few hundred bytes. */
const LONGEST_FEED = 1024 * 1024;
/** A package is about 120 MB. */
const LONGEST_PACKAGE = 1024 ** 3;
/** A feed may move, and a host of files may send on to another; a circle must end. */
const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** For the headers, and between two pieces of a package. */
const PATIENCE_MS = 60_000;

type RequestOptions = Parameters<HttpExecutor<never>['request']>[0];
type DownloadOptions = Parameters<HttpExecutor<never>['downloadToBuffer']>[1];

/** The network, or whoever answered in the feed's place. Its message is for the user. */
export class FeedUnreachable extends Error {}

export class FeedExecutor extends HttpExecutor<never> {
  readonly #fetch: FeedFetch;

  constructor(fetch: FeedFetch) {
    super();
    this.#fetch = fetch;
  }

  /** Only partial downloads need requests of their own, and those are off. */
  override createRequest(): never {
    throw new Error('the feed is read through fetch');
  }

  override async request({ protocol, hostname, port, path }: RequestOptions): Promise<string> {
    const address = `${protocol ?? 'https:'}//${hostname ?? ''}${port ? `:${port}` : ''}${path ?? '/'}`;
    const patience = impatience();
    try {
      const { body } = await this.#open(address, patience.signal);
      const pieces: Uint8Array[] = [];
      for await (const piece of limited(body, LONGEST_FEED, patience.again)) pieces.push(piece);
      return Buffer.concat(pieces).toString('utf8');
    } finally {
      patience.end();
    }
  }

  /** Into `destination`. Errors: ERR_CHECKSUM_MISMATCH if the file is not the one that the feed announced. */
  async download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    const { cancellationToken, sha512, onProgress } = options;
    return cancellationToken.createPromise((resolve, reject, onCancel) => {
      const patience = impatience();
      onCancel(() => patience.stop());
      const run = async (): Promise<string> => {
        if (!sha512) throw Object.assign(new Error('no checksum'), { code: 'ERR_UPDATER_NO_CHECKSUM' });
        const { body, length } = await this.#open(url.href, patience.signal);
        const steps = [
          ...(onProgress === undefined || length === 0
            ? []
            : [new ProgressCallbackTransform(length, cancellationToken, onProgress)]),
          new DigestTransform(sha512, 'sha512', 'base64'),
          createWriteStream(destination),
        ];
        await pipeline([Readable.from(limited(body, LONGEST_PACKAGE, patience.again)), ...steps]);
        return destination;
      };
      run()
        .finally(patience.end)
        .then(resolve, (error: unknown) => reject(error as Error));
    });
  }

  async #open(
    address: string,
    signal: AbortSignal,
  ): Promise<{ readonly body: ReadableStream<Uint8Array>; readonly length: number }> {
    const response = await this.#answer(address, signal);
    // electron-updater tells a feed that is not there from others by this.
    if (response.status === 404) throw new HttpError(404, 'HTTP 404');
    if (!response.ok) throw new FeedUnreachable(`HTTP ${response.status}`);
    const length = Number(response.headers.get('content-length') ?? 0);
    if (response.body === null) throw new FeedUnreachable('an empty answer');
    return { body: response.body as ReadableStream<Uint8Array>, length };
  }

  /** Follows redirects itself: each of them, not only the last, could lead where anybody can answer. */
  async #answer(start: string, signal: AbortSignal): Promise<Response> {
    let address = start;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      refuseUnsafe(address);
      const response = await this.#fetch(address, { ...FEED_INIT, signal }).catch(unreachable);
      const next = redirectOf(response, address);
      if (next === undefined) return response;
      response.body?.cancel().catch(() => undefined);
      address = next;
    }
    throw new FeedUnreachable(`more than ${MOST_REDIRECTS} redirects`);
  }
}

/** Where it leads, undefined if it is no redirect. */
function redirectOf({ status, headers }: Response, address: string): string | undefined {
  const location = headers.get('location');
  if (!REDIRECTS.has(status) || location === null) return undefined;
  return URL.parse(location, address)?.href ?? location;
}

/** Whoever stands between could answer in place of another address, and announce a program of theirs. */
export function isSafe(address: string): boolean {
  const url = URL.parse(address);
  const isHere = url?.hostname === '127.0.0.1' || url?.hostname === '[::1]' || url?.hostname === 'localhost';
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere);
}

function refuseUnsafe(address: string): void {
  if (!isSafe(address)) throw new FeedUnreachable(`${address} is not an https address`);
}

/** Node hides the reason in the cause; Chromium's is the message. */
function unreachable(cause: unknown): never {
  const { cause: inner } = cause as { readonly cause?: { readonly code?: string } };
  const problem = inner?.code ?? (cause instanceof Error ? cause.message : String(cause));
  throw new FeedUnreachable(problem, { cause });
}

async function* limited(
  body: ReadableStream<Uint8Array>,
  most: number,
  again: () => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(unreachable);
      if (done) return;
      again();
      bytes += value.byteLength;
      if (bytes > most) throw new FeedUnreachable(`the answer is longer than ${most} bytes`);
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Aborts when nothing has come for a while. */
function impatience() {
  const stop = new AbortController();
  const give = () => stop.abort(new Error('no answer in time'));
  let timer = setTimeout(give, PATIENCE_MS);
  return {
    signal: stop.signal,
    again: () => {
      clearTimeout(timer);
      timer = setTimeout(give, PATIENCE_MS);
    },
    stop: () => stop.abort(),
    end: () => clearTimeout(timer),
  };
}
