// The rows of one SELECT as a snapshot: they are written into a table of the query's own connection, which ends with it,
// and are then read like any other result. That table lies in DuckDB's memory and its temporary files, within the limits
// of the archive.

import type { DuckDBConnection } from '@duckdb/node-api';
import type { SqlField } from '#shared/catalogue/sql-column.ts';
import { quoted } from '../archive/filter-sql.ts';
import type { Relation } from '../archive/relation.ts';
import { BEGIN_READING } from './select.ts';

/** Most rows of a result; a query with more is cut, and its result says so. */
export const MOST_SQL_ROWS = 500_000;
/** Most cells of a result: wide rows are fewer. */
export const MOST_SQL_CELLS = 50_000_000;
/** Most columns: what one request of the window may name. */
export const MOST_SQL_COLUMNS = 400;

export const mostRowsOf = (columns: number): number =>
  Math.min(MOST_SQL_ROWS, Math.floor(MOST_SQL_CELLS / Math.max(1, columns)));

const RESULT = quoted('__sql_result');

const columnAt = (at: number): string => `c${at}`;

/** The first `most` rows of the query. Its columns are numbered, since names may repeat. */
export function numberedSelect(sql: string, columns: number, most: number): string {
  const names = Array.from({ length: columns }, (_, at) => columnAt(at));
  // The query may end with a comment, which ends with its line.
  return `select * from (\n${withoutEnd(sql)}\n) as asked(${names.join(', ')}) limit ${most}`;
}

/** Writes the rows of the query, which can write nothing else, and returns their number. Errors: those of DuckDB. */
export async function keepRows(connection: DuckDBConnection, select: string): Promise<number> {
  await connection.run(BEGIN_READING);
  await connection.run(`create temp table ${RESULT} as ${select}`);
  await connection.run('commit');
  const counted = await connection.runAndReadAll(`select count(*) from ${RESULT}`);
  return Number(counted.getRows()[0]?.[0]);
}

/** The kept rows in the order of the query. */
export function resultRelation(fields: readonly SqlField[]): Relation {
  const expressions = new Map(fields.map((field, at) => [field.name, expressionOf(field, columnAt(at))]));
  return {
    table: RESULT,
    order: 'rowid',
    awaits: 'false',
    select: (names, clause) => ({
      from: `${RESULT} ${clause}`,
      rowid: 'rowid',
      list: names.flatMap((name) => expressions.get(name) ?? []),
      pointers: [],
      isScan: true,
    }),
  };
}

/** As raw text, as the service writes it: dates without dashes, numbers without an exponent. */
function expressionOf({ type }: SqlField, column: string): string {
  const text = `${column}::VARCHAR`;
  if (type === 'date') return `strftime(${column}, '%Y%m%d')`;
  return type === 'decimal' ? withoutExponent(text) : text;
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

/** Where the quoted text, comment or single character ends that begins at `at`. */
function endOfPart(sql: string, at: number): number {
  const first = sql[at] ?? '';
  const quote = QUOTES[first];
  if (quote !== undefined) return endAfter(sql, quote, at + 1);
  if (sql.startsWith('--', at)) return endAfter(sql, '\n', at);
  if (sql.startsWith('/*', at)) return endOfComment(sql, at);
  const [tag] = first === '$' ? (/^\$[\p{L}_]*\$/u.exec(sql.slice(at)) ?? []) : [];
  return tag === undefined ? at + 1 : endAfter(sql, tag, at + tag.length);
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
