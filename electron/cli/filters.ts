// --where: selects records by the grammar of the window's filters.

import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { OptionRow, OptionValues } from '#shared/command-line/command-line.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { parseWhere } from '#shared/filters/where.ts';
import { ExplainedError } from './command-error.ts';
import { alignText, widthOf } from './text-table.ts';

export const WHERE_OPTION: OptionRow = {
  name: 'where',
  value: 'FILTERS',
  help: 'only records that pass: "COLUMN FILTER; COLUMN FILTER"',
};

const FORMS: readonly (readonly [string, string])[] = [
  ['confirmed_win_odds >=3 <5', 'from 3 to below 5'],
  ['order_of_finish 1..3', 'from 1 to 3'],
  ['horse_number =1,2,5', 'one of these'],
  ['racecourse_cd tokyo,京都', 'codes by label in either language, or raw: 05'],
  ['racecourse_cd !tokyo', 'anything else'],
  ['horse_name ディープ', 'contains the text, whatever its width, kana and case'],
  ['race_name "東京優駿"', 'is the text as a whole'],
  ['time_record <1:34.5', 'times, dates (2026-11), yen (1,000 or 10万) and marks (◎) as one writes them'],
  ['grade_cd =', 'empty; grade_cd != is not empty'],
];

/** In the help of `query`; the other commands refer to it. */
export const WHERE_NOTE = `Filters for --where: a column's name or label, then what its values must be. Several are parted by ";" or "and".
${alignText(FORMS.map(([form, meaning]) => [`  ${form}`, meaning]))}`;

/** Filters of the named columns, combined with AND. Errors: ExplainedError, which shows the position. */
export function filtersFrom(values: OptionValues, columns: readonly Column[]): ColumnFilter[] {
  const text = values['where'];
  if (typeof text !== 'string') return [];
  const where = parseWhere(text, columns);
  if (where.ok) return where.clauses.map(({ column, text: filter }) => ({ column, text: filter }));
  const advice = where.unknownColumn === undefined ? '' : ' "railbird columns TABLE" lists them.';
  throw new ExplainedError(
    `--where: ${where.problem.en}${advice}\n  ${text}\n  ${' '.repeat(widthOf(text.slice(0, where.at)))}^`,
  );
}

/**
 * Checks as much as is known before any request; the service may send columns that the catalogue does not know. Errors:
 * ExplainedError.
 */
export function checkFilters(values: OptionValues, columns: readonly Column[]): void {
  const text = values['where'];
  if (typeof text !== 'string') return;
  const where = parseWhere(text, columns);
  if (!where.ok && where.unknownColumn === undefined) filtersFrom(values, columns);
}
