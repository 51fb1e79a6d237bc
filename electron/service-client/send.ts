// One attempt: the request as the specification (sections 4.1 and 5) wants it, and its answer taken in to the end.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import { withoutKey } from '../keychain/known-secrets.ts';
import type { Clock } from './clock.ts';
import type { ServiceCredentials } from './credentials.ts';
import type { RequestFailure } from './failure.ts';
import type { ReadAnswer } from './read-answer.ts';
import { receive, type Received } from './receive.ts';
import type { Spool } from './spool.ts';
import { isTimeout, TransportHeadTooLong, TransportRefusal, type Transport } from './transport.ts';

export interface Sent {
  readonly reading: ReadAnswer;
  /** Of a reading that is a success: what came, and where it lies. */
  readonly received?: Received;
  /** Absent where no answer came. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Whatever goes wrong on the way is a failure of the reading, with the keys struck out of its words.
 * Errors: ARCHIVE_FAILED where the disk does not take the answer.
 */
export async function sendOnce(
  transport: Transport,
  credentials: ServiceCredentials,
  request: {
    readonly table: Table;
    /** What is wanted. */
    readonly filter: Filter;
    /** What is asked for, where it is more than is wanted. */
    readonly sent?: Filter;
    readonly signal: AbortSignal;
    readonly clock: Clock;
    readonly spool: Spool;
    readonly mostBytes?: number;
    /** Called when the head of the answer is there. */
    readonly answered?: () => void;
  },
): Promise<Sent> {
  let status: number | undefined;
  let headers: Readonly<Record<string, string>> = {};
  try {
    const response = await transport({
      url: addressOf(credentials, request.table),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-user-key': credentials.userKey,
      },
      body: JSON.stringify(request.sent ?? request.filter),
      signal: request.signal,
    });
    ({ status, headers } = response);
    request.answered?.();
    const received = await receive(response, { ...request, now: () => request.clock.now() });
    return { reading: withoutKeys(received.reading, credentials), received, status, headers };
  } catch (error) {
    if (error instanceof RailbirdError) throw error;
    // What the network says is not kept: it may quote the address, and the key is in it.
    const failure = failureOf(error, status !== undefined);
    return { reading: { ok: false, failure }, headers, ...(status === undefined ? {} : { status }) };
  }
}

function failureOf(error: unknown, hasBegun: boolean): RequestFailure {
  if (error instanceof TransportRefusal) return { kind: error.kind, problem: error.problem };
  if (error instanceof TransportHeadTooLong) return { kind: 'out_of_bounds', bound: 'headers' };
  return { kind: isTimeout(error) ? 'timeout' : hasBegun ? 'cut_short' : 'unreachable' };
}

function addressOf({ baseUrl, apiKey }: ServiceCredentials, table: Table): string {
  return `${baseUrl.replace(/\/+$/, '')}${table.path}?api_key=${encodeURIComponent(apiKey)}`;
}

/** A service may quote what it was sent. */
function withoutKeys(reading: ReadAnswer, { apiKey, userKey }: ServiceCredentials): ReadAnswer {
  if (reading.ok || !('message' in reading.failure)) return reading;
  const message = withoutKey(withoutKey(reading.failure.message, apiKey), userKey);
  return { ok: false, failure: { ...reading.failure, message } };
}
