// The rows of one SELECT for a grid: run within limits, then a snapshot that nothing changes any more.

import { DuckDBTypeId, type DuckDBConnection } from '@duckdb/node-api';
import { BROWSABLES, isBrowsable, type BrowsableCode } from '#shared/catalogue/browsable.ts';
import { shownAs, type SqlField } from '#shared/catalogue/sql-column.ts';
import { RailbirdError } from '#shared/errors.ts';
import { valueRuleOf } from '#shared/exports/typed-value.ts';
import type { Archive } from '../archive/archive.ts';
import type { LentConnection } from '../archive/lending.ts';
import type { Snapshot } from '../archive/snapshot.ts';
import { TYPED } from '../archive/typed-views.ts';
import { keepRows, mostRowsOf, MOST_SQL_COLUMNS, resultRelation } from './query-result.ts';
import { numberedSelect, sqlTypeOf } from './query-text.ts';
import { answering, checkSelect, SqlError } from './select.ts';

export interface SqlRows {
  readonly fields: readonly SqlField[];
  /** The tables and subjects that the query reads. */
  readonly reads: readonly BrowsableCode[];
  /** Whether it reads what the archive notes of itself, such as its coverage. */
  readonly readsNotes: boolean;
  readonly snapshot: Snapshot;
  /** How many rows were kept, if the query has more. */
  readonly cutAt: number | undefined;
}

/** A query that passed all checks. */
export interface RowsQuery extends Pick<SqlRows, 'fields' | 'reads' | 'readsNotes'> {
  readonly most: number;
  /** One row more than `most`, which shows that there are more. */
  readonly select: string;
}

/**
 * Whether the column of this name is a number, a day or the like in a typed table that is read: a text made of it is in
 * seconds, kilograms or yen, not in the units of the records.
 */
function isTypedValue(name: string, reads: readonly string[]): boolean {
  const typed = reads
    .filter((read) => read.startsWith(`${TYPED}.`))
    .map((read) => read.slice(TYPED.length + 1));
  return typed.filter(isBrowsable).some((code) => {
    const column = BROWSABLES[code].columns.find((each) => each.name === name);
    return column !== undefined && valueRuleOf(column).type !== 'text';
  });
}

/** The names that a query reads, those of typed tables as of the tables themselves, each once. */
const withoutSchema = (reads: readonly string[]): readonly string[] => [
  ...new Set(reads.map((name) => name.replace(`${TYPED}.`, ''))),
];

/** The tables and subjects among the names that a query reads. */
export const browsablesAmong = (reads: readonly string[]): readonly BrowsableCode[] =>
  withoutSchema(reads).filter(isBrowsable);

/** How often a query that is to end is told so: before it has begun, an interrupt has no effect. */
const INTERRUPT_EVERY_MS = 20;

/** `twin`: an instance without access to anything. Errors: SqlError, CANCELLED. */
export async function checkedRows(
  twin: DuckDBConnection,
  sql: string,
  signal: AbortSignal,
): Promise<RowsQuery> {
  const { columns, reads, parts } = await checkSelect(twin, sql, signal);
  if (columns.length > MOST_SQL_COLUMNS)
    throw new SqlError(`A result has at most ${MOST_SQL_COLUMNS} columns, and this one ${columns.length}.`);
  const names = withoutSchema(reads);
  const codes = names.filter(isBrowsable);
  const readsNotes = names.some((name) => !isBrowsable(name) && !parts.has(name));
  const fields = columns.map(({ name, type }): SqlField => {
    const isRaw = type === DuckDBTypeId.VARCHAR && !isTypedValue(name, reads);
    return { name, type: sqlTypeOf(type), of: isRaw ? shownAs(name, codes) : undefined };
  });
  const most = mostRowsOf(fields.length);
  const select = numberedSelect(sql, fields.length, most + 1);
  // What runs is what was checked.
  await checkSelect(twin, select, signal);
  return { fields, reads: codes, readsNotes, most, select };
}

/**
 * Runs the query on a lent connection, which becomes the snapshot's. `begin` begins its transaction, `end` stops it. Errors:
 * CANCELLED when `end` aborts, SqlError, SQL_TOO_LARGE, those of the archive and of `begin`.
 */
export async function keptRows(
  archive: Pick<Archive, 'lend' | 'snapshotOfLent'>,
  { fields, reads, readsNotes, most, select }: RowsQuery,
  end: AbortSignal,
  begin: (lent: LentConnection) => Promise<void>,
): Promise<SqlRows> {
  const lent = await archive.lend();
  try {
    await begin(lent);
    const kept = await stoppable(lent, end, (connection) => keepRows(connection, select));
    const names = fields.map(({ name }) => name);
    const where = { sql: `rowid < ${most}`, values: [] };
    const snapshot = await archive.snapshotOfLent(lent, resultRelation(fields), where, names);
    return { fields, reads, readsNotes, snapshot, cutAt: kept > most ? most : undefined };
  } catch (error) {
    lent.close();
    throw isTooLarge(error) ? new RailbirdError('SQL_TOO_LARGE', {}, { cause: error }) : error;
  }
}

async function stoppable<T>(
  lent: LentConnection,
  end: AbortSignal,
  act: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  let repeated: NodeJS.Timeout | undefined;
  const stop = () => {
    lent.interrupt();
    repeated = setInterval(() => lent.interrupt(), INTERRUPT_EVERY_MS);
  };
  end.addEventListener('abort', stop, { once: true });
  try {
    return await answering(end, () => lent.run(act));
  } finally {
    end.removeEventListener('abort', stop);
    clearInterval(repeated);
  }
}

/** DuckDB's limits of memory and of temporary files. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof SqlError && /out of memory|max_temp_directory_size/i.test(error.message);
