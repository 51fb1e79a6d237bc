// Lines of a text format that the archive writes itself, as the pages of the format have them.

import { PICKED_ROWS } from '../query-engine/column-store.ts';
import type { Dialect } from './csv.ts';
import type { FileField, Selection } from './file-format.ts';
import { isFormulaSql } from './formula.ts';

/** How a format writes one line. */
export interface LineWriter {
  /** Parts of the line that are joined: SQL expressions that are never NULL. */
  readonly parts: (cells: readonly SqlCell[]) => readonly string[];
  readonly separator: string;
  /** Whether spreadsheets open the file, so that formulas matter. */
  readonly isForSpreadsheets: boolean;
}

/** One cell of a line in SQL. */
export interface SqlCell {
  readonly field: FileField;
  /** The text, NULL if there is none. */
  readonly text: string;
}

const characterSql = (character: string): string => `chr(${character.charCodeAt(0)})`;
const charactersSql = (text: string): string => [...text].map(characterSql).join(' || ');

/** A text cell, as `cell` of csv.ts writes it. */
function cellSql(text: string, { delimiter }: Dialect): string {
  const isSplit = [delimiter, '"', '\r', '\n'].map((each) => `contains(${text}, ${characterSql(each)})`);
  return `case when ${text} is null then '' when ${text} = '' then '""'
    when ${isSplit.join(' or ')} then '"' || replace(${text}, '"', '""') || '"' else ${text} end`;
}

export const separatedLines = (dialect: Dialect): LineWriter => ({
  parts: (cells) => [
    cells.map(({ text }) => cellSql(text, dialect)).join(`, ${characterSql(dialect.delimiter)}, `),
    charactersSql(dialect.lineEnd),
  ],
  separator: '',
  isForSpreadsheets: true,
});

/**
 * Selects one row from PICKED_ROWS: its lines as bytes, their number, and by column how many of its cells a spreadsheet
 * would read as a formula.
 */
export function linesSql(
  fields: readonly FileField[],
  { neutralize }: Selection,
  writer: LineWriter,
): string {
  const cells = fields.map((field, at): SqlCell => {
    const stored = `c${at}`;
    const changed = `case when ${isFormulaSql(stored)} then chr(39) || ${stored} else ${stored} end`;
    return { field, text: neutralize ? changed : stored };
  });
  const formulas = fields.map((_, at) =>
    writer.isForSpreadsheets ? `, (count(*) filter (${isFormulaSql(`c${at}`)}))::INTEGER` : '',
  );
  const line = `concat(${writer.parts(cells).join(', ')})`;
  const separator = writer.separator === '' ? `''` : charactersSql(writer.separator);
  return `select encode(string_agg(${line}, ${separator} order by position)), count(*)::INTEGER${formulas.join('')}
    from ${PICKED_ROWS}`;
}
