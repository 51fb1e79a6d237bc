// The transport under Electron: net.fetch, which uses the system's proxy and certificates; Node's for what it cannot do.

import { createUndiciTransport, TIMEOUTS, type Timeouts } from '../service-client/undici-transport.ts';
import {
  PROXY_LOGIN_STATUS,
  readNetworkError,
  TransportRefusal,
  TransportTimeout,
  type Transport,
} from '../service-client/transport.ts';

/** The part of Electron's net in use. */
export type NetFetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Two things go through Node: plain http to another machine, since the system's proxy would see the key in it, and
 * everything if the environment names a proxy with a login, which Chromium ignores.
 */
export function createDesktopTransport(
  fetch: NetFetch,
  env: Readonly<Record<string, string | undefined>>,
  throughNode: Transport = createUndiciTransport(TIMEOUTS, env).send,
): Transport {
  const throughChromium = createNetTransport(fetch);
  const hasLogin = /:\/\/[^/]+@/.test(env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '');
  return (request) => {
    const { protocol, hostname } = new URL(request.url);
    const isPlain = protocol === 'http:' && !THIS_MACHINE.has(hostname);
    return hasLogin || isPlain ? throughNode(request) : throughChromium(request);
  };
}

/** No proxy is asked for it. */
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

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
    if (response.status === PROXY_LOGIN_STATUS)
      throw new TransportRefusal('proxy_login', String(PROXY_LOGIN_STATUS));
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
