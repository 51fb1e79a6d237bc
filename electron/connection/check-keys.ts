// Asks a service once whether it lets these keys in (specification, sections 4 and 7).

import type { Filter } from '#shared/catalogue/table.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Credentials } from '../api/credentials.ts';
import { toError, type Failure } from '../api/failure.ts';
import { readAnswer, type RawAnswer, type Reading } from '../api/read-answer.ts';
import type { Transport } from '../api/transport.ts';

export interface CheckOptions {
  readonly transport: Transport;
  /** Today in Asia/Tokyo, YYYYMMDD. */
  readonly today: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Holding records and programmes of two weeks are a few hundred kilobytes; a body beyond this is not the service's. */
const LONGEST_BODY = 1024 * 1024;

/**
 * Succeeds when the service answers a one-day query on t_ka with these keys.
 * Errors: UNAUTHORIZED, FORBIDDEN, TOO_MANY_REQUESTS, REFUSED, SERVICE_FAILED, UNREACHABLE, NOT_THE_SERVICE.
 */
export async function checkKeys(credentials: Credentials, options: CheckOptions): Promise<void> {
  const today = await reading(credentials, options, '/v1/tka', { racedate: options.today });
  if (!today.notFound) return;
  // Some services say an empty match like this, and so does any server that has no such path. In two weeks there
  // always is racing.
  const period = { start_racedate: addDays(options.today, -14), end_racedate: options.today };
  if ((await reading(credentials, options, '/v1/dra', period)).notFound)
    throw toError({ kind: 'not_the_service', problem: 'it answered 404' }, credentials.baseUrl);
}

async function reading(
  credentials: Credentials,
  options: CheckOptions,
  path: string,
  filter: Filter,
): Promise<Reading & { ok: true }> {
  let answer: RawAnswer;
  try {
    answer = await ask(credentials, options, path, filter);
  } catch (error) {
    if (error instanceof RailbirdError) throw error;
    // What was thrown may quote the address with the application key in it, so it goes no further.
    throw toError({ kind: 'unreachable' }, credentials.baseUrl);
  }
  const read = readAnswer(answer, options.now);
  if (!read.ok) throw toError(withoutKeys(read.failure, credentials), credentials.baseUrl);
  return read;
}

async function ask(
  credentials: Credentials,
  options: CheckOptions,
  path: string,
  filter: Filter,
): Promise<RawAnswer> {
  const response = await options.transport({
    url: `${credentials.baseUrl}${path}?api_key=${encodeURIComponent(credentials.apiKey)}`,
    headers: { 'content-type': 'application/json', 'x-user-key': credentials.userKey },
    body: JSON.stringify(filter),
    signal: options.signal,
  });
  return { status: response.status, headers: response.headers, text: await textOf(response.body) };
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > LONGEST_BODY) {
      throw new RailbirdError('NOT_THE_SERVICE', { problem: 'the answer is too long' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A server's own message is shown and logged, and may repeat what it was sent. */
function withoutKeys(failure: Failure, { apiKey, userKey }: Credentials): Failure {
  if (failure.kind !== 'refused' && failure.kind !== 'too_large') return failure;
  const hidden = [apiKey, userKey].filter((key) => key !== '');
  const message = hidden.reduce((text, key) => text.replaceAll(key, '•••'), failure.message);
  return { ...failure, message };
}
