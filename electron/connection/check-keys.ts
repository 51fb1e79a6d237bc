// Asks a service once whether it lets these keys in (specification, sections 4 and 7).

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import type { ServiceCredentials } from '../service-client/credentials.ts';
import { toError, type RequestFailure } from '../service-client/failure.ts';
import type { ReadAnswer } from '../service-client/read-answer.ts';
import { receive } from '../service-client/receive.ts';
import type { Transport } from '../service-client/transport.ts';
import { withoutKey } from '../keychain/known-secrets.ts';

export interface CheckOptions {
  readonly transport: Transport;
  /** Today in Asia/Tokyo, YYYYMMDD. */
  readonly today: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Holding records of a year and programs of two weeks are a megabyte; a body beyond this is not the service's. */
const LONGEST_BODY = 8 * 1024 * 1024;

/**
 * Succeeds when the service answers a one-day query on t_ka with these keys.
 * Errors: UNAUTHORIZED, FORBIDDEN, TOO_MANY_REQUESTS, REFUSED, SERVICE_FAILED, SERVICE_DISK_FULL, UNREACHABLE, NOT_THE_SERVICE.
 */
export async function checkKeys(credentials: ServiceCredentials, options: CheckOptions): Promise<void> {
  const today = await reading(credentials, options, TABLES.t_ka, { racedate: options.today });
  if (!today.notFound) return;
  // Some services say an empty match like this, and so does any server that has no such path. In two weeks there
  // always is racing, and in a year there is some even where the newest data is late.
  for (const [table, days] of PROOFS) {
    const period = { start_racedate: addDays(options.today, -days), end_racedate: options.today };
    if (!(await reading(credentials, options, table, period)).notFound) return;
  }
  throw toError({ kind: 'not_the_service', problem: 'it answered 404' }, credentials.baseUrl);
}

const PROOFS = [
  [TABLES.d_ra, 14],
  [TABLES.d_ka, 365],
] as const;

async function reading(
  credentials: ServiceCredentials,
  options: CheckOptions,
  table: Table,
  filter: Filter,
): Promise<ReadAnswer & { ok: true }> {
  let read: ReadAnswer;
  try {
    read = await ask(credentials, options, table, filter);
  } catch {
    // What was thrown may quote the address with the application key in it, so it goes no further.
    throw toError({ kind: 'unreachable' }, credentials.baseUrl);
  }
  if (!read.ok) throw toError(withoutKeys(read.failure, credentials), credentials.baseUrl);
  return read;
}

async function ask(
  credentials: ServiceCredentials,
  options: CheckOptions,
  table: Table,
  filter: Filter,
): Promise<ReadAnswer> {
  const response = await options.transport({
    url: `${credentials.baseUrl}${table.path}?api_key=${encodeURIComponent(credentials.apiKey)}`,
    headers: { 'content-type': 'application/json', 'x-user-key': credentials.userKey },
    body: JSON.stringify(filter),
    signal: options.signal,
  });
  const now = () => options.now;
  const { reading } = await receive(response, { table, filter, now, mostBytes: LONGEST_BODY });
  const isTooLong = !reading.ok && ['too_large', 'out_of_bounds'].includes(reading.failure.kind);
  if (!isTooLong || response.status !== 200) return reading;
  return { ok: false, failure: { kind: 'not_the_service', problem: 'the answer is too long' } };
}

/** A server's own message is shown and logged, and may repeat what it was sent. */
function withoutKeys(failure: RequestFailure, { apiKey, userKey }: ServiceCredentials): RequestFailure {
  if (failure.kind !== 'refused' && failure.kind !== 'too_large') return failure;
  return { ...failure, message: withoutKey(withoutKey(failure.message, apiKey), userKey) };
}
