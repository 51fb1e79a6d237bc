// The consequences of an answer or a refusal: rechecks in parts, and reasons why a set is incomplete. Pure.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import type { RailbirdError } from '#shared/errors.ts';
import { isWeekend, spanDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { MOST_DAYS_APART } from '../../archive/known-since.ts';
import type { Answer } from '../../service-client/api-client.ts';
import { ApiError, type FailureKind } from '../../service-client/failure.ts';
import type { Recheck } from './recheck.ts';

/** Numbers of records at which a server that silently truncates an answer would stop. */
const ROUND_NUMBERS: ReadonlySet<number> = new Set([
  50, 100, 200, 250, 500, 1_000, 2_000, 2_500, 5_000, 10_000, 20_000, 25_000, 50_000, 100_000,
]);

/** Round enough for a recheck, but not all of them for a lasting reason. */
const isRoundish = (records: number): boolean =>
  ROUND_NUMBERS.has(records) ||
  (records >= 100 && records % 100 === 0) ||
  (records >= 64 && (records & (records - 1)) === 0);

/** The same window would fail again for the same reason; half of it may not. */
export const WORTH_HALVING: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'too_large',
  'timeout',
  'cut_short',
  'failed',
]);

/** The service refuses either the user or the length of the period: a smaller request shows which. */
export const OF_USER_OR_SPAN: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'refused',
  'forbidden',
  'throttled',
  'not_the_service',
]);

/** A period of one day may be refused for being one. */
export const MAY_BE_OF_ONE_DAY: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'refused',
  'not_the_service',
  'failed',
]);

/** Failures of one window, which say nothing about the next. Any other failure would affect all windows. */
export const OF_THE_WINDOW: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'too_large',
  'refused',
  'out_of_bounds',
  'cut_short',
  'failed',
]);

/** Why an answer is rechecked in parts. */
export type Cause =
  | 'count'
  | 'paging'
  | 'round'
  | 'repeated'
  | 'duplicate'
  | 'other'
  /** Days are short by what else is stored. */
  | 'short'
  /** A day without a meeting has one when it is requested alone. */
  | 'quiet';

/** A window that is requested again in parts. */
export interface Cut {
  readonly whole: Filter;
  readonly causes: ReadonlySet<Cause>;
  /** Present if other windows may wait for its result. */
  readonly recheck?: Recheck;
  /** Parts that are not finished yet. */
  open: number;
  /** Whether the whole had records; the ends of an empty one prove nothing. */
  readonly hadRecords: boolean;
  /** Whether some part brought records that the whole lacked. */
  hasBrought: boolean;
  /** Parts whose answers are suspicious themselves. */
  readonly suspicious: { readonly filter: Filter; readonly suspicions: Suspicions }[];
}

export interface PartialAnswer {
  readonly cut: Cut;
  /** Distinct records of the whole, by day. */
  readonly had: ReadonlyMap<string, number>;
  /** Whether one more day is requested at either end. */
  readonly isWidened: boolean;
}

export interface Suspicions {
  readonly causes: ReadonlySet<Cause>;
  readonly shortDays: readonly string[];
}

export const NO_CAUSES: ReadonlySet<Cause> = new Set();
export const NO_SUSPICIONS: Suspicions = { causes: NO_CAUSES, shortDays: [] };

/** There is no racing around New Year. */
export const isRacingWeekend = (day: string): boolean => {
  const date = day.slice(4);
  return isWeekend(day) && date < '1229' && date > '0104';
};

export const kindOf = (answer: Answer | RailbirdError): FailureKind | undefined =>
  answer instanceof ApiError ? answer.failure.kind : undefined;

export const isPassing = (error: RailbirdError): boolean =>
  error instanceof ApiError && error.failure.kind === 'not_the_service' && error.failure.passing === true;

/** `atOnce`: how many records the service is known to answer at once, so that it does not stop at fewer. */
export function reasonsOf(filter: Filter, answer: Answer, atOnce = 0): readonly Incompleteness[] {
  const where = nameOfWindow(filter);
  const reasons: Incompleteness[] = [];
  if (answer.countDiffers) reasons.push({ reason: 'count_differs', where });
  if (answer.pagingHint) reasons.push({ reason: 'paging_hint', where });
  const records = answer.records + answer.quarantined;
  if (ROUND_NUMBERS.has(records) && records >= atOnce) reasons.push({ reason: 'round_number', where });
  for (const reason of answer.anomalies) reasons.push({ reason, where });
  if (isOfUnfinishedDay(filter, answer)) reasons.push({ reason: 'clock_ahead', where });
  return reasons;
}

/**
 * Whether this computer's clock is ahead of the service's across a midnight in Tokyo, so that a day counts as over that
 * is not. The records of that day would count as final. A request for a race or a horse names no day and may concern
 * any.
 */
function isOfUnfinishedDay(filter: Filter, { fetchedAt, servedAt = fetchedAt }: Answer): boolean {
  const [here, there] = [todayInTokyo(fetchedAt), todayInTokyo(servedAt)];
  if (there >= here || spanDays(there, here) > MOST_DAYS_APART) return false;
  const { racedate, start_racedate: from = racedate ?? there, end_racedate: to = racedate ?? there } = filter;
  return from < here && to >= there;
}

/** A window in the form that the user knows. */
export function nameOfWindow(filter: Filter): string {
  const { start_racedate: from, end_racedate: to } = filter;
  if (from !== undefined && to !== undefined) return from === to ? from : `${from}-${to}`;
  return filter.racekey ?? filter.horse_id ?? filter.kettonum ?? filter.racedate ?? '';
}

/** Anomalies of the answer itself. */
export function causesIn(answer: Answer): Set<Cause> {
  const causes = new Set<Cause>();
  if (answer.countDiffers) causes.add('count');
  if (answer.pagingHint) causes.add('paging');
  if (isRoundish(answer.records + answer.quarantined)) causes.add('round');
  if (answer.repeated > 0) causes.add('repeated');
  if (answer.anomalies.includes('duplicate_keys')) causes.add('duplicate');
  if (answer.anomalies.includes('other_question')) causes.add('other');
  return causes;
}
