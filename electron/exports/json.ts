// Records as JSON: a numeric field is a number if its value is written as one, otherwise text.

import type { Cell } from '#shared/exports/typed-value.ts';
import type { CellPage, FileField } from './file-format.ts';
import { literal, SPACES } from '../archive/filter-sql.ts';

/** A number in JSON's own form: any other that reads as one ("+ 4", "07") would come back as different text. */
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const JSON_NUMBER = new RegExp(`^${NUMBER}$`);

export const isJsonNumber = (text: string): boolean => JSON_NUMBER.test(text);

function jsonValue(value: Cell, isNumeric: boolean): string {
  if (value === null) return 'null';
  return isNumeric && typeof value === 'string' && isJsonNumber(value) ? value : JSON.stringify(value);
}

const isNumeric = ({ type }: FileField): boolean => !type.startsWith('S');

/** Whether its text is written without quotes. */
export const isBare = ({ value }: Pick<FileField, 'value'>): boolean =>
  value === 'whole' || value === 'number' || value === 'boolean';

/** One JSON object for each row of a page of cells by column, `cells[c][r]`. */
export function jsonRecords(fields: readonly FileField[], cells: CellPage): string[] {
  const columns = fields.map((field, index) => ({
    key: `${JSON.stringify(field.name)}:`,
    isNumeric: isNumeric(field),
    cells: cells[index] ?? [],
  }));
  return Array.from({ length: cells[0]?.length ?? 0 }, (_, row) => {
    const members = columns.map((each) => each.key + jsonValue(each.cells[row] ?? null, each.isNumeric));
    return `{${members.join(',')}}`;
  });
}

/** A blank in quotes, with what JSON escapes. */
const BLANK = String.raw`^"(?:[${SPACES.slice(1, -1)}]|\\[tnrf]|\\u000[bB])*"$`;

/**
 * One record of the columns `c0`, `c1` and so on as text, in SQL; an empty text is no number. DuckDB evaluates `to_json`
 * once for each value that a block of a column lists: that takes less time than searching each record for what has to be
 * escaped.
 */
export function jsonSql(fields: readonly FileField[]): string {
  const members = fields.map((field, at) => {
    const text = `c${at}`;
    const json = `to_json(${text})::VARCHAR`;
    // Of the finished text, and not by CASE before: that leaves a value for each row, and each is made into JSON.
    const quoted = field.isFilled === true ? `regexp_replace(${json}, '${BLANK}', 'null')` : json;
    const value = isNumeric(field)
      ? `case when regexp_full_match(${text}, '${NUMBER}') then ${text} else ${quoted} end`
      : quoted;
    const filled = isBare(field)
      ? `case when ${text} <> '' then ${text} else 'null' end`
      : `coalesce(${value}, 'null')`;
    return `${literal(`${at === 0 ? '{' : ','}${JSON.stringify(field.name)}:`)}, ${filled}`;
  });
  return `concat(${members.join(', ')}, '}')`;
}
