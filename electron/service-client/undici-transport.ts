// The transport outside Electron. undici follows no redirect by default. If the environment names a proxy, https goes
// through a tunnel, so that the proxy sees neither key nor query; plain http never uses the proxy.

import { EnvHttpProxyAgent, errors, request, type Dispatcher } from 'undici';
import { BOUNDS } from './answer-limits.ts';
import { readNetworkError, TransportRefusal, TransportTimeout, type Transport } from './transport.ts';

export interface Timeouts {
  readonly connectMs: number;
  readonly headersMs: number;
  /** The time limit between two pieces of a body. */
  readonly idleMs: number;
  readonly totalMs: number;
}

export const TIMEOUTS: Timeouts = { connectMs: 10_000, headersMs: 30_000, idleMs: 30_000, totalMs: 180_000 };

export interface UndiciTransport {
  readonly send: Transport;
  close(): Promise<void>;
}

/** `env` may name a proxy as for most programs: https_proxy, no_proxy, in lower or upper case. */
export function createUndiciTransport(
  timeouts: Timeouts = TIMEOUTS,
  env: Readonly<Record<string, string | undefined>> = process.env,
): UndiciTransport {
  const agent = agentOf(timeouts, env);
  const send: Transport = async ({ url, headers, body, signal }) => {
    const total = AbortSignal.timeout(timeouts.totalMs);
    const timed = AbortSignal.any([signal, total]);
    const reword = (error: unknown): unknown =>
      total.aborted || isLate(error) ? new TransportTimeout() : (namedIn(error) ?? error);
    if (agent === undefined) throw new TransportRefusal('proxy', 'https_proxy');
    try {
      const response = await request(url, {
        method: 'POST',
        headers,
        body,
        signal: timed,
        dispatcher: agent,
      });
      return {
        status: response.statusCode,
        headers: flatten(response.headers),
        body: reading(response.body, reword),
      };
    } catch (error) {
      throw reword(error);
    }
  };
  return { send, close: async () => agent?.destroy() };
}

/** Undefined if the environment names no valid address. */
function agentOf(
  timeouts: Timeouts,
  env: Readonly<Record<string, string | undefined>>,
): Dispatcher | undefined {
  const proxy = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '';
  const without = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  try {
    return new EnvHttpProxyAgent({
      // Without a scheme it is http, as in curl.
      httpsProxy: proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`,
      httpProxy: '',
      noProxy: without.trim() === '*' ? '*' : [without, ...THIS_MACHINE].join(','),
      connect: { timeout: timeouts.connectMs },
      headersTimeout: timeouts.headersMs,
      bodyTimeout: timeouts.idleMs,
      maxHeaderSize: BOUNDS.headers,
    });
  } catch {
    return undefined;
  }
}

/** The sample service runs on this machine: no proxy could reach it. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '::1'];

function namedIn(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const status = /Proxy response \((\d+)\)/.exec(error.message)?.[1];
  if (status !== undefined) return new TransportRefusal('proxy', status);
  const { code } = error as NodeJS.ErrnoException;
  return readNetworkError(typeof code === 'string' ? code : '');
}

async function* reading(body: AsyncIterable<Uint8Array>, reword: (error: unknown) => unknown) {
  try {
    yield* body;
  } catch (error) {
    throw reword(error);
  }
}

const isLate = (error: unknown): boolean =>
  error instanceof errors.ConnectTimeoutError ||
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError;

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
