// What is stored of the race days of a month, for the calendar of the date field. Pure.

import type { DailyTable, TableCalendar } from '#shared/bridge/downloads.ts';
import { tablesForDay, tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';

/** All of the day's records, some, or none but its meetings, which are the calendar itself. */
export const DAY_COVERAGES = ['whole', 'part', 'none'] as const;

export type DayCoverage = (typeof DAY_COVERAGES)[number];

/** What a day is looked up for; pre-race data and the rest of a card are in no past table. */
const RECORDS = ['race', 'entry', 'result', 'payoff'] as const satisfies readonly DayRecord[];

const isDaily = (table: string): table is DailyTable => table !== 'm_uk';

export const COVERAGE_TABLES: DailyTable[] = [...RECORDS, 'meeting' as const]
  .flatMap(tablesOfDay)
  .filter(isDaily);

export interface MonthCoverage {
  /** The days that are known to have racing. */
  readonly days: ReadonlyMap<string, DayCoverage>;
  /** Of each day until today it is known whether it has racing. */
  readonly isKnown: boolean;
}

type StoredDay = TableCalendar['days'][number];

export function monthCoverage(calendars: readonly TableCalendar[], today: string): MonthCoverage {
  const byTable = new Map(
    calendars.map(({ table, days }) => [table as string, new Map(days.map((day) => [day.racedate, day]))]),
  );
  const racedates = new Set(calendars.flatMap(({ days }) => days.map(({ racedate }) => racedate)));
  const days = new Map<string, DayCoverage>();
  let isKnown = true;
  for (const racedate of [...racedates].toSorted()) {
    const all = [...byTable.values()].flatMap((table) => table.get(racedate) ?? []);
    const of = (record: DayRecord): StoredDay[] =>
      tablesForDay(record, racedate, today).flatMap((table) => byTable.get(table)?.get(racedate) ?? []);
    if (all.some(({ records }) => records > 0)) days.set(racedate, coverageOf(of));
    else if (racedate <= today && !of('meeting').some(isAnswered)) isKnown = false;
  }
  return { days, isKnown };
}

const isAnswered = ({ state, fetchedAt }: StoredDay): boolean =>
  state === 'no_racing' || fetchedAt !== undefined;

/** A record may be in either of two tables for some days after its day. */
function coverageOf(of: (record: DayRecord) => readonly StoredDay[]): DayCoverage {
  const isWhole = (record: DayRecord): boolean => of(record).some(({ state }) => state === 'complete');
  if (RECORDS.every(isWhole) && isWhole('meeting')) return 'whole';
  const has = (record: DayRecord): boolean => of(record).some(({ records }) => records > 0);
  return RECORDS.some(has) ? 'part' : 'none';
}
