// The update feed's requests under Electron. net.fetch refuses a redirect that it is told not to follow without saying
// where it leads ("Redirect was cancelled"); net.request says it.

import { Readable } from 'node:stream';
import type { ClientRequestConstructorOptions, IncomingMessage } from 'electron';
import type { FeedFetch } from '../updates/feed-executor.ts';

/** The part of Electron's ClientRequest in use. */
export interface FeedRequest {
  on(event: 'redirect', listener: (status: number, method: string, location: string) => void): unknown;
  on(event: 'response', listener: (response: IncomingMessage) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  abort(): void;
  end(): unknown;
}

/** Statuses with which an answer must not have a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

export function createNetFeedFetch(
  request: (options: ClientRequestConstructorOptions) => FeedRequest,
): FeedFetch {
  return async (url, { signal, redirect, credentials, cache, referrerPolicy }) => {
    signal.throwIfAborted();
    const sent = request({ url, redirect, credentials, cache, referrerPolicy });
    const answer = Promise.withResolvers<Response>();
    let body: Readable | undefined;
    const stop = (): void => {
      answer.reject(signal.reason);
      body?.destroy(signal.reason as Error);
      sent.abort();
    };
    signal.addEventListener('abort', stop, { once: true });
    // Nothing calls followRedirect, so Electron ends the request here.
    sent.on('redirect', (status, _method, location) =>
      answer.resolve(new Response(null, { status, headers: { location } })),
    );
    sent.on('response', (incoming) => {
      try {
        body = readableOf(incoming);
        // Whoever reads it learns of one; without a listener it would end the app.
        body.on('error', () => undefined);
        answer.resolve(responseOf(incoming, body));
      } catch (error) {
        answer.reject(error);
        sent.abort();
      }
    });
    sent.on('error', answer.reject);
    sent.end();
    return answer.promise;
  };
}

/** It is one, which Electron's declarations leave out. */
const readableOf = (incoming: IncomingMessage): Readable => incoming as unknown as Readable;

/** Errors: RangeError for a status outside of HTTP's. */
function responseOf({ statusCode: status, headers: given }: IncomingMessage, body: Readable): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) headers.set(name, [value].flat().join(', '));
  if (BODILESS.has(status)) return new Response(null, { status, headers });
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status, headers });
}
