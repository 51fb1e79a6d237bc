// The transport outside Electron. undici follows no redirect unless told to, and it is not.

import { Agent, errors, request } from 'undici';
import { TransportTimeout, type Transport } from './transport.ts';

export interface Timeouts {
  readonly connectMs: number;
  readonly headersMs: number;
  /** Between two pieces of a body. */
  readonly idleMs: number;
  readonly totalMs: number;
}

export const TIMEOUTS: Timeouts = { connectMs: 10_000, headersMs: 30_000, idleMs: 30_000, totalMs: 180_000 };

export interface UndiciTransport {
  readonly send: Transport;
  close(): Promise<void>;
}

export function createUndiciTransport(timeouts: Timeouts = TIMEOUTS): UndiciTransport {
  const agent = new Agent({
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.idleMs,
  });
  const send: Transport = async ({ url, headers, body, signal }) => {
    const total = AbortSignal.timeout(timeouts.totalMs);
    const timed = AbortSignal.any([signal, total]);
    const reword = (error: unknown): unknown =>
      total.aborted || isLate(error) ? new TransportTimeout() : error;
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
  return { send, close: () => agent.destroy() };
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
