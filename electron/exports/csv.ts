// CSV according to RFC 4180, and the same with tabs: quotes only where needed; null is written as nothing, an empty
// string as "".

import { PICKED_ROWS } from '../query-engine/column-store.ts';
import { isFormulaSql } from './formula.ts';

export interface Dialect {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly needsQuotes: RegExp;
}

export const CSV: Dialect = { delimiter: ',', lineEnd: '\r\n', needsQuotes: /[",\r\n]/ };
/** Tools that read it split lines at LF only. */
export const TSV: Dialect = { delimiter: '\t', lineEnd: '\n', needsQuotes: /["\t\r\n]/ };

/** One cell. A value that a reader would split is quoted; nothing else is changed. */
function cell(value: string | null, { needsQuotes }: Dialect): string {
  if (value === null) return '';
  if (value === '') return '""';
  return needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

const line =
  (dialect: Dialect) =>
  (values: readonly (string | null)[]): string =>
    values.map((value) => cell(value, dialect)).join(dialect.delimiter) + dialect.lineEnd;

/** Lines of a page of cells by column, `cells[c][r]`. */
const page =
  (dialect: Dialect) =>
  (cells: readonly (readonly (string | null)[])[]): string => {
    const write = line(dialect);
    const rows = cells[0]?.length ?? 0;
    const lines: string[] = [];
    for (let row = 0; row < rows; row += 1) lines.push(write(cells.map((column) => column[row] ?? null)));
    return lines.join('');
  };

/** A cell in SQL, as `cell` writes it. */
function cellSql(column: string, { delimiter }: Dialect): string {
  const isSplit = [delimiter, '"', '\r', '\n'].map((each) => `contains(${column}, ${characterSql(each)})`);
  return `case when ${column} is null then '' when ${column} = '' then '""'
    when ${isSplit.join(' or ')} then '"' || replace(${column}, '"', '""') || '"' else ${column} end`;
}

const characterSql = (character: string): string => `chr(${character.charCodeAt(0)})`;

/**
 * Selects one row from PICKED_ROWS: its lines as bytes, their number, and for each column how many of its cells a
 * spreadsheet would read as a formula.
 */
export function linesSql(columns: number, dialect: Dialect): string {
  const names = Array.from({ length: columns }, (_, at) => `c${at}`);
  const cells = names.map((name) => cellSql(name, dialect)).join(`, ${characterSql(dialect.delimiter)}, `);
  const end = [...dialect.lineEnd].map(characterSql).join(', ');
  const formulas = names.map((name) => `, (count(*) filter (${isFormulaSql(name)}))::INTEGER`);
  return `select encode(string_agg(concat(${cells}, ${end}), '' order by position)), count(*)::INTEGER${formulas.join('')}
    from ${PICKED_ROWS}`;
}

export const csvCell = (value: string | null): string => cell(value, CSV);
export const csvLine = line(CSV);
export const csvPage = page(CSV);
export const tsvLine = line(TSV);
export const tsvPage = page(TSV);
