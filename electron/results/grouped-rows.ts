// The groups of a result as rows, for a file: all of them, in the order of the request.

import type { GroupsRequest } from '#shared/bridge/group-figures.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { ShownText } from '#shared/exports/file-columns.ts';
import { groupColumns, groupText, totalCells } from '#shared/exports/group-columns.ts';
import type { Language } from '#shared/text.ts';
import type { Result } from './result.ts';

export interface GroupedRows {
  readonly source: ResultSource;
  readonly columns: readonly Column[];
  /** Of the rows that are grouped, with the columns of the groups. */
  readonly summary: Summary;
  readonly rows: number;
  /** The texts of the screen, which writes groups otherwise than records. */
  readonly shown: ShownText;
  cells(names: readonly string[], from: number, count: number): Promise<(string | null)[][]>;
}

interface GroupedOptions {
  /** The last row is then that of all rows, named in this language, as on screen. */
  readonly totalIn?: Language;
  readonly signal: AbortSignal;
}

/** Errors: RESULT_CLOSED if the result lacks a column that it is to be grouped by, CANCELLED, those of reading. */
export async function groupedRows(
  result: Result,
  { by, measures = [], order }: GroupsRequest,
  { totalIn, signal }: GroupedOptions,
): Promise<GroupedRows> {
  const columnOf = (name: string) => result.columns.find((column) => column.name === name);
  const keys = by.flatMap((name) => columnOf(name) ?? []);
  if (keys.length < by.length) throw new RailbirdError('RESULT_CLOSED');
  const limit = Number.MAX_SAFE_INTEGER;
  const { groups, whole } = await result.query('groups', { by, measures, order, limit }, signal);
  const columns = groupColumns({ by: keys, mean: columnOf(measures[0] ?? '') }, whole);
  // The rows may be grouped by the column beside as well: then its own cells count.
  const readers = new Map([
    ...columns.flatMap(({ column, beside }) =>
      column.beside === undefined || beside === undefined ? [] : [[column.beside, beside] as const],
    ),
    ...columns.map(({ column, raw }) => [column.name, raw] as const),
  ]);
  const byName = new Map(columns.map((each) => [each.column.name, each]));
  const total = totalIn === undefined ? undefined : totalCells(columns, whole, totalIn);
  const rows = groups.length + (total === undefined ? 0 : 1);
  return {
    source: result.source,
    columns: columns.map(({ column }) => column),
    summary: {
      ...result.summary,
      records: rows,
      columns: columns.map(({ column }) => ({ name: column.name, known: true })),
    },
    rows,
    shown: (column, ...cell) => groupText(byName.get(column.name) ?? { column, isKey: false }, ...cell),
    cells: async (names, from, count) =>
      names.map((name) => {
        const read = readers.get(name);
        const cells = groups.slice(from, from + count).map((group) => read?.(group) ?? null);
        if (total !== undefined && from + count >= rows) cells.push(total.get(name) ?? null);
        return cells;
      }),
  };
}
