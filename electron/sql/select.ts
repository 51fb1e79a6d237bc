// One SELECT over an archive, answered a page at a time. What it may contain is the same wherever it runs.

import {
  StatementType,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';
import { z } from 'zod';
import type { BrowsableCode } from '#shared/catalogue/browsable.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { CellPage, FileField } from '../exports/file-format.ts';
import { fieldOf } from './field-values.ts';
import { sqlTypeOf, textSelect, withoutEnd } from './query-text.ts';

/** SQL that is not accepted, with a message for its author, mostly DuckDB's own. */
export class SqlError extends Error {
  /** Where in the query it is, in bytes of UTF-8; undefined if DuckDB names no place. */
  readonly place: number | undefined;

  constructor(message: string, { place, cause }: { readonly place?: number; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.place = place;
  }
}

export interface SelectedRows {
  readonly fields: readonly FileField[];
  /** Cells by column as text (`typedCells` for others), some thousand rows at a time. Errors: SqlError, CANCELLED. */
  readonly pages: AsyncIterable<CellPage>;
}

export interface SqlAnswer extends SelectedRows {
  /** The tables and subjects that the query reads. */
  readonly reads: readonly BrowsableCode[];
}

/** An archive that answers SQL and cannot be changed by it. */
export interface SqlArchive {
  /**
   * Runs one SELECT; `use` reads its rows while the query is open. Errors: SqlError for SQL that is not accepted,
   * CANCELLED when the signal aborts, ARCHIVE_SALVAGED if the archive turns out to be damaged, those of `use`.
   */
  select<T>(sql: string, signal: AbortSignal, use: (answer: SqlAnswer) => Promise<T>): Promise<T>;
}

/** A connection, and what every operation on it goes through. */
export interface SqlConnection {
  run<T>(use: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** Stops the operation in progress. */
  interrupt(): void;
}

const INTERRUPT_EVERY_MS = 20;

/** In such a transaction DuckDB refuses every write but to temporary tables. */
export const BEGIN_READING = 'begin transaction read only';

/** Runs a SELECT that was checked. `begin`: as BEGIN_READING does. Errors: as `SqlArchive.select`, those of `begin`. */
export async function select<T>(
  connection: SqlConnection,
  sql: string,
  signal: AbortSignal,
  use: (rows: SelectedRows) => Promise<T>,
  begin?: () => Promise<void>,
): Promise<T> {
  // Repeated: a query that has not started yet misses an interrupt.
  const stopping = setInterval(() => {
    if (signal.aborted) connection.interrupt();
  }, INTERRUPT_EVERY_MS);
  const guard = <R>(act: (open: DuckDBConnection) => Promise<R>) =>
    answering(signal, () => connection.run(act));
  try {
    // A function such as nextval() writes although the statement is a SELECT.
    await (begin === undefined ? guard((open) => open.run(BEGIN_READING)) : answering(signal, begin));
    const { fields, result } = await guard(async (open) => {
      const columns = columnsOf(await preparedSelect(open, sql));
      const texts = textSelect(
        sql,
        columns.map(({ type }) => sqlTypeOf(type)),
      );
      return { fields: columns.map(fieldOf), result: await (await preparedSelect(open, texts)).stream() };
    });
    return await use({ fields, pages: pagesOf(result, guard) });
  } finally {
    clearInterval(stopping);
  }
}

interface SelectedColumn {
  readonly name: string;
  readonly type: DuckDBTypeId;
}

/** A checked SELECT. */
export interface CheckedSelect {
  /** Its columns in their order, names that repeat made unique. */
  readonly columns: readonly SelectedColumn[];
  /** The names of tables and views that it reads, with their schemas if they are given: "runners", "typed.runners". */
  readonly reads: readonly string[];
  /** The names that it gives to parts of itself (WITH), which are among `reads` if they are read. */
  readonly parts: ReadonlySet<string>;
}

/**
 * Checks a SELECT on a connection of an instance that has no access to files and settings: DuckDB itself then refuses
 * whatever leads out of the archive. Errors: SqlError, CANCELLED.
 */
export async function checkSelect(
  connection: DuckDBConnection,
  sql: string,
  signal: AbortSignal,
): Promise<CheckedSelect> {
  return answering(signal, async () => {
    const columns = columnsOf(await preparedSelect(connection, sql));
    const parsed = await parsedSelect(connection, sql);
    requirePlainFunctions(parsed);
    return { columns, reads: [...new Set(tablesIn(parsed))], parts: new Set(namedIn(parsed)) };
  });
}

/** Its columns in their order, names that repeat made unique. Destroys the statement. */
function columnsOf(prepared: DuckDBPreparedStatement): readonly SelectedColumn[] {
  const names = uniqueNames(Array.from({ length: prepared.columnCount }, (_, at) => prepared.columnName(at)));
  const columns = names.map((name, at) => ({ name, type: prepared.columnTypeId(at) }));
  prepared.destroySync();
  return columns;
}

/** A name that repeats gets a number: "a", "a:1". Readers of JSON would keep only one of two equal names. */
function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let count = 1; seen.has(own); count += 1) {
      own = `${name}:${count}`;
      if (taken.has(own)) own = name;
    }
    seen.add(own);
    return own;
  });
}

async function preparedSelect(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  // Of comments alone DuckDB extracts nothing, and does not say why.
  if (withoutEnd(sql) === '') throw new SqlError('There is no question: SELECT, WITH or FROM.');
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1)
    throw new SqlError('One statement at a time. (PIVOT is one where its values are given with IN.)');
  const prepared = await statements.prepare(0);
  if (prepared.statementType === StatementType.SELECT) return prepared;
  prepared.destroySync();
  throw new SqlError('The archive can only be read: SELECT, WITH or FROM.');
}

/**
 * Functions in FROM that only produce rows. Others read files, change settings or write logs, some of them only when
 * the query runs, so that preparing it does not show it.
 */
const PLAIN_FUNCTIONS: ReadonlySet<string> = new Set([
  'duckdb_columns', 'duckdb_functions', 'duckdb_keywords', 'duckdb_schemas', 'duckdb_tables', 'duckdb_types',
  'duckdb_views', 'generate_series', 'histogram', 'histogram_values', 'json_each', 'json_tree', 'pragma_show',
  'pragma_table_info', 'range', 'repeat', 'repeat_row', 'summary', 'unnest',
]); // prettier-ignore

async function parsedSelect(connection: DuckDBConnection, sql: string): Promise<unknown> {
  const read = await connection.runAndReadAll('select json_serialize_sql(?::VARCHAR)', [sql]);
  const parsed: unknown = JSON.parse(String(read.getRows()[0]?.[0]));
  // What cannot be read cannot be checked.
  if (!parsedSchema.safeParse(parsed).success)
    throw new SqlError('The archive can only be read: SELECT, WITH or FROM.');
  return parsed;
}

const parsedSchema = z.object({ error: z.literal(false) });

function requirePlainFunctions(parsed: unknown): void {
  const wrong = partsOf(parsed, tableFunction)
    .map((found) => found.function.function_name.toLowerCase())
    .find((name) => !PLAIN_FUNCTIONS.has(name));
  if (wrong !== undefined)
    throw new SqlError(`${wrong}() is not available here: only the tables of the archive can be read.`);
}

const tableFunction = z.object({
  type: z.literal('TABLE_FUNCTION'),
  function: z.object({ function_name: z.string() }),
});

const baseTable = z.object({
  type: z.literal('BASE_TABLE'),
  schema_name: z.string(),
  table_name: z.string(),
});

const tablesIn = (parsed: unknown): readonly string[] =>
  partsOf(parsed, baseTable).map(({ schema_name: schema, table_name: name }) =>
    (schema === '' || schema === 'main' ? name : `${schema}.${name}`).toLowerCase(),
  );

const withParts = z.object({ cte_map: z.object({ map: z.array(z.object({ key: z.string() })) }) });

const namedIn = (parsed: unknown): readonly string[] =>
  partsOf(parsed, withParts).flatMap(({ cte_map: named }) => named.map.map(({ key }) => key.toLowerCase()));

/** All parts of a parsed statement that fit the schema, at any depth. */
function partsOf<T>(part: unknown, schema: z.ZodType<T>): T[] {
  if (typeof part !== 'object' || part === null) return [];
  const { data: found } = schema.safeParse(part);
  const inner = Object.values(part).flatMap((each) => partsOf(each, schema));
  return found === undefined ? inner : [found, ...inner];
}

/** Keeps DuckDB's own message, which helps the author of the SQL most. */
export async function answering<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw new RailbirdError('CANCELLED');
  try {
    return await act();
  } catch (cause) {
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    if (cause instanceof SqlError || cause instanceof RailbirdError || !(cause instanceof Error)) throw cause;
    throw sqlErrorOf(cause);
  }
}

const placedSchema = z.object({
  exception_type: z.string(),
  exception_message: z.string(),
  position: z.coerce.number().optional(),
});

/** An instance that is set to report errors as JSON names the place; a syntax error has its type before the JSON. */
function sqlErrorOf(cause: Error): SqlError {
  const { message: text } = cause;
  const begin = text.indexOf('{');
  const { data: placed } = placedSchema.safeParse(
    begin >= 0 && text.endsWith('}') ? jsonIn(text.slice(begin)) : undefined,
  );
  if (placed === undefined) return new SqlError(cause.message, { cause });
  const { exception_type: type, exception_message: message, position } = placed;
  return new SqlError(`${type} Error: ${message}`, {
    cause,
    ...(position === undefined ? {} : { place: position }),
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textOf = (cell: DuckDBValue): string | null => (cell === null ? null : String(cell));

async function* pagesOf(
  result: DuckDBResult,
  guard: <R>(act: () => Promise<R>) => Promise<R>,
): AsyncGenerator<CellPage> {
  for (;;) {
    // A value can be longer than the longest string.
    const page = await guard(async () => {
      const chunk = await result.fetchChunk();
      return chunk && chunk.rowCount > 0 ? chunk.getColumns().map((cells) => cells.map(textOf)) : undefined;
    });
    if (page === undefined) return;
    yield page;
  }
}
