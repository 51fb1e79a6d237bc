// A fake `results.read` over tables written as objects.

import type { RaceDay } from '#shared/bridge/days.ts';
import type { Sheet } from '#shared/bridge/results.ts';
import type { RecordSource, ResultSource } from '#shared/bridge/source.ts';
import { filterForDay, tablesForDay, tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { sheetOf, type Row } from './sheet-of.ts';

type TableSource = Extract<ResultSource, { kind: 'table' }>;

interface ReadInput {
  readonly source: ResultSource | RecordSource;
  readonly columns?: readonly string[] | undefined;
}

const pick = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));

/** Reads the wanted columns as the main process does: of a race or a day, the first of its tables that has rows, the past one first. */
export function readTables(
  rowsOf: (table: TableCode, filter: TableSource['filter']) => readonly Row[],
  today: string,
  more: (table: TableCode) => Partial<Sheet> = () => ({}),
) {
  const candidates = (source: ResultSource | RecordSource): readonly TableSource[] => {
    if (source.kind === 'table') return [source];
    if (source.kind === 'race')
      return tablesOfDay(source.record).map((table) => ({
        kind: 'table',
        table,
        filter: { racekey: source.racekey },
      }));
    if (source.kind !== 'day') return [];
    const { racedate } = source;
    return tablesForDay(source.record, racedate, today).map((table) => ({
      kind: 'table',
      table,
      filter: filterForDay(table, racedate),
    }));
  };
  return async ({ source, columns }: ReadInput): Promise<Sheet> => {
    const read = candidates(source).map((each) => ({ each, rows: rowsOf(each.table, each.filter) }));
    const found = read.find(({ rows }) => rows.length > 0) ?? read[0];
    if (found === undefined) return sheetOf([]);
    const rows = columns === undefined ? found.rows : found.rows.map((row) => pick(row, columns));
    return sheetOf(rows, { source: found.each, ...more(found.each.table) });
  };
}

/** Answers, as the main process does, the race days of the requested period only. */
export const calendarOf =
  (days: readonly RaceDay[]) =>
  async ({ from, to }: { readonly from: string; readonly to: string }) => ({
    days: days.filter(({ racedate }) => racedate >= from && racedate <= to),
    unknown: [],
  });
