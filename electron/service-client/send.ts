// One attempt: sends a request as specified (sections 4.1 and 5) and reads its answer to the end. This is the only
// place that puts keys into a request, and it removes them from what comes back.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import { withoutKey } from '../keychain/known-secrets.ts';
import type { ServiceCredentials } from './credentials.ts';
import type { RequestFailure } from './failure.ts';
import type { ReadAnswer } from './read-answer.ts';
import { receive, type Received } from './receive.ts';
import type { Spool } from './spool.ts';
import { isTimeout, TransportHeadTooLong, TransportRefusal, type Transport } from './transport.ts';

export interface Sent {
  readonly reading: ReadAnswer;
  /** What was received, and where its records are. */
  readonly received?: Received;
  /** Absent if no answer came. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Any problem becomes a failure in the reading, with the keys removed from its message. Errors: ARCHIVE_FAILED if the
 * disk does not accept the answer.
 */
export async function sendOnce(
  transport: Transport,
  credentials: ServiceCredentials,
  request: {
    readonly table: Table;
    /** The filter that the records must match. */
    readonly filter: Filter;
    /** What is requested, if it is more than the filter. */
    readonly sent?: Filter;
    readonly signal: AbortSignal;
    /** Epoch milliseconds. */
    readonly now: () => number;
    /** Without it, records are only counted. */
    readonly spool?: Spool;
    readonly mostBytes?: number;
    /** Called when the headers of the answer have arrived. */
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
    const received = await receive(response, request);
    return { reading: withoutKeys(received.reading, credentials), received, status, headers };
  } catch (error) {
    if (error instanceof RailbirdError) throw error;
    // The network's own message is dropped: it may quote the address, which contains the key.
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

/** A service may quote the request. */
function withoutKeys(reading: ReadAnswer, { apiKey, userKey }: ServiceCredentials): ReadAnswer {
  if (reading.ok || !('message' in reading.failure)) return reading;
  const message = withoutKey(withoutKey(reading.failure.message, apiKey), userKey);
  return { ok: false, failure: { ...reading.failure, message } };
}
