// Whether what is stored may stand for the service's answer (docs/decisions.md, "what is final"). Pure.

import type { Table } from '#shared/catalogue/table.ts';
import { isRacedate, spanDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { StoredUnit } from '../../archive/coverage.ts';
import { EMPTY_DAYS } from '../../archive/final-days.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** For a day that is being raced, or was when it was fetched, and for incomplete answers. */
const RACE_DAY_MS = MINUTE;
/** Cards of coming days change occasionally. */
const COMING_DAY_MS = 10 * MINUTE;
/** Indices are published days after the race; archive/provisional.ts says how long they are expected. */
const PROVISIONAL_MS = 6 * HOUR;
/** An empty answer soon after a day may only mean that its data is not published yet. */
const EMPTY_MS = HOUR;
/** A past table may be filled in parts: a recent day that is short by what else is stored. */
const SHORT_MS = HOUR;
/** A horse's master record changes with its races and owners. */
const MASTER_MS = 24 * HOUR;

/** Past days are final, unless they were fetched too early, are empty and recent, provisional or incomplete. */
export function isFresh(
  table: Table,
  stored: StoredUnit,
  at: { readonly now: number; readonly today: string },
): boolean {
  const age = at.now - stored.fetchedAt;
  // The clock was set back since, so ages cannot be trusted.
  if (age < 0) return false;
  if (stored.reasons.length > 0) return age < RACE_DAY_MS;
  if (table.grain === 'master') return age < MASTER_MS;
  const day = stored.lastDay;
  // A date that does not exist says nothing about its age.
  if (day === undefined || !isRacedate(day)) return age < RACE_DAY_MS;
  if (day > at.today) return age < COMING_DAY_MS;
  if (isBeforeEnd(stored)) return age < RACE_DAY_MS;
  const fetchedOn = dayInTokyo(stored.fetchedAt);
  if (stored.records === 0 && spanDays(day, fetchedOn) <= EMPTY_DAYS) return age < EMPTY_MS;
  if (stored.provisional > 0) return age < PROVISIONAL_MS;
  return true;
}

/** Whether a day that is short is requested again. */
export const mayBeFilled = ({ fetchedAt }: Pick<StoredUnit, 'fetchedAt'>, now: number): boolean =>
  now - fetchedAt >= SHORT_MS;

/** Whether it was fetched before its day was over, so that the day may have more or other records by now. */
export const isBeforeEnd = ({ lastDay, fetchedAt }: StoredUnit): boolean =>
  lastDay !== undefined && isRacedate(lastDay) && dayInTokyo(fetchedAt) <= lastDay;

/** The same of a day that is over by now: what was fetched can never have been the whole day. */
export const hasEndedSince = (stored: StoredUnit, today: string): boolean =>
  stored.lastDay !== undefined && stored.lastDay < today && isBeforeEnd(stored);

/** Caches one value: the days of one answer were fetched at the same moment, and years of them are checked together. */
let lastDay = { at: Number.NaN, day: '' };

function dayInTokyo(at: number): string {
  if (at !== lastDay.at) lastDay = { at, day: todayInTokyo(at) };
  return lastDay.day;
}
