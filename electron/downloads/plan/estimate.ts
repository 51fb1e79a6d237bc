// Estimates a download before it begins: requests, days, records, seconds. Sends no request.

import type { DailyTable, TablePlan } from '#shared/bridge/downloads.ts';
import type { Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { isWeekend, spanDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../../archive/archive.ts';
import type { ArchiveContext } from '../query-context.ts';
import { partsBeside, planRange, type PlannedRange, type Want } from '../range.ts';
import { planReference } from './query-plan.ts';
import type { DateRange } from './reach.ts';
import { cut, isByDay } from './windows.ts';

/** A usual race day: two or three courses of twelve races with thirteen or fourteen runners. */
const RECORDS_A_DAY: { readonly [grain in Table['grain']]: number } = {
  meeting: 2.75,
  race: 33,
  horse: 450,
  master: 1,
};

/** From the network into the archive, on a slow machine. */
const RECORDS_A_SECOND = 5_000;

/** With this many stored days that have records, their average is better than the usual figure. */
const ENOUGH_DAYS = 3;

/** `perSecond`: requests that the service is known to accept. Errors: ARCHIVE_FAILED. */
export async function estimate(
  context: ArchiveContext,
  tables: readonly DailyTable[],
  period: DateRange,
  { want, perSecond }: { readonly want: Want; readonly perSecond: number },
): Promise<TablePlan[]> {
  const averages = await recordsADay(context.archive);
  const planOf = (table: Table, planned: PlannedRange): TablePlan =>
    tablePlan(table, period, planned, perSecond, averages.get(table.code));
  const own = await Promise.all(
    tables.map(async (code) =>
      planOf(TABLES[code], await planRange(context, TABLES[code], period, { want })),
    ),
  );
  const parts = partsBeside(tables, period, todayInTokyo(context.now()));
  const since = want === 'all' ? context.now() : undefined;
  const beside = await Promise.all(parts.map((part) => planReference(context, part, since)));
  return [
    ...own,
    ...beside
      .map((planned) => ({
        ...planOf(planned.table, planned),
        isCalendarKnown: true,
        isToCheck: true as const,
      }))
      .filter(({ requests }) => requests > 0),
  ];
}

function tablePlan(
  table: Table,
  period: DateRange,
  planned: PlannedRange,
  perSecond: number,
  average = RECORDS_A_DAY[table.grain],
): TablePlan {
  const requested = daysToRequest(planned);
  const requests = requestsFor(table, planned);
  const estimatedRecords = Math.round(racingDays(planned).length * average);
  const isUnknown = (day: string) => !planned.known.raced.has(day) && table.code !== 'd_ka';
  return {
    table: table.code as DailyTable,
    requests,
    days: requested.length,
    storedDays: spanDays(period.from, period.to) - requested.length,
    estimatedRecords,
    estimatedSeconds: requests / perSecond + estimatedRecords / RECORDS_A_SECOND,
    isCalendarKnown: !requested.some(isUnknown),
  };
}

/** The number of requests for the table itself, without those for its calendar. */
export function requestsFor(table: Table, planned: PlannedRange): number {
  const { plan, size } = planned;
  if (isByDay(table)) return racingDays(planned).length;
  return plan.toRequest.kind === 'days' ? cut(plan.toRequest.days, size.days, plan.toRequest.idle).length : 0;
}

/** The days expected to have racing: those known to, and weekend days about which nothing is known. */
const racingDays = (planned: PlannedRange): string[] =>
  daysToRequest(planned).filter((day) => planned.known.raced.has(day) || isWeekend(day));

const daysToRequest = ({ plan }: PlannedRange): readonly string[] =>
  plan.toRequest.kind === 'days' ? plan.toRequest.days : [];

/** The average by table over stored days with records; tables with too few such days are absent. */
async function recordsADay(archive: Pick<Archive, 'rows'>): Promise<ReadonlyMap<TableCode, number>> {
  const found = await archive.rows(
    `select table_code, avg(records) from coverage where starts_with(unit, 'day:') and records > 0
       group by table_code having count(*) >= ${ENOUGH_DAYS}`,
  );
  return new Map(found.map(([code, average]) => [String(code) as TableCode, Number(average)]));
}
