// Fetches what a subject is made of for a few days, as its tables would be: from the past tables for past days, from the
// present ones for the others and for recent days that the past tables do not have yet.

import type { Incompleteness } from '#shared/bridge/results.ts';
import { DAY_TABLES, tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { addDays, racedatesBetween, spanDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { sumProgress } from '../downloads/fetch/fetched.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import { isOfTheService, runQuery, type QueryOptions, type QueryReport } from '../downloads/query.ts';

/** A longer period is what downloads are for: they can be planned, paused and resumed. */
const MOST_DAYS = 7;
/** How long after a day its records may still be only in the present table. */
const RECENT_DAYS = 7;
/** Records that exist only once a race was run. */
const OUTCOMES: ReadonlySet<DayRecord> = new Set(['result', 'payoff']);

/** Inclusive, YYYYMMDD. */
interface Period {
  readonly from: string;
  readonly to: string;
}

/** Requests nothing for a long period. Returns why records may be missing. Errors: CANCELLED, ARCHIVE_FAILED. */
export async function fetchSubject(
  context: QueryContext,
  records: readonly DayRecord[],
  { from, to }: Period,
  options: QueryOptions,
): Promise<readonly Incompleteness[]> {
  if (spanDays(from, to) > MOST_DAYS) return [];
  const today = todayInTokyo(context.now());
  const together = sumProgress(options.onProgress);
  const reasons = await Promise.all(
    records.map((record) =>
      fetchRecord(context, record, { from, to }, today, {
        ...options,
        crossCheck: true,
        onProgress: together(),
      }),
    ),
  );
  return reasons.flat();
}

async function fetchRecord(
  context: QueryContext,
  record: DayRecord,
  { from, to }: Period,
  today: string,
  options: QueryOptions,
): Promise<readonly Incompleteness[]> {
  const { present } = DAY_TABLES[record];
  const past = tablesOfDay(record).find((code) => code !== present);
  const lastPast = past === undefined ? '' : min(to, addDays(today, -1));
  const reports: QueryReport[] = [];
  const query = async (code: TableCode, filter: Filter) => {
    const report = await queried(context, code, filter, options);
    reports.push(report);
    return report;
  };
  const late = new Set<string>();
  if (past !== undefined && from <= lastPast) {
    const { stored } = await query(past, { start_racedate: from, end_racedate: lastPast });
    const recent = addDays(today, -RECENT_DAYS);
    for (const { records, lastDay } of stored)
      if (records === 0 && lastDay !== undefined && lastDay >= recent) late.add(lastDay);
  }
  const days = [...racedatesBetween(from, to)].filter((day) => day > lastPast || late.has(day));
  const exist = days.filter((day) => day <= today || !OUTCOMES.has(record));
  await Promise.all(exist.map((racedate) => query(present, { racedate })));
  return reports.flatMap((report) => [...report.reasons, ...report.unchecked]);
}

const min = (a: string, b: string): string => (a < b ? a : b);

/** What could not be fetched is reported by day, from what the archive has afterwards. */
async function queried(
  context: QueryContext,
  code: TableCode,
  filter: Filter,
  options: QueryOptions,
): Promise<QueryReport> {
  try {
    return await runQuery(context, code, filter, options);
  } catch (error) {
    if (!isOfTheService(error)) throw error;
    return { stored: [], missing: [], reasons: [], unchecked: [], windows: { fetched: 0, stored: 0 } };
  }
}
