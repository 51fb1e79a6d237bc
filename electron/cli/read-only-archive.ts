// The archive for SQL queries: opened read-only, without access to other files, the network or settings.

import {
  DuckDBInstance,
  DuckDBTypeId,
  StatementType,
  type DuckDBConnection,
  type DuckDBResult,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { FieldType } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import { Archive, type ArchiveOptions } from '../archive/archive.ts';
import { archiveError, isDamage } from '../archive/damage.ts';
import type { CellPage, FileField } from '../exports/file-format.ts';
import { SqlError } from './command-error.ts';

/** Locked last: after this no setting can be changed. */
const LOCKED_DOWN = {
  access_mode: 'READ_ONLY',
  enable_external_access: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  memory_limit: '768MB',
  threads: '2',
  lock_configuration: 'true',
};

const INTERRUPT_EVERY_MS = 100;

export interface SqlAnswer {
  readonly fields: readonly FileField[];
  /** Cells by column as text, some thousand rows at a time. Errors: SqlError. */
  readonly pages: AsyncIterable<CellPage>;
}

export interface ReadOnlyArchive {
  /**
   * Runs one SELECT; `use` reads its rows while the archive is open. Errors: SqlError for SQL that DuckDB does not
   * accept, CANCELLED, ARCHIVE_SALVAGED.
   */
  select<T>(sql: string, signal: AbortSignal, use: (answer: SqlAnswer) => Promise<T>): Promise<T>;
  close(): void;
}

/** `now` in epoch milliseconds. Errors: ARCHIVE_IN_USE, ARCHIVE_FAILED, ARCHIVE_NEWER. */
export async function openReadOnly(
  path: string,
  now: number,
  options: Partial<ArchiveOptions> = {},
): Promise<ReadOnlyArchive> {
  // A new archive, one of an older version, or one that a killed process left is prepared first, and outdated rows of
  // subjects are computed: that requires writing, which a read-only instance cannot do.
  const archive = await Archive.open(path, now, options);
  await archive.renewSubjects();
  await archive.close();
  const instance = await openLocked(path);
  return {
    async select(sql, signal, use) {
      try {
        return await select(instance, sql, signal, use);
      } catch (error) {
        if (!(error instanceof SqlError) || !isDamage(error.cause)) throw error;
        instance.closeSync();
        await Archive.salvage(path, now, options);
        throw new RailbirdError('ARCHIVE_SALVAGED', {}, { cause: error });
      }
    },
    close: () => instance.closeSync(),
  };
}

async function select<T>(
  instance: DuckDBInstance,
  sql: string,
  signal: AbortSignal,
  use: (answer: SqlAnswer) => Promise<T>,
): Promise<T> {
  const connection = await instance.connect();
  // Repeated: a query that has not started yet misses an interrupt.
  const stopping = setInterval(() => {
    if (signal.aborted) connection.interrupt();
  }, INTERRUPT_EVERY_MS);
  const guard = <R>(act: () => Promise<R>) => answering(signal, act);
  try {
    const result = await guard(() => begun(connection, sql));
    return await use({ fields: fieldsOf(result), pages: pagesOf(result, guard) });
  } finally {
    clearInterval(stopping);
    connection.closeSync();
  }
}

async function begun(connection: DuckDBConnection, sql: string): Promise<DuckDBResult> {
  if (/^[\s;]*$/.test(sql)) throw new SqlError('There is no question: SELECT, WITH or FROM.');
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1)
    throw new SqlError('One statement at a time. (PIVOT is one where its values are given with IN.)');
  const prepared = await statements.prepare(0);
  if (prepared.statementType !== StatementType.SELECT)
    throw new SqlError('The archive can only be read: SELECT, WITH or FROM.');
  return prepared.stream();
}

async function openLocked(path: string): Promise<DuckDBInstance> {
  try {
    return await DuckDBInstance.create(path, LOCKED_DOWN);
  } catch (cause) {
    throw archiveError(path, cause);
  }
}

/** Keeps DuckDB's own message, which helps the author of the SQL most. */
async function answering<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw new RailbirdError('CANCELLED');
  try {
    return await act();
  } catch (cause) {
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    if (cause instanceof SqlError || !(cause instanceof Error)) throw cause;
    throw new SqlError(cause.message, { cause });
  }
}

const NUMBERS: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT, DuckDBTypeId.SMALLINT, DuckDBTypeId.INTEGER, DuckDBTypeId.BIGINT, DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT, DuckDBTypeId.USMALLINT, DuckDBTypeId.UINTEGER, DuckDBTypeId.UBIGINT, DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.FLOAT, DuckDBTypeId.DOUBLE, DuckDBTypeId.DECIMAL,
]); // prettier-ignore

function fieldsOf(result: DuckDBResult): FileField[] {
  return result.deduplicatedColumnNames().map((name, at) => {
    const type: FieldType = NUMBERS.has(result.columnTypeId(at)) ? 'N?' : 'S?';
    return { name, type };
  });
}

const textOf = (cell: DuckDBValue): string | null => (cell === null ? null : String(cell));

async function* pagesOf(
  result: DuckDBResult,
  guard: <R>(act: () => Promise<R>) => Promise<R>,
): AsyncGenerator<CellPage> {
  for (;;) {
    const chunk = await guard(() => result.fetchChunk());
    if (!chunk || chunk.rowCount === 0) return;
    // A value can be longer than the longest string.
    yield await guard(async () => chunk.getColumns().map((cells) => cells.map(textOf)));
  }
}
