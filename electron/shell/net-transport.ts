// The transport under Electron: net.fetch, which knows the system's proxy and certificates.

import { TIMEOUTS } from '../api/undici-transport.ts';
import { TransportTimeout, type Transport } from '../api/transport.ts';

/** What is used of Electron's net. */
export type NetFetch = (url: string, init: RequestInit) => Promise<Response>;

/** No cookies, no cache; a redirect is an error, since the key would travel. */
export function createNetTransport(fetch: NetFetch, totalMs = TIMEOUTS.totalMs): Transport {
  return async ({ url, headers, body, signal }) => {
    const total = AbortSignal.timeout(totalMs);
    const reword = (error: unknown): unknown => (total.aborted ? new TransportTimeout() : error);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.any([signal, total]),
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: reading(response.body, reword),
      };
    } catch (error) {
      throw reword(error);
    }
  };
}

async function* reading(body: Response['body'], reword: (error: unknown) => unknown) {
  if (body === null) return;
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    throw reword(error);
  }
}
