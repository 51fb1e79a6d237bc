// A query as a part of other SQL: without its end, with numbered columns, and with its values as text. The window and the
// command line write a value with the same text.

import { DuckDBTypeId } from '@duckdb/node-api';
import type { SqlType } from '#shared/catalogue/sql-column.ts';

export const columnAt = (at: number): string => `c${at}`;

/** The query with its columns numbered, since names may repeat. Errors name the lines of the query itself. */
function numbered(sql: string, columns: number): string {
  const names = Array.from({ length: columns }, (_, at) => columnAt(at));
  // The query may end with a comment, which ends with its line.
  return `from (${withoutEnd(sql)}\n) as asked(${names.join(', ')})`;
}

/** The first `most` rows of the query. */
export const numberedSelect = (sql: string, columns: number, most: number): string =>
  `${numbered(sql, columns)} select * limit ${most}`;

/** The rows of the query, every value as text. */
export const textSelect = (sql: string, types: readonly SqlType[]): string =>
  `${numbered(sql, types.length)} select ${types.map((type, at) => valueText(type, columnAt(at))).join(', ')}`;

const INTEGERS = [
  DuckDBTypeId.TINYINT, DuckDBTypeId.SMALLINT, DuckDBTypeId.INTEGER, DuckDBTypeId.BIGINT, DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT, DuckDBTypeId.USMALLINT, DuckDBTypeId.UINTEGER, DuckDBTypeId.UBIGINT, DuckDBTypeId.UHUGEINT,
]; // prettier-ignore

const TYPES: ReadonlyMap<DuckDBTypeId, SqlType> = new Map<DuckDBTypeId, SqlType>([
  ...INTEGERS.map((type): [DuckDBTypeId, SqlType] => [type, 'integer']),
  [DuckDBTypeId.FLOAT, 'decimal'],
  [DuckDBTypeId.DOUBLE, 'decimal'],
  [DuckDBTypeId.DECIMAL, 'decimal'],
  [DuckDBTypeId.DATE, 'date'],
  [DuckDBTypeId.BOOLEAN, 'boolean'],
  [DuckDBTypeId.TIME, 'time'],
  [DuckDBTypeId.TIMESTAMP, 'timestamp'],
  [DuckDBTypeId.TIMESTAMP_S, 'timestamp'],
  [DuckDBTypeId.TIMESTAMP_MS, 'timestamp'],
]);

/** Text is whatever a file has no type for: moments with a zone or nanoseconds, intervals, lists, structs, blobs. */
export const sqlTypeOf = (type: DuckDBTypeId): SqlType => TYPES.get(type) ?? 'text';

/** As DuckDB writes it, a number without an exponent. */
function valueText(type: SqlType, column: string): string {
  const text = `${column}::VARCHAR`;
  return type === 'decimal' ? withoutExponent(text) : text;
}

/** As raw text, as the service writes it: a date without dashes, unless it is one of another era or infinite. */
export function rawText(type: SqlType, column: string): string {
  const text = valueText(type, column);
  return type === 'date'
    ? `case when length(${text}) = 10 then replace(${text}, '-', '') else ${text} end`
    : text;
}

/** The same digits: 1.5e-07 as 0.00000015. DuckDB writes one from 1e+16 on, when all digits are before the point. */
function withoutExponent(text: string): string {
  const sign = `case when ${text} < '0' then '-' else '' end`;
  const digits = `translate(split_part(${text}, 'e', 1), '-.', '')`;
  const exponent = `split_part(${text}, 'e', 2)::INTEGER`;
  return `case when not contains(${text}, 'e') then ${text}
    when ${exponent} < 0 then ${sign} || '0.' || repeat('0', -${exponent} - 1) || ${digits}
    else ${sign} || rpad(${digits}, ${exponent} + 1, '0') end`;
}

const QUOTES: Readonly<Record<string, string>> = { "'": "'", '"': '"' };

/** Without the semicolons and comments after the last word. */
export function withoutEnd(sql: string): string {
  let end = 0;
  let at = 0;
  while (at < sql.length) {
    const next = endOfPart(sql, at);
    if (!/^(?:[\s;]|--|\/\*)/.test(sql.slice(at, at + 2))) end = next;
    at = next;
  }
  return sql.slice(0, end);
}

/** The spaces that DuckDB replaces, and before them what it leaves as it is: quoted text and comments of one line. */
const UNICODE_SPACES =
  /('[^']*'?|"[^"]*"?|--[^\r\n]*|\$(?<tag>(?:[\p{L}_][\p{L}\p{N}_]*)?)\$[^]*?(?:\$\k<tag>\$|$))|[\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]/gu;

/**
 * The query with the spaces that DuckDB counts: before it parses, it replaces those of Unicode by a blank, in E'...' and in
 * comments of several lines too. Characters stay where they are.
 */
export const withPlainSpaces = (sql: string): string =>
  sql.replaceAll(UNICODE_SPACES, (_, kept: string | undefined) => kept ?? ' ');

/** Where the quoted text, comment or single character ends that begins at `at`. */
function endOfPart(sql: string, at: number): number {
  const first = sql[at] ?? '';
  const quote = QUOTES[first];
  if (quote !== undefined) return endAfter(sql, quote, at + 1);
  if (sql.startsWith('--', at)) return endOfLine(sql, at);
  if (sql.startsWith('/*', at)) return endOfComment(sql, at);
  if (/^e'/i.test(sql.slice(at, at + 2)) && !/[\p{L}\p{N}_]/u.test(sql[at - 1] ?? ''))
    return endOfEscaped(sql, at + 2);
  const [tag] = first === '$' ? (/^\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u.exec(sql.slice(at)) ?? []) : [];
  return tag === undefined ? at + 1 : endAfter(sql, tag, at + tag.length);
}

/** In E'...' a backslash keeps a quote from ending the text, and so does a second quote. */
function endOfEscaped(sql: string, from: number): number {
  let at = from;
  while (at < sql.length) {
    if (sql[at] === '\\' || sql.startsWith("''", at)) at += 2;
    else if (sql[at] === "'") return at + 1;
    else at += 1;
  }
  return sql.length;
}

/** After a comment of one line; DuckDB ends a line at LF and at CR. */
function endOfLine(sql: string, from: number): number {
  const found = sql.slice(from).search(/[\r\n]/);
  return found < 0 ? sql.length : from + found + 1;
}

function endAfter(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from);
  return found < 0 ? sql.length : found + mark.length;
}

/** Comments may contain comments. */
function endOfComment(sql: string, from: number): number {
  let depth = 0;
  for (let at = from; at < sql.length; at += 1) {
    if (sql.startsWith('/*', at)) depth += 1;
    else if (sql.startsWith('*/', at)) depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return at + 1;
  }
  return sql.length;
}
