// Where a grid's cells come from. A grid stores no rows: it reads what is on screen from a source.

import type { Sheet } from '#shared/bridge/results.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { isSet, readNumber } from '#shared/catalogue/reading.ts';

/** A stretch of cells: rows from `from`, `count` of them, of the named columns. */
export interface CellRange {
  readonly from: number;
  readonly count: number;
  readonly columns: readonly string[];
}

/** `cells[c][r]`: column c of the range, row `from + r`. */
export type Cells = readonly (readonly (string | null)[])[];

export interface RowSource {
  readonly rows: number;
  /** Raw text, null, or undefined while the cell is not loaded. */
  cell(row: number, column: string): string | null | undefined;
  /**
   * Reports the range on screen, `to` excluded, so that the source can load it, and which columns beside it may be
   * next. Sources with all cells in memory ignore it.
   */
  show(from: number, to: number, columns: readonly string[], near?: readonly string[]): void;
  /** Loads cells wherever they are; sources with all cells in memory need none. */
  cellsOf?(range: CellRange): Promise<Cells>;
  /** How many rows its records moved down from those of the source that it replaces, so that a grid scrolls along. */
  movedFrom?(before: RowSource): number;
  subscribe(listener: () => void): () => void;
  /** Changes when other rows take these places, as after a sort; absent if they never do. */
  order?(): number;
  /** Changes whenever any cell or the number of rows changes. */
  version(): number;
  /** Changes whenever a cell of this row changes: a row is drawn again only then. */
  rowVersion(row: number): number;
}

const nothing = (): void => undefined;

/** The value that a cell's text is made with, such as the name of a race; null if there is none or it is not loaded. */
export const besideIn = (source: RowSource, row: number, { beside }: Pick<Column, 'beside'>): string | null =>
  beside === undefined ? null : (source.cell(row, beside) ?? null);

/** The names of the columns, and of those that their texts are made with. */
export const namesWithBeside = (columns: readonly Pick<Column, 'name' | 'beside'>[]): readonly string[] => [
  ...new Set(columns.flatMap(({ name, beside }) => (beside === undefined ? [name] : [name, beside]))),
];

/** A sheet with all cells in memory. `order[r]` is the sheet's row at row r; without it the sheet's own order. */
export function sheetSource(sheet: Sheet, order?: readonly number[]): RowSource {
  const columnAt = new Map(sheet.columns.map((column, at) => [column.name, at]));
  return {
    rows: order?.length ?? sheet.records,
    cell(row, column) {
      const at = columnAt.get(column);
      if (at === undefined) return null;
      return sheet.cells[at]?.[order === undefined ? row : (order[row] ?? -1)] ?? null;
    },
    show: nothing,
    subscribe: () => nothing,
    version: () => 0,
    rowVersion: () => 0,
  };
}

/** The numbers in some columns of a row, as far as they are loaded and are numbers. */
export const numbersIn = (
  source: RowSource,
  row: number,
  columns: readonly string[],
): (number | undefined)[] => columns.map((name) => readNumber(source.cell(row, name)));

/** A column that strikes a row through: by some of its codes, or by any value that is neither blank nor 0. */
export interface StatusColumn {
  readonly name: string;
  readonly codes?: readonly number[];
}

/** Whether one of the status columns strikes the row through. */
export const isStruck = (source: RowSource, row: number, statusColumns: readonly StatusColumn[]): boolean =>
  statusColumns.some(({ name, codes }) => {
    const raw = source.cell(row, name);
    return codes === undefined ? isSet(raw) : codes.includes(readNumber(raw) ?? 0);
  });
