// Records as JSON: a numeric field is a number if its value is written as one, otherwise text.

import type { Cell } from '#shared/exports/typed-value.ts';
import type { CellPage, FileField } from './file-format.ts';
import type { LineWriter, SqlCell } from './lines-sql.ts';

/** A number in JSON's own form: any other that reads as one ("+ 4", "07") would come back as different text. */
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const JSON_NUMBER = new RegExp(`^${NUMBER}$`);

export const isJsonNumber = (text: string): boolean => JSON_NUMBER.test(text);

function jsonValue(value: Cell, isNumeric: boolean): string {
  if (value === null) return 'null';
  return isNumeric && typeof value === 'string' && isJsonNumber(value) ? value : JSON.stringify(value);
}

const isNumeric = ({ type }: FileField): boolean => !type.startsWith('S');

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

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A text of a field in SQL. Most have nothing to escape. */
function jsonSql({ field, text }: SqlCell): string {
  const quoted = `case when regexp_matches(${text}, '["\\\\\\x00-\\x1f]') then to_json(${text})::VARCHAR else '"' || ${text} || '"' end`;
  const written = isNumeric(field)
    ? `case when regexp_full_match(${text}, '${NUMBER}') then ${text} else ${quoted} end`
    : quoted;
  return `coalesce(${written}, 'null')`;
}

/** `separator` stands between the records. */
export const jsonLines = (end: string, separator: string): LineWriter => ({
  parts: (cells) => [
    ...cells.map(
      (cell, at) =>
        `${literal(`${at === 0 ? '{' : ','}${JSON.stringify(cell.field.name)}:`)}, ${jsonSql(cell)}`,
    ),
    literal(`}${end}`),
  ],
  separator,
  isForSpreadsheets: false,
});
