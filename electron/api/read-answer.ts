// Reads what stands around an answer's records, believing nothing: that it is a success, or why it is none.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { errorBodySchema } from '#shared/wire/envelope.ts';
import { TAKEN_OUT, type ScannedAnswer } from './answer-scan.ts';
import { answersAnother } from './doubt.ts';
import type { Failure } from './failure.ts';
import { hintsAtMore } from './paging-hints.ts';
import { readRetryAfter } from './retry-after.ts';

export interface RawAnswer extends ScannedAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What was asked, to hold the echo against. */
  readonly asked?: { readonly table: Table; readonly filter: Filter };
}

export type Reading =
  | {
      readonly ok: true;
      /** `result_count` is there and is not the number of records. */
      readonly countDiffers: boolean;
      /** The answer points at more of itself, which is not followed. */
      readonly pagingHint: boolean;
      /** It says that it answers another question. */
      readonly isOther: boolean;
      /** A 404 that says so: an empty match, unless the address is wrong altogether. */
      readonly notFound?: true;
    }
  | { readonly ok: false; readonly failure: Failure };

/** The status that a code of the error body stands for, where the HTTP status says otherwise. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  TOO_MANY_REQUESTS: 429,
  BAD_REQUEST: 400,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  SERVICE_UNAVAILABLE: 503,
};

/** `now` in epoch milliseconds, for a Retry-After that is a date. */
export function readAnswer(answer: RawAnswer, now: number): Reading {
  const { status } = answer;
  if (status >= 300 && status < 400) {
    return notTheService('it redirects, and the key must not travel');
  }
  const body = answer.problem === undefined ? parse(answer.text) : undefined;
  const error = errorBodySchema.safeParse(body);
  if (error.success) return readError(status, error.data.error, answer, now);
  if (isObject(body) && body.success === false) return readError(status, wordsOf(body.error), answer, now);
  if (status !== 200) return { ok: false, failure: failureOf(status, '', answer, now) };
  if (body === undefined) return unreadable(answer);
  return readEnvelope(body, answer, now);
}

/** An error that is not in the specification's shape, as far as it can be made out. */
function wordsOf(error: unknown): { code: string; message: string } {
  const { code, message } = isObject(error) ? error : { code: '', message: error };
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
  };
}

function readError(
  status: number,
  error: { code: string; message: string; reason?: string | undefined },
  answer: RawAnswer,
  now: number,
): Reading {
  const meant = status === 200 ? (STATUS_OF_CODE[error.code] ?? 500) : status;
  // An empty match, as some services say it.
  if (meant === 404 && error.code === 'NOT_FOUND') return { ...success(), notFound: true };
  if (error.reason === 'RANGE_TOO_LARGE') {
    return { ok: false, failure: { kind: 'too_large', message: error.message } };
  }
  if (error.reason === 'STORAGE_FULL') return { ok: false, failure: { kind: 'disk_full' } };
  return { ok: false, failure: failureOf(meant, error.message, answer, now) };
}

function failureOf(status: number, message: string, answer: RawAnswer, now: number): Failure {
  const retryAfter = readRetryAfter(answer.headers['retry-after'], now);
  const pause = retryAfter === undefined ? {} : { retryAfter };
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 403) return { kind: 'forbidden' };
  if (status === 429) return { kind: 'throttled', ...pause };
  if (status === 413) return { kind: 'too_large', message };
  if (status === 408 || status >= 500) return { kind: 'failed', status, ...pause };
  if (message === '') return { kind: 'not_the_service', problem: `it answered ${status}` };
  return { kind: 'refused', status, message };
}

function readEnvelope(body: unknown, answer: RawAnswer, now: number): Reading {
  const result = isObject(body) ? body.result : undefined;
  if (!isObject(body) || !isObject(result)) return notTheService('no "result" in it');
  const stated = Number(result.status ?? 200);
  if (Number.isInteger(stated) && stated !== 200) {
    return { ok: false, failure: failureOf(stated, `status ${stated}`, answer, now) };
  }
  const { records = 0 } = answer;
  if (!isTakenOut(result.data)) {
    return notTheService(records > 0 ? 'it says "data" twice' : 'no list of records in it');
  }
  // As text it counts as well; where it is missing there is nothing to hold the records against.
  const count = result.result_count ?? records;
  const pagingHint = hintsAtMore([body, result], answer.headers, records);
  const request = isObject(body.request) ? body.request : {};
  const said = { parameters: request.parameters, endpointUri: result.endpoint_uri };
  const isOther = answer.asked !== undefined && answersAnother(said, answer.asked.table, answer.asked.filter);
  return success({ countDiffers: Number(count) !== records, pagingHint, isOther });
}

/** Whether the list is the one that the records were taken from: of two, JSON means the later. */
const isTakenOut = (data: unknown): boolean =>
  Array.isArray(data) && data.length === 1 && data[0] === TAKEN_OUT;

function unreadable(answer: RawAnswer): Reading {
  const start = answer.text.trimStart();
  const isPage = (answer.headers['content-type'] ?? '').includes('html') || start.startsWith('<');
  if (isPage) return notTheService('it is a web page');
  if (answer.problem === 'too_deep') return notTheService('it nests too deeply');
  if (answer.problem === 'not_records') return notTheService('no list of records in it');
  if (answer.problem === 'too_long') return notTheService('there is more around its records than they are');
  if (start === '' || start.startsWith('{')) return { ok: false, failure: { kind: 'cut_short' } };
  return notTheService('it is not JSON');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const success = (marks = { countDiffers: false, pagingHint: false, isOther: false }) => ({
  ok: true as const,
  ...marks,
});

const notTheService = (problem: string): Reading => ({
  ok: false,
  failure: { kind: 'not_the_service', problem },
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
