// Lines of a text format that the archive writes itself, as the pages of the format have them.

import type { ValueType } from '#shared/exports/typed-value.ts';
import type { Dialect } from './csv.ts';
import type { FileField, Selection } from './file-format.ts';
import { isFormulaSql } from './formula.ts';
import { isUnreadableSql, valuesSql, valueTextSql } from './value-sql.ts';

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
  /** The value of its type, NULL if there is none. */
  readonly value: string;
  readonly type: ValueType;
}

const characterSql = (character: string): string => `chr(${character.charCodeAt(0)})`;
const charactersSql = (text: string): string => [...text].map(characterSql).join(' || ');

/** A text cell, as `cell` of csv.ts writes it. */
function textSql(value: string, { delimiter }: Dialect): string {
  const isSplit = [delimiter, '"', '\r', '\n'].map((each) => `contains(${value}, ${characterSql(each)})`);
  return `case when ${value} is null then '' when ${value} = '' then '""'
    when ${isSplit.join(' or ')} then '"' || replace(${value}, '"', '""') || '"' else ${value} end`;
}

export const separatedLines = (dialect: Dialect): LineWriter => ({
  parts: (cells) => [
    cells
      .map(({ value, type }) =>
        type === 'text' ? textSql(value, dialect) : `coalesce(${valueTextSql(type, value)}, '')`,
      )
      .join(`, ${characterSql(dialect.delimiter)}, `),
    charactersSql(dialect.lineEnd),
  ],
  separator: '',
  isForSpreadsheets: true,
});

/**
 * Selects one row from PICKED_ROWS: its lines as bytes, their number, and by column how many of its cells a spreadsheet
 * would read as a formula, and how many could not be read as values.
 */
export function linesSql(fields: readonly FileField[], selection: Selection, writer: LineWriter): string {
  const { rules, neutralize } = selection;
  const cells = fields.map((field, at): SqlCell => {
    const type = rules[at]?.type ?? 'text';
    const value = columnOf(rules, at);
    const changed = `case when ${isFormulaSql(value)} then chr(39) || ${value} else ${value} end`;
    return { field, value: type === 'text' && neutralize ? changed : value, type };
  });
  const formulas = cells.map(({ type }, at) =>
    writer.isForSpreadsheets && type === 'text'
      ? `(count(*) filter (${isFormulaSql(columnOf(rules, at))}))::INTEGER`
      : '0',
  );
  const unreadable = rules.map((rule, at) =>
    rule === undefined || rule.type === 'text'
      ? '0'
      : `(count(*) filter (${isUnreadableSql(rule, at)}))::INTEGER`,
  );
  const line = `concat(${writer.parts(cells).join(', ')})`;
  const separator = writer.separator === '' ? `''` : charactersSql(writer.separator);
  return `select encode(string_agg(${line}, ${separator} order by position)), count(*)::INTEGER,
    ${[...formulas, ...unreadable].join(', ')}
    from ${valuesSql(rules)}`;
}

/** The column of a field: its value, or the stored text. */
const columnOf = (rules: Selection['rules'], at: number): string =>
  rules[at] === undefined ? `c${at}` : `v${at}`;
