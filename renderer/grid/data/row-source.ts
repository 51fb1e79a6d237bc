// Where a grid's cells come from. A grid never holds rows: it asks a source for what is on screen.

import type { Sheet } from '#shared/bridge/results.ts';

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
  /** Results of the set whose indices are still to come; absent where nobody counted them. */
  readonly provisional?: number;
  /** Raw text, null, or undefined while it is not here yet. */
  cell(row: number, column: string): string | null | undefined;
  /**
   * Tells the source what is on screen, `to` not included, so that it can fetch it (nothing to do for sheets), and
   * which columns beside it may be next.
   */
  show(from: number, to: number, columns: readonly string[], near?: readonly string[]): void;
  /** Fetches cells wherever they are; sources with all cells in hand need none. */
  cellsOf?(range: CellRange): Promise<Cells>;
  /** How many rows further down its records stand than in the rows that it takes the place of: a grid moves along. */
  movedFrom?(before: RowSource): number;
  subscribe(listener: () => void): () => void;
  /** Changes when other rows come to stand in these places, as by another order; without it they never do. */
  order?(): number;
  /** Changes whenever any cell or the number of rows changes. */
  version(): number;
  /** Changes whenever a cell of this row changes: a row is drawn again only then. */
  rowVersion(row: number): number;
}

const nothing = (): void => undefined;

/**
 * All cells in hand: a race's tab, a horse's runs. `order[r]` is the sheet's row that stands at row r;
 * without it the sheet's own order.
 */
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

/** Whether a status or flag says something: neither blank nor zero. */
const isSet = (raw: string | null | undefined): boolean => raw != null && !/^[\s0]*$/.test(raw);

/** Whether one of its status columns says that the row took no ordinary part. */
export const isStruck = (source: RowSource, row: number, statusColumns: readonly string[]): boolean =>
  statusColumns.some((name) => isSet(source.cell(row, name)));
