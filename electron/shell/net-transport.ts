// The transport under Electron: net.fetch, which uses the system's proxy and certificates.

import { TIMEOUTS, type Timeouts } from '../service-client/undici-transport.ts';
import { readNetworkError, TransportTimeout, type Transport } from '../service-client/transport.ts';

/** The part of Electron's net in use. */
export type NetFetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * No cookies, no cache; a redirect is an error, since the key would travel with it. Chromium has no configurable time
 * limit for any single phase: connecting and waiting for the headers share one.
 */
export function createNetTransport(fetch: NetFetch, timeouts: Timeouts = TIMEOUTS): Transport {
  return async ({ url, headers, body, signal }) => {
    const late = new AbortController();
    const total = AbortSignal.timeout(timeouts.totalMs);
    const reword = (error: unknown): unknown =>
      total.aborted || late.signal.aborted
        ? new TransportTimeout()
        : ((error instanceof Error ? readNetworkError(error.message) : undefined) ?? error);
    /** Waits no longer than this for one phase. */
    const within = async <T>(ms: number, wait: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => late.abort(), ms);
      try {
        return await wait;
      } catch (error) {
        throw reword(error);
      } finally {
        clearTimeout(timer);
      }
    };
    const response = await within(
      timeouts.connectMs + timeouts.headersMs,
      fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.any([signal, total, late.signal]),
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
      }),
    );
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: reading(response.body, (next) => within(timeouts.idleMs, next)),
    };
  };
}

async function* reading(
  body: Response['body'],
  within: <T>(next: Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // A caller that stops early ends the connection.
    reader.cancel().catch(() => undefined);
  }
}
