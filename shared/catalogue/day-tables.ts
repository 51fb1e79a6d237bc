// The tables of each kind of record by day: the t tables have today and future days, the d tables the past
// (specification, section 4.2).

import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { addDays } from '#shared/racing/racedate.ts';

interface DayTables {
  readonly present: TableCode;
  /** Absent if the present table keeps its past days. */
  readonly past?: TableCode;
}

export const DAY_TABLES = {
  race: { present: 't_ra', past: 'd_ra' },
  meeting: { present: 't_ka', past: 'd_ka' },
  entry: { present: 't_ky', past: 'd_ky' },
  prerace: { present: 't_pd' },
  training: { present: 't_ch' },
  previous: { present: 't_ze' },
  previousNotes: { present: 't_zk', past: 'd_zk' },
  result: { present: 't_se', past: 'd_se' },
  payoff: { present: 't_hj', past: 'd_hj' },
} as const satisfies Record<string, DayTables>;

export type DayRecord = keyof typeof DAY_TABLES;

export const DAY_RECORDS = Object.keys(DAY_TABLES) as [DayRecord, ...DayRecord[]];

/** The tables of a kind of record, the past table first, because it has more fields for a day that both have. */
export function tablesOfDay(record: DayRecord): readonly TableCode[] {
  const { present, past }: DayTables = DAY_TABLES[record];
  return past === undefined ? [present] : [past, present];
}

type PairedRecord = {
  [Name in DayRecord]: (typeof DAY_TABLES)[Name] extends { past: TableCode } ? Name : never;
}[DayRecord];

/** Like `tablesOfDay`, for a kind of record with both tables. */
export function pairOfDay(record: PairedRecord): readonly [past: TableCode, present: TableCode] {
  const { present, past } = DAY_TABLES[record];
  return [past, present];
}

/** How long after a day its records may still be only in the present table. */
export const RECENT_DAYS = 7;

/** Whether the past tables may not have the day yet (YYYYMMDD in Tokyo, like `today`). */
export const isRecentPast = (racedate: string, today: string): boolean =>
  racedate < today && racedate >= addDays(today, -RECENT_DAYS);

/** The tables that may have this kind of record for a race date (YYYYMMDD in Tokyo, like `today`), the likelier first. */
export function tablesForDay(
  record: DayRecord,
  racedate: string,
  today: string,
): readonly [TableCode, ...TableCode[]] {
  const { present, past }: DayTables = DAY_TABLES[record];
  if (racedate >= today || past === undefined) return [present];
  return isRecentPast(racedate, today) ? [past, present] : [past];
}

/** The filter for one day of such a table: a past table takes a period, a present one a race date. */
export const filterForDay = (table: TableCode, racedate: string): Filter =>
  isPastTable(table) ? { start_racedate: racedate, end_racedate: racedate } : { racedate };

const PAST_OF: ReadonlyMap<TableCode, TableCode> = new Map(
  Object.values(DAY_TABLES).flatMap((tables: DayTables) =>
    tables.past === undefined ? [] : [[tables.present, tables.past] as const],
  ),
);
const PAST_TABLES: ReadonlySet<TableCode> = new Set(PAST_OF.values());

/** The table with the past days of a present table, if there is one. */
export const pastTableOf = (present: TableCode): TableCode | undefined => PAST_OF.get(present);

export const isPastTable = (table: TableCode): boolean => PAST_TABLES.has(table);
