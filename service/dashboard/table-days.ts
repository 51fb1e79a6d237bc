// Which days each table holds, and which race days it lacks. A race day is one of which any table of races holds
// something; a table lacks it if it holds earlier and later days.

import { TABLE_CODES } from '#shared/catalogue/table.ts';
import type { DayCount, StoredDays } from '../store/store.ts';
import type { TableDays } from './deps.ts';

/** The tables that list the races and meetings of a day, by which race days are known. */
const PROGRAMS = ['t_ra', 'd_ra', 't_ka', 'd_ka'] as const;

export async function tableDays(store: StoredDays): Promise<TableDays[]> {
  const stored = await Promise.all(
    TABLE_CODES.map(async (table) => [table, await store.storedDays(table)] as const),
  );
  const raceDays = stored
    .filter(([table]) => (PROGRAMS as readonly string[]).includes(table))
    .flatMap(([, days]) => days.map(({ racedate }) => racedate));
  return stored.map(([table, days]) => ({ table, ...summary(days, raceDays) }));
}

function summary(days: readonly DayCount[], raceDays: readonly string[]): Omit<TableDays, 'table'> {
  const dated = days.filter(({ racedate }) => racedate !== '').map(({ racedate }) => racedate);
  const first = dated[0];
  const last = dated.at(-1);
  const has = new Set(dated);
  const isBetween = (day: string) => first !== undefined && last !== undefined && first < day && day < last;
  return {
    records: days.reduce((sum, { records }) => sum + records, 0),
    days: dated.length,
    first,
    last,
    gaps: [...new Set(raceDays)].filter((day) => isBetween(day) && !has.has(day)).toSorted(),
  };
}
