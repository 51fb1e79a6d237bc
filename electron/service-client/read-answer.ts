// Reads what surrounds an answer's records, trusting none of it: whether the answer is a success and, if not, why.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { errorBodySchema } from '#shared/service-api/envelope.ts';
import { TAKEN_OUT, type ScannedAnswer } from './answer-scan.ts';
import { answersAnother } from './answer-anomalies.ts';
import type { RequestFailure } from './failure.ts';
import { hintsAtMore, isFields } from './paging-hints.ts';
import { readRateHeaders, readRetryAfter } from './rate-headers.ts';

export interface RawAnswer extends ScannedAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What was requested, to compare with the echo. */
  readonly requested?: { readonly table: Table; readonly filter: Filter };
  /** Repeated records, word for word. */
  readonly repeated?: number;
}

/** How a service reports that nothing matches without sending an empty list. */
export type EmptyMatchForm = '204' | '404' | '400' | 'null' | 'absent';

export type ReadAnswer =
  | {
      readonly ok: true;
      /** `result_count` is present and is not the number of records. */
      readonly countDiffers: boolean;
      /** The answer refers to further pages, which are not followed. */
      readonly pagingHint: boolean;
      /** The answer is for another query. */
      readonly isOther: boolean;
      /** An empty match that the service reports in its own way. */
      readonly nothing?: EmptyMatchForm;
      /** An empty match reported by the status alone, unless the address is wrong altogether. */
      readonly notFound?: true;
    }
  | { readonly ok: false; readonly failure: RequestFailure };

/** The status that an error code of the body stands for, if the HTTP status differs. */
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
export function readAnswer(answer: RawAnswer, now: number): ReadAnswer {
  const { status } = answer;
  if (status >= 300 && status < 400) {
    const problem = 'it redirects, and the key must not travel';
    return { ok: false, failure: { kind: 'not_the_service', problem, status } };
  }
  // A proxy without an answer responds in this way too, so the address is checked before this is believed.
  if (status === 204) return { ...success(), nothing: '204', notFound: true };
  const body = answer.problem === undefined ? parse(answer.text) : undefined;
  const error = errorBodySchema.safeParse(body);
  if (error.success) return readError(status, error.data.error, answer, now);
  if (isFields(body) && body.success === false)
    return readError(status, wordsOf(body.error ?? body), answer, now);
  // The envelope of an empty set, with the status that some services use.
  if (status === 404 && isEnvelope(body) && (answer.records ?? 0) === 0) {
    // No other server sends an envelope: unlike an error body, it is proof enough.
    return { ...success(), nothing: '404' };
  }
  if (status !== 200) return { ok: false, failure: failureOf(status, '', answer, now) };
  if (body === undefined) return unreadable(answer);
  return readEnvelope(body, answer, now);
}

/** An error in another shape than the specification's, as far as it can be read. */
function wordsOf(error: unknown): { code: string; message: string } {
  const { code, message } = isFields(error) ? error : { code: '', message: error };
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
): ReadAnswer {
  const words = error.message.slice(0, LONGEST_WORDS);
  const says = saysNothing(error.code, words);
  const meant = meaningOf(status, error.code, words, says);
  // An empty match, as some services report it.
  if (meant === 404 && ((error.code === 'NOT_FOUND' && !OF_THE_USER.test(words)) || says))
    return { ...success(), nothing: '404', notFound: true };
  if ((meant === 400 || meant === 422) && says) return { ...success(), nothing: '400', notFound: true };
  if (error.reason === 'RANGE_TOO_LARGE') {
    return { ok: false, failure: { kind: 'too_large', message: error.message } };
  }
  if (error.reason === 'STORAGE_FULL') return { ok: false, failure: { kind: 'disk_full' } };
  return { ok: false, failure: failureOf(meant, error.message, answer, now) };
}

/** The status that an error means. Records that are announced for later are a failure for now, whatever the status. */
function meaningOf(status: number, code: string, words: string, says: boolean): number {
  if ([200, 400, 404, 422].includes(status) && NOT_NOW.test(words)) return 503;
  return status === 200 ? (STATUS_OF_CODE[code] ?? (says ? 404 : 500)) : status;
}

const NOTHING_CODES =
  /^(?:NO|EMPTY|ZERO)_?(?:DATA|RECORDS?|RESULTS?|ROWS?|CONTENT|MATCH|MATCHES|HITS?)(?:_?FOUND)?$|^(?:DATA|RECORDS?|RESULTS?|RESOURCE)_?NOT_?FOUND$|^EMPTY$/i;
const NOTHING_WORDS = [
  /\bno (?:such |matching |race )?(?:data|records?|results?|rows|match|matches|races?|racing|content|entries|hits)\b/i,
  /\b(?:data|records?|results?|nothing) (?:was |were |is |are )?not found\b/i,
  /\bnothing (?:matches|matched|to return)\b/i,
  /(?:該当|データ|レコード|結果)(?:する|の|が|は|データ|レコード|結果)*(?:なし|無し|無い|ない|ありません|存在しません|見つかりません)/,
];
/** Words that concern the request, not the data. */
const OF_THE_QUESTION = /\btoo\b|\blimit|\bexceed|\bmaximum|\blong(?:er)?\b|超え|上限|以内/i;
/** Words that concern the user's subscription. */
const OF_THE_USER =
  /\byour (?:plan|account|subscription|contract|key)\b|\bpermission|\bpermitted\b|\bsubscri|\bupgrade\b|プラン|契約|権限|許可/i;
/** Words that announce records for later. */
const NOT_NOW =
  /\bmaintenance\b|\bretry\b|\b(?:again|back) (?:later|soon|shortly)\b|\brebuild|\bindexing\b|\bupdating\b|\bin progress\b|\btemporar|メンテナンス|更新中|準備中|作業中|作成中|再構築|一時的|しばらく|後ほど|後で/i;
const LONGEST_WORDS = 500;

/** Whether a refusal means that no record matches. */
function saysNothing(code: string, words: string): boolean {
  if ([OF_THE_QUESTION, OF_THE_USER, NOT_NOW].some((pattern) => pattern.test(words))) return false;
  return NOTHING_CODES.test(code) || NOTHING_WORDS.some((pattern) => pattern.test(words));
}

function failureOf(status: number, message: string, answer: RawAnswer, now: number): RequestFailure {
  const retryAfter = pauseIn(answer.headers, status, now);
  const pause = retryAfter === undefined ? {} : { retryAfter };
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 403) return { kind: 'forbidden' };
  if (status === 429) return { kind: 'throttled', ...pause };
  if (status === 413) return { kind: 'too_large', message };
  if (status === 408 || status >= 500) return { kind: 'failed', status, ...pause };
  if (message === '') return { kind: 'not_the_service', problem: `it answered ${status}`, status };
  return { kind: 'refused', status, message };
}

/** A limit may also be reported by what is left of it. */
function pauseIn(headers: RawAnswer['headers'], status: number, now: number): number | undefined {
  const requested = readRetryAfter(headers['retry-after'], now, headers['date']);
  if (requested !== undefined || status !== 429) return requested;
  const { remaining, renewsInMs } = readRateHeaders(headers, now);
  return remaining === 0 ? renewsInMs : undefined;
}

function readEnvelope(body: unknown, answer: RawAnswer, now: number): ReadAnswer {
  if (saysNoResult(body)) return { ...success(), nothing: 'absent' };
  const result = isFields(body) ? body.result : undefined;
  if (!isFields(body) || !isFields(result)) return passingPage('no "result" in it');
  const stated = Number(result.status ?? 200);
  const { records = 0 } = answer;
  // A count as text is accepted; without any count there is nothing to compare.
  const count = Number(result.result_count ?? records);
  const nothing = records === 0 && !(count > 0) ? nothingIn(result, stated) : undefined;
  if (Number.isInteger(stated) && stated !== 200 && nothing === undefined) {
    return { ok: false, failure: failureOf(stated, `status ${stated}`, answer, now) };
  }
  if (!isTakenOut(result.data) && nothing === undefined) {
    // Records that are counted but missing may come with the next attempt.
    if (count > 0 && (result.data ?? null) === null) return { ok: false, failure: { kind: 'cut_short' } };
    return notTheService(records > 0 ? 'it says "data" twice' : 'no list of records in it');
  }
  const pagingHint = hintsAtMore([body, result], answer.headers, records);
  const request = isFields(body.request) ? body.request : {};
  const echo = { parameters: request.parameters, endpointUri: result.endpoint_uri };
  const isOther =
    answer.requested !== undefined && answersAnother(echo, answer.requested.table, answer.requested.filter);
  // Some services count repeated records once, others twice.
  const isCounted = count === records || count === records - (answer.repeated ?? 0);
  return {
    ...success({ countDiffers: !isCounted, pagingHint, isOther }),
    ...(nothing === undefined ? {} : { nothing }),
  };
}

/** How an envelope without a list reports that nothing matches; undefined if it does not. */
function nothingIn(result: Record<string, unknown>, stated: number): EmptyMatchForm | undefined {
  if (stated === 204 || stated === 404) return stated === 204 ? '204' : '404';
  if (stated !== 200) return undefined;
  if (result.data === null) return 'null';
  const isThere = ['status', 'endpoint_uri', 'result_count'].some((name) => result[name] !== undefined);
  const isNone = result.data === undefined || result.data === '' || isEmpty(result.data);
  // A list under another name may be the records: that is not nothing.
  const isElsewhere = Object.values(result).some((value) => Array.isArray(value) && value.length > 0);
  return isNone && isThere && !isElsewhere ? 'absent' : undefined;
}

const isEmpty = (value: unknown): boolean => isFields(value) && Object.keys(value).length === 0;

const isEnvelope = (body: unknown): boolean => isFields(body) && isFields(body.result);

/** An envelope that echoes the query and has no result. */
function saysNoResult(body: unknown): boolean {
  if (!isFields(body) || !isFields(body.request) || !('result' in body)) return false;
  const { result } = body;
  return result === null || isEmpty(result) || (Array.isArray(result) && result.length === 0);
}

/** Whether this list is the one from which the records were taken: of two lists, JSON takes the later one. */
const isTakenOut = (data: unknown): boolean =>
  Array.isArray(data) && data.length === 1 && data[0] === TAKEN_OUT;

function unreadable(answer: RawAnswer): ReadAnswer {
  const start = answer.text.trimStart();
  const isPage = (answer.headers['content-type'] ?? '').includes('html') || start.startsWith('<');
  if (isPage) return passingPage('it is a web page');
  if (answer.problem === 'too_deep') return passingPage('it nests too deeply');
  if (answer.problem === 'not_records') return passingPage('no list of records in it');
  if (answer.problem === 'too_long') return passingPage('there is more around its records than they are');
  if (start === '' || start.startsWith('{')) return { ok: false, failure: { kind: 'cut_short' } };
  return passingPage('it is not JSON');
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

const notTheService = (problem: string): ReadAnswer => ({
  ok: false,
  failure: { kind: 'not_the_service', problem },
});

/**
 * A page with status 200 usually announces maintenance, or comes from a network that asks for a password: it may pass.
 */
const passingPage = (problem: string): ReadAnswer => ({
  ok: false,
  failure: { kind: 'not_the_service', problem, passing: true },
});
