// Which table of a pair has a day: the t tables have today and the coming days, the d tables the past.

import type { ResultSource } from '#shared/bridge/source.ts';
import type { TableCode } from '#shared/catalogue/table.ts';

/** The kinds of record of a day, with the name of the past table if there is one. */
const TABLES_OF = {
  race: { present: 't_ra', past: 'd_ra' },
  meeting: { present: 't_ka', past: 'd_ka' },
  entry: { present: 't_ky', past: 'd_ky' },
  prerace: { present: 't_pd' },
  training: { present: 't_ch' },
  previous: { present: 't_ze' },
  previousNotes: { present: 't_zk', past: 'd_zk' },
  result: { present: 't_se', past: 'd_se' },
  payoff: { present: 't_hj', past: 'd_hj' },
} as const satisfies Record<string, { present: TableCode; past?: TableCode }>;

export type DayKind = keyof typeof TABLES_OF;

/** The table that holds this kind of record for a race date (YYYYMMDD, as is `today`, both in Tokyo). */
export function tableForDay(kind: DayKind, racedate: string, today: string): TableCode {
  const tables: { present: TableCode; past?: TableCode } = TABLES_OF[kind];
  return racedate < today ? (tables.past ?? tables.present) : tables.present;
}

/** One day's records of a kind: a past table takes a period, a present one a race date (section 4.2). */
export function sourceForDay(kind: DayKind, racedate: string, today: string): ResultSource {
  const table = tableForDay(kind, racedate, today);
  const filter = table.startsWith('d_') ? { start_racedate: racedate, end_racedate: racedate } : { racedate };
  return { kind: 'table', table, filter };
}
