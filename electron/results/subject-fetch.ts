// Fetches what a subject is made of for a few days, as its tables would be: from the past tables for past days, from the
// present ones for the others and for recent days that the past tables do not have yet, or only in part.

import type { Incompleteness, Summary } from '#shared/bridge/results.ts';
import {
  DAY_TABLES,
  isRecentPast,
  pairOfDay,
  tablesOfDay,
  type DayRecord,
} from '#shared/catalogue/day-tables.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { mostFetchedDays } from '#shared/catalogue/subjects/fetched-days.ts';
import type { Subject } from '#shared/catalogue/subjects/subject.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { RailbirdError } from '#shared/errors.ts';
import { addDays, racedatesBetween, spanDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import type { StoredUnit } from '../archive/coverage.ts';
import { quoted } from '../archive/filter-sql.ts';
import { sumProgress } from '../downloads/fetch/fetched.ts';
import { DAYS_AHEAD } from '../downloads/plan/reach.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import { raceGaps, type RaceGap } from '../downloads/verify/race-gaps.ts';
import { shortfalls } from '../downloads/verify/shortfalls.ts';
import { isOfTheService, runQuery, type QueryOptions, type QueryReport } from '../downloads/query.ts';

/** Records that exist only once a race was run. */
const OUTCOMES = ['result', 'payoff'] as const;

/** Inclusive, YYYYMMDD. */
interface Period {
  readonly from: string;
  readonly to: string;
}

export interface Fetched {
  /** Why records may be missing. */
  readonly reasons: readonly Incompleteness[];
  readonly windows: Summary['windows'];
  /** The first failure of a record of which nothing could be fetched or read. */
  readonly failure?: RailbirdError;
}

const NOTHING: Fetched = { reasons: [], windows: { fetched: 0, stored: 0 } };

/** Requests nothing for a long period. Errors: CANCELLED, ARCHIVE_FAILED. */
export async function fetchSubject(
  context: QueryContext,
  { requires, uses, isOfOutcomes }: Subject,
  { from, to }: Period,
  options: QueryOptions,
): Promise<Fetched> {
  const records = [...requires, ...uses];
  if (spanDays(from, to) > mostFetchedDays({ requires, uses })) return NOTHING;
  const today = todayInTokyo(context.now());
  const last = min(to, isOfOutcomes ? today : addDays(today, DAYS_AHEAD));
  if (from > last) return NOTHING;
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
  // A race without payoffs or a runner without a result has no row, so its absence would not be seen; it is told from what
  // the others brought.
  const past = { from, to: min(last, addDays(today, -1)) };
  const short: Incompleteness[] = [];
  if (past.from <= past.to)
    for (const record of OUTCOMES)
      if (records.includes(record))
        short.push(...(await shortOf(context.archive, record, past, today, found.flatMap((each) => each.missing)))); // prettier-ignore
  const windows = { fetched: 0, stored: 0 };
  for (const each of found) {
    windows.fetched += each.windows.fetched;
    windows.stored += each.windows.stored;
  }
  return {
    reasons: [...found.flatMap((each) => each.reasons), ...short],
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
): Promise<Fetched & Pick<QueryReport, 'missing'>> {
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

type Reader = Pick<Archive, 'rows' | 'facts' | 'coverage' | 'blocks'>;

/** Days, races and runners that neither table of a record has, by what else is stored. */
async function shortOf(
  archive: Reader,
  record: 'result' | 'payoff',
  { from, to }: Period,
  today: string,
  missing: readonly string[],
): Promise<readonly Incompleteness[]> {
  const [past, present] = pairOfDay(record);
  const filter = { start_racedate: from, end_racedate: to };
  const short = await shortfalls(archive, TABLES[past], filter, today, missing);
  if (short.length === 0) return [];
  const days = await daysIn(archive, present, { from, to });
  if (days.size === 0) return short;
  const gaps = await gapsIn(archive, present, { from, to }, today);
  const lacking = new Set(gaps.map(({ name }) => name));
  const isInPresent = ({ reason, where }: Incompleteness): boolean =>
    days.has(where) || (OF_RACES_SHORT.has(reason) && !lacking.has(where));
  return short.filter((each) => !isInPresent(each));
}

const OF_RACES_SHORT: ReadonlySet<Incompleteness['reason']> = new Set(['race_missing', 'headcount_differs']);

const gapsIn = (
  archive: Reader,
  code: TableCode,
  { from, to }: Period,
  today: string,
): Promise<readonly RaceGap[]> =>
  raceGaps(archive, TABLES[code], { start_racedate: from, end_racedate: to }, today);

/** The days on which the table has records. */
async function daysIn(
  archive: Pick<Archive, 'rows' | 'facts'>,
  code: TableCode,
  { from, to }: Period,
): Promise<ReadonlySet<string>> {
  const rows = await archive.rows(
    `select distinct racedate from ${quoted(code)} where racedate between ? and ?`,
    [from, to],
  );
  return new Set(rows.map(([day]) => String(day)));
}

const isOutcome = (record: DayRecord): boolean => OUTCOMES.some((each) => each === record);

const min = (a: string, b: string): string => (a < b ? a : b);
