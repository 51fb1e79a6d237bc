// The calendar of stored days: the state of each day of a date range, table by table. Sends no request.

import type { CalendarDay, DayState } from '#shared/bridge/downloads.ts';
import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Table } from '#shared/catalogue/table.ts';
import { isRacedate, racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import { dayOf, dayUnit, type StoredUnit } from '../../archive/coverage.ts';
import { daysWithoutReference } from '../verify/cross-check.ts';
import { withoutProven } from '../verify/round-numbers.ts';
import { daysShort, withoutLeft } from '../verify/shortfalls.ts';
import { dayState } from './day-state.ts';
import type { ArchiveContext } from '../query-context.ts';
import { knownDays, type KnownDays } from './idle-days.ts';
import { partsOf } from './reference-tables.ts';
import type { DateRange } from './reach.ts';
import { requestableDays } from '../range.ts';

/** Every day of the period, oldest first. Errors: ARCHIVE_FAILED. */
export async function calendarOf(
  context: ArchiveContext,
  tables: readonly Table[],
  period: DateRange,
): Promise<CalendarDay[][]> {
  const now = context.now();
  const days = [...racedatesBetween(period.from, period.to)];
  const known = await knownDays(context.archive, days, now);
  return Promise.all(
    tables.map(async (table) =>
      (await judged(context, table, days, known, now)).map(({ racedate, state, stored, reasons }) => ({
        racedate,
        state,
        records: stored?.records ?? 0,
        ...(stored ? { fetchedAt: stored.fetchedAt } : {}),
        ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
      })),
    ),
  );
}

export interface StoredDay {
  readonly racedate: string;
  readonly state: DayState;
  readonly stored: StoredUnit;
  /** Why it is incomplete, each once. */
  readonly reasons: readonly Incompleteness['reason'][];
}

/** Every day of the table that is stored, oldest first. Errors: ARCHIVE_FAILED. */
export async function storedDaysOf(context: ArchiveContext, table: Table): Promise<StoredDay[]> {
  const now = context.now();
  const units = [...(await context.archive.covered.all(table.code)).keys()];
  // A salvaged archive may have days that do not exist.
  const days = units.flatMap((unit) => dayOf(unit) ?? []).filter(isRacedate);
  days.sort();
  const known = await knownDays(context.archive, days, now);
  const found = await judged(context, table, days, known, now);
  return found.flatMap(({ stored, ...day }) => (stored === undefined ? [] : [{ ...day, stored }]));
}

/** `days`: in order. */
async function judged(
  context: ArchiveContext,
  table: Table,
  days: readonly string[],
  known: KnownDays,
  now: number,
): Promise<(Omit<StoredDay, 'stored'> & { readonly stored: StoredUnit | undefined })[]> {
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return [];
  const today = todayInTokyo(now);
  const units = days.map(dayUnit);
  const coverage = await withoutProven(context, table, await context.archive.coverage(table.code, units));
  const raced = await withoutLeft(context.archive, known.raced, coverage);
  const short = await daysShort(context.archive, table, { from, to }, today);
  const unchecked = await daysWithoutReference(context, partsOf([table], days, today));
  const requestable = new Set(requestableDays(table, { from, to }, today));
  return days.map((day) => {
    const stored = coverage.get(dayUnit(day));
    const facts = {
      table,
      day,
      stored,
      raced: raced.has(day),
      idle: known.idle.has(day),
      short: short.has(day),
      unchecked: unchecked.has(day),
      ahead: !requestable.has(day),
      now,
      today,
    };
    const reasons = new Set([
      ...(stored?.reasons ?? []).map(({ reason }) => reason),
      ...(short.get(day) ?? []),
      ...(facts.raced && stored?.records === 0 ? (['day_missing'] as const) : []),
      ...(facts.unchecked ? (['unchecked'] as const) : []),
    ]);
    const state = dayState(facts);
    return { racedate: day, state, stored, reasons: state === 'incomplete' ? [...reasons] : [] };
  });
}
