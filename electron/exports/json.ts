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
/** A blank in quotes: as it is, and with what JSON escapes. */
const BLANK = `^"[${SPACE}]*"$`;
const ESCAPED_BLANK = String.raw`^"(?:[${SPACE}]|\\[tnrf]|\\u000[bB])*"$`;
/** In a text that is not its own JSON in quotes. */
const NEEDS_ESCAPES = String.raw`["\\\x00-\x1f]`;

/** Bare values never have quotes, and numbers have none unless they are written oddly; what is filled is null if blank. */
const KINDS = { bare: 'b', number: 'n', filledNumber: 'm', filled: 'f', text: 't' } as const;

const kindOf = (field: FileField): keyof typeof KINDS => {
  if (isBare(field)) return 'bare';
  if (isNumeric(field)) return field.isFilled === true ? 'filledNumber' : 'number';
  return field.isFilled === true ? 'filled' : 'text';
};

/** A member whose text needs no escapes. */
function memberSql(field: FileField, text: string): string {
  const kind = kindOf(field);
  if (kind === 'bare') return `case when ${text} <> '' then ${text} else 'null' end`;
  // Of the finished text, and not by CASE before: that leaves a value for each row. An absent text is a blank there.
  const blankless = `regexp_replace(concat('"', ${text}, '"'), '${BLANK}', 'null')`;
  if (kind === 'filled') return blankless;
  const quoted = kind === 'filledNumber' ? blankless : `'"' || ${text} || '"'`;
  if (kind === 'text') return `coalesce(${quoted}, 'null')`;
  return `coalesce(case when regexp_full_match(${text}, '${NUMBER}') then ${text} else ${quoted} end, 'null')`;
}

/** A member whose text may need escapes: that of a list, with its place. */
const escapedMemberSql = (keys: string, kinds: string): string => `(${keys})[place] || case
  when text is null or (text = '' and ${kinds}[place] = '${KINDS.bare}') then 'null'
  when ${kinds}[place] = '${KINDS.bare}' then text
  when ${kinds}[place] in ('${KINDS.number}', '${KINDS.filledNumber}') and regexp_full_match(text, '${NUMBER}') then text
  when ${kinds}[place] in ('${KINDS.filled}', '${KINDS.filledNumber}') then regexp_replace(to_json(text)::VARCHAR, '${ESCAPED_BLANK}', 'null')
  else to_json(text)::VARCHAR end`;

/**
 * One record of the columns `c0`, `c1` and so on as text, in SQL; an empty text is no number. Hardly any text needs
 * escapes, so a record's texts are looked at as one, and only a record with such a text has its JSON made by DuckDB:
 * making it of every text takes a sixth more processor time, and more memory. DuckDB evaluates a function of one column once for each
 * value that a block of the column lists, but CASE for each row.
 */
export function jsonSql(fields: readonly FileField[]): string {
  const texts = fields.map((_, at) => `c${at}`);
  const keys = fields.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const members = fields.map(
    (field, at) => `${literal(keys[at] ?? '')}, ${memberSql(field, texts[at] ?? '')}`,
  );
  const record = `concat(${members.join(', ')}, '}')`;
  const unknown = texts.filter((_, at) => !isBare(fields[at] ?? {}));
  if (unknown.length === 0) return record;
  // A list takes the memory of the records that need it; an expression for each column takes some even if no record does.
  // The keys are a text that is cast: of a list of literals in a lambda, DuckDB makes one for each element.
  const keyList = `${literal(JSON.stringify(keys))}::VARCHAR[]`;
  const kinds = literal(fields.map((field) => KINDS[kindOf(field)]).join(''));
  return `case when regexp_matches(concat(${unknown.join(', ')}), '${NEEDS_ESCAPES}')
    then array_to_string(list_transform([${texts.join(', ')}],
      lambda text, place: ${escapedMemberSql(keyList, kinds)}), '') || '}' else ${record} end`;
}
