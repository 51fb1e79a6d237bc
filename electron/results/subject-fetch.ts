// Fetches what a subject is made of for a few days, as its tables would be: from the past tables for past days, from the
// present ones for the others and for recent days that the past tables do not have yet, or only in part.

import type { Incompleteness, Summary } from '#shared/bridge/results.ts';
import { DAY_TABLES, isRecentPast, tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { mostFetchedDays } from '#shared/catalogue/subjects/fetched-days.ts';
import type { Subject } from '#shared/catalogue/subjects/subject.ts';
import type { RailbirdError } from '#shared/errors.ts';
import { addDays, racedatesBetween, spanDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { StoredUnit } from '../archive/coverage.ts';
import { sumProgress } from '../downloads/fetch/fetched.ts';
import { DAYS_AHEAD } from '../downloads/plan/reach.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import { isOfTheService, runQuery, type QueryOptions, type QueryReport } from '../downloads/query.ts';
import { gapsIn, OUTCOMES } from './missing-records.ts';

/** Inclusive, YYYYMMDD. */
interface Period {
  readonly from: string;
  readonly to: string;
}

export interface Fetched {
  /** Why records may be missing. */
  readonly reasons: readonly Incompleteness[];
  /** Days that are not stored of a record. */
  readonly missing: readonly string[];
  readonly windows: Summary['windows'];
  /** The first failure of a record of which nothing could be fetched or read. */
  readonly failure?: RailbirdError;
}

/** Undefined for a long period: it requests nothing. Errors: CANCELLED, ARCHIVE_FAILED. */
export async function fetchSubject(
  context: QueryContext,
  { requires, uses, isOfOutcomes }: Subject,
  { from, to }: Period,
  options: QueryOptions,
): Promise<Fetched | undefined> {
  const records = [...requires, ...uses];
  if (spanDays(from, to) > mostFetchedDays({ requires, uses })) return undefined;
  const today = todayInTokyo(context.now());
  const last = min(to, isOfOutcomes ? today : addDays(today, DAYS_AHEAD));
  if (from > last) return undefined;
  const together = sumProgress(options.onProgress);
  const found = await Promise.all(
    records.map((record) =>
      fetchRecord(context, record, { from, to: last }, today, {
        ...options,
        crossCheck: true,
        onProgress: together(),
      }),
    ),
  );
  const [failure] = found.flatMap((each) => each.failure ?? []);
  const windows = { fetched: 0, stored: 0 };
  for (const each of found) {
    windows.fetched += each.windows.fetched;
    windows.stored += each.windows.stored;
  }
  return {
    reasons: found.flatMap((each) => each.reasons),
    missing: found.flatMap((each) => each.missing),
    windows,
    ...(failure === undefined ? {} : { failure }),
  };
}

async function fetchRecord(
  context: QueryContext,
  record: DayRecord,
  { from, to }: Period,
  today: string,
  options: QueryOptions,
): Promise<Fetched> {
  const { present } = DAY_TABLES[record];
  const past = tablesOfDay(record).find((code) => code !== present);
  const lastPast = past === undefined ? '' : min(to, addDays(today, -1));
  const reports: QueryReport[] = [];
  const failures: RailbirdError[] = [];
  const reasons: Incompleteness[] = [];
  /** Past days that could not be fetched are reported from what the archive has afterwards. */
  const query = async (code: TableCode, filter: Filter): Promise<readonly StoredUnit[]> => {
    try {
      const report = await runQuery(context, code, filter, options);
      reports.push(report);
      return report.stored;
    } catch (error) {
      if (!isOfTheService(error)) throw error;
      failures.push(error);
      const { racedate } = filter;
      if (racedate !== undefined && racedate >= today)
        reasons.push({ reason: 'not_fetched', where: racedate });
      return [];
    }
  };
  const late = new Set<string>();
  if (past !== undefined && from <= lastPast) {
    const stored = await query(past, { start_racedate: from, end_racedate: lastPast });
    const recent = stored.filter(({ lastDay = '' }) => isRecentPast(lastDay, today));
    for (const { records, lastDay = '' } of recent) if (records === 0) late.add(lastDay);
    const [first] = recent;
    if (first?.lastDay !== undefined)
      for (const { day } of await gapsIn(context.archive, past, { from: first.lastDay, to: lastPast }, today))
        if (isRecentPast(day, today)) late.add(day);
  }
  const days = [...racedatesBetween(from, to)].filter((day) => day > lastPast || late.has(day));
  const exist = days.filter((day) => day <= today || !isOutcome(record));
  await Promise.all(exist.map((racedate) => query(present, { racedate })));
  const [failure] = reports.length === 0 ? failures : [];
  return {
    reasons: [...reasons, ...reports.flatMap((report) => [...report.reasons, ...report.unchecked])],
    missing: reports.flatMap((report) => report.missing),
    windows: {
      fetched: reports.reduce((sum, report) => sum + report.windows.fetched, 0),
      stored: reports.reduce((sum, report) => sum + report.windows.stored, 0),
    },
    ...(failure === undefined ? {} : { failure }),
  };
}

const isOutcome = (record: DayRecord): boolean => OUTCOMES.some((each) => each === record);

const min = (a: string, b: string): string => (a < b ? a : b);
