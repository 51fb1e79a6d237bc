// CSV according to RFC 4180, and the same with tabs: quotes only where needed; null is written as nothing, an empty
// string as "". A record of one null is "" too: as an empty line, many readers would skip it.

import type { Cell } from '#shared/exports/typed-value.ts';
import type { CellPage, Dialect } from './file-format.ts';

export const CSV: Dialect = { delimiter: ',', lineEnd: '\r\n', needsQuotes: /[",\r\n]/, loneNull: '""' };
/** Tools that read it split lines at LF only. */
export const TSV: Dialect = { delimiter: '\t', lineEnd: '\n', needsQuotes: /["\t\r\n]/, loneNull: '""' };
/** On its way into a spreadsheet's sheet, where null is no cell. */
export const SHEET: Dialect = { ...TSV, loneNull: '' };

/** One cell. A value that a reader would split is quoted; nothing else is changed. */
export function cell(value: Cell, { needsQuotes }: Dialect): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  if (value === '') return '""';
  return needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

const line =
  (dialect: Dialect) =>
  (values: readonly Cell[]): string => {
    const isLoneNull = values.length === 1 && values[0] === null;
    const cells = isLoneNull
      ? dialect.loneNull
      : values.map((value) => cell(value, dialect)).join(dialect.delimiter);
    return cells + dialect.lineEnd;
  };

/** Lines of a page of cells by column, `cells[c][r]`. */
const page =
  (dialect: Dialect) =>
  (cells: CellPage): string => {
    const write = line(dialect);
    const rows = cells[0]?.length ?? 0;
    const lines: string[] = [];
    for (let row = 0; row < rows; row += 1) lines.push(write(cells.map((column) => column[row] ?? null)));
    return lines.join('');
  };

export const csvCell = (value: string | null): string => cell(value, CSV);
export const csvLine = line(CSV);
export const csvPage = page(CSV);
export const tsvLine = line(TSV);
export const tsvPage = page(TSV);
export const sheetPage = page(SHEET);
