// Checks whether a service accepts these keys (specification, sections 4 and 7).

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import type { ServiceCredentials } from '../service-client/credentials.ts';
import { toError, type RequestFailure } from '../service-client/failure.ts';
import type { ReadAnswer } from '../service-client/read-answer.ts';
import { sendOnce } from '../service-client/send.ts';
import type { Transport } from '../service-client/transport.ts';

export interface CheckOptions {
  readonly transport: Transport;
  /** Today in Asia/Tokyo, YYYYMMDD. */
  readonly today: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** The meetings of a year and the programs of two weeks take a megabyte; a longer body is not the service's. */
const LONGEST_BODY = 8 * 1024 * 1024;

/**
 * Succeeds when the service answers a one-day query on t_ka with these keys.
 * Errors: UNAUTHORIZED, FORBIDDEN, TOO_MANY_REQUESTS, REFUSED, SERVICE_FAILED, SERVICE_DISK_FULL, UNREACHABLE,
 * CERTIFICATE_REFUSED, PROXY_FAILED, PROXY_LOGIN, NOT_THE_SERVICE.
 */
export async function checkKeys(credentials: ServiceCredentials, options: CheckOptions): Promise<void> {
  const today = await reading(credentials, options, TABLES.t_ka, { racedate: options.today });
  if (!today.notFound) return;
  // Some services report an empty match with 404, and so does any server without such a path. There is racing in any two
  // weeks, and in a year there is some even if the newest data is late.
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
  { transport, signal, now }: CheckOptions,
  table: Table,
  filter: Filter,
): Promise<ReadAnswer & { ok: true }> {
  const request = { table, filter, signal, now: () => now, mostBytes: LONGEST_BODY };
  const { reading: read, status } = await sendOnce(transport, credentials, request);
  if (read.ok) return read;
  const isTooLong = ['too_large', 'out_of_bounds'].includes(read.failure.kind) && status === 200;
  const failure = isTooLong ? TOO_LONG : read.failure;
  throw toError(failure, credentials.baseUrl);
}

const TOO_LONG: RequestFailure = { kind: 'not_the_service', problem: 'the answer is too long' };
