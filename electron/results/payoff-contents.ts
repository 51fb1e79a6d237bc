// Payoffs over a period, one row for each winning combination: from d_hj (t_hj for today, and for recent days that the
// past table does not have yet), with the conditions of the races. A race whose conditions are not stored still
// appears.

import { DERIVED } from '#shared/catalogue/derived.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { addDays, isRacedate, racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import type { StoredUnit } from '../archive/coverage.ts';
import { unique } from '../downloads/verify/coverage-report.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import { isOfTheService, runQuery, type QueryOptions, type QueryReport } from '../downloads/query.ts';
import { sumProgress } from '../downloads/fetch/fetched.ts';
import { shortfalls } from '../downloads/verify/shortfalls.ts';
import { memoryContents } from './memory-contents.ts';
import type { Contents } from './open-result.ts';
import { readPayoffLines, type PayoffsSource } from './payoff-lines.ts';
import { totals } from './table-contents.ts';

/** How long after a day its payoffs may still be only in the day's own table. */
const RECENT_DAYS = 7;

const TABLES_OF_PAYOFFS = (['payoff', 'race'] as const).flatMap(tablesOfDay);

/** Errors: as `runQuery`. */
export async function payoffContents(
  context: QueryContext,
  source: PayoffsSource,
  options: QueryOptions,
): Promise<Contents> {
  checkPeriod(source);
  const today = todayInTokyo(context.now());
  const together = sumProgress(options.onProgress);
  const query = (code: TableCode, filter: Filter) =>
    runQuery(context, code, filter, { ...options, crossCheck: true, onProgress: together() });
  const past = pastPart(source, addDays(today, -1));
  // The conditions of the races come with the program that the payoffs are checked against.
  const ofPast = past ? await query('d_hj', past) : undefined;
  const late = lateDays(source, today, ofPast?.stored ?? []);
  // A day that cannot be fetched is reported as missing if there are past days, and is an error without them.
  const ofDays = await Promise.all(
    late.map((racedate) => {
      const querying = query('t_hj', { racedate });
      return past ? orMissing(querying, racedate) : querying;
    }),
  );
  const { changes } = context.archive;
  const period = { start_racedate: source.from, end_racedate: source.to };
  const reads = TABLES_OF_PAYOFFS.map((table) => ({ table, filter: period }));
  const origin = { reads, changes, asOf: changes.count };
  const rows = await readPayoffLines(context.archive, source);
  const report = [ofPast, ...ofDays].filter((each) => each !== undefined);
  const missing = report.flatMap((each) => each.missing);
  const short = past ? await shortfalls(context.archive, TABLES.d_hj, past, today, missing) : [];
  const paidOn = new Set(rows.map((row) => row.racedate));
  const account = {
    reasons: unique([
      ...report.flatMap((each) => each.reasons),
      ...report.flatMap((each) => each.unchecked),
      // The day's own table may have what the past table lacks.
      ...short.filter((each) => !paidOn.has(each.where)),
    ]),
    provisional: 0,
    ...totals(report.flatMap((each) => each.stored)),
    windows: {
      fetched: report.reduce((sum, each) => sum + each.windows.fetched, 0),
      stored: report.reduce((sum, each) => sum + each.windows.stored, 0),
    },
  };
  return memoryContents(DERIVED.payoff_line.columns, rows, account, origin);
}

/** Reports what could not be fetched, instead of failing the rest. */
async function orMissing(querying: Promise<QueryReport>, where: string): Promise<QueryReport> {
  try {
    return await querying;
  } catch (error) {
    if (!isOfTheService(error)) throw error;
    return {
      stored: [],
      missing: [],
      reasons: [{ reason: 'not_fetched', where }],
      unchecked: [],
      windows: { fetched: 0, stored: 0 },
    };
  }
}

function checkPeriod({ from, to }: PayoffsSource): void {
  if (isRacedate(from) && isRacedate(to) && from <= to) return;
  throw new RailbirdError('INVALID_FILTER', {
    problem:
      'A period of two calendar days, the first not after the last / 実在する日付で、開始日は終了日以前にしてください',
  });
}

function pastPart({ from, to }: PayoffsSource, yesterday: string): Filter | undefined {
  const last = to < yesterday ? to : yesterday;
  return from <= last ? { start_racedate: from, end_racedate: last } : undefined;
}

/** Days whose payoffs are requested one by one: today, and recent days on which the past table is empty. */
function lateDays({ from, to }: PayoffsSource, today: string, past: readonly StoredUnit[]): string[] {
  const empty = new Set(past.filter((each) => each.records === 0).map((each) => each.lastDay));
  const first = addDays(today, -RECENT_DAYS);
  return [...racedatesBetween(from > first ? from : first, to < today ? to : today)].filter(
    (day) => day === today || empty.has(day),
  );
}
