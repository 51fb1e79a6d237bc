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

const SPACE = SPACES.slice(1, -1);
/** A blank in quotes, with what JSON escapes. */
const BLANK = String.raw`^"(?:[${SPACE}]|\\[tnrf]|\\u000[bB])*"$`;
/** What no text has whose JSON is the text in quotes. */
const ESCAPED = String.raw`["\\\x00-\x1f]`;

/** The members of one record from their columns, with quotes around texts in place of their JSON. */
const memberSql = (field: FileField, text: string): string => {
  if (isBare(field)) return `case when ${text} <> '' then ${text} else 'null' end`;
  // Of the finished text, and not by CASE before: that leaves a value for each row. An absent text is a blank there.
  if (field.isFilled === true && !isNumeric(field))
    return `regexp_replace(concat('"', ${text}, '"'), '^"[${SPACE}]*"$', 'null')`;
  const quoted = `'"' || ${text} || '"'`;
  return `coalesce(${isNumeric(field) ? `case when regexp_full_match(${text}, '${NUMBER}') then ${text} else ${quoted} end` : quoted}, 'null')`;
};

/**
 * One record of the columns `c0`, `c1` and so on as text, in SQL; an empty text is no number. Hardly any text needs
 * escapes, so a record's texts are looked at as one, and only a record with such a text has its JSON made by DuckDB: of
 * every text that takes a sixth more processor time, and memory. DuckDB evaluates a function of one column once for each
 * value that a block of the column lists, but CASE for each row.
 */
export function jsonSql(fields: readonly FileField[]): string {
  const texts = fields.map((_, at) => `c${at}`);
  const keys = fields.map(({ name }, at) => literal(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`));
  const members = fields.map((field, at) => `${keys[at]}, ${memberSql(field, texts[at] ?? '')}`);
  const record = `concat(${members.join(', ')}, '}')`;
  const unknown = texts.filter((_, at) => !isBare(fields[at] ?? {}));
  if (unknown.length === 0) return record;
  // A list, as in record-sql.ts.
  const placesOf = (is: (field: FileField) => boolean): string =>
    [0, ...fields.flatMap((field, at) => (is(field) ? [at + 1] : []))].join(', ');
  const escaped = `list_transform([${texts.join(', ')}], lambda text, place: ([${keys.join(', ')}])[place] || case
    when text is null or (text = '' and place in (${placesOf(isBare)})) then 'null'
    when place in (${placesOf(isBare)}) or (place in (${placesOf(isNumeric)}) and regexp_full_match(text, '${NUMBER}')) then text
    when place in (${placesOf(({ isFilled }) => isFilled === true)}) then regexp_replace(to_json(text)::VARCHAR, '${BLANK}', 'null')
    else to_json(text)::VARCHAR end)`;
  return `case when regexp_matches(concat(${unknown.join(', ')}), '${ESCAPED}')
    then array_to_string(${escaped}, '') || '}' else ${record} end`;
}
