// The transport outside Electron. undici follows no redirect by default. If the environment names a proxy, https goes
// through a tunnel, so that the proxy sees neither key nor query; plain http never uses the proxy, which would see both.

import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Client, EnvHttpProxyAgent, errors, request, type Dispatcher } from 'undici';
import { raceAbort } from '../race-abort.ts';
import { BOUNDS } from './answer-limits.ts';
import {
  isOfCertificate,
  PROXY_LOGIN_STATUS,
  readNetworkError,
  TransportRefusal,
  TransportTimeout,
  type Transport,
} from './transport.ts';

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
  const post: Transport = async ({ url, headers, body, signal }) => {
    const total = AbortSignal.timeout(timeouts.totalMs);
    const reword = (error: unknown): unknown =>
      total.aborted || isLate(error) ? new TransportTimeout() : (namedIn(error) ?? error);
    if (agent === undefined) throw new TransportRefusal('proxy', 'https_proxy');
    const timed = AbortSignal.any([signal, total]);
    try {
      // undici itself notices a signal only once it is connected.
      const answer = request(url, { method: 'POST', headers, body, signal: timed, dispatcher: agent });
      const response = await raceAbort(answer, timed);
      return {
        status: response.statusCode,
        headers: flatten(response.headers),
        body: reading(response.body, reword),
      };
    } catch (error) {
      throw reword(timed.aborted ? timed.reason : error);
    }
  };
  const send: Transport = async (wanted) => {
    const wasTrusted = isSystemTrusted;
    try {
      return await post(wanted);
    } catch (error) {
      // Nothing was sent yet. Node trusts its own list of authorities; the system may trust a company's as well.
      const isUntrusted = error instanceof TransportRefusal && isOfCertificate(error.problem);
      if (!isUntrusted || wasTrusted) throw error;
      trustSystem();
      return post(wanted);
    }
  };
  return { send, close: async () => agent?.destroy() };
}

let isSystemTrusted = false;

/**
 * From now on this process trusts what the system trusts. Reading that takes a third of a second, so it waits for a
 * certificate that is not trusted otherwise.
 */
function trustSystem(): void {
  if (isSystemTrusted) return;
  isSystemTrusted = true;
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
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
      connectTimeout: timeouts.connectMs,
      clientFactory: (origin, options) => clientOfProxy(origin, options, timeouts),
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

/** The connection to the proxy: whatever goes wrong on the way to it, or before it answers, is a problem with the proxy. */
function clientOfProxy(origin: URL, options: object, { connectMs }: Timeouts): Client {
  const client = new Client(origin, { ...options, headersTimeout: connectMs });
  const connect = client.connect.bind(client) as (tunnel: Dispatcher.ConnectOptions) => Promise<unknown>;
  return Object.assign(client, {
    connect: async (tunnel: Dispatcher.ConnectOptions) => {
      try {
        return await connect(tunnel);
      } catch (error) {
        throw new TransportRefusal('proxy', codeOf(error));
      }
    },
  });
}

const codeOf = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : '';
};

function namedIn(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const status = /Proxy response \((\d+)\)/.exec(error.message)?.[1];
  if (status === undefined) return readNetworkError(codeOf(error));
  return new TransportRefusal(Number(status) === PROXY_LOGIN_STATUS ? 'proxy_login' : 'proxy', status);
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
