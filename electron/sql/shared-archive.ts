// SQL over an archive that this process has open. Another instance of DuckDB cannot open the file meanwhile, and the
// archive's own instance needs what SQL must not have: files and settings. Each query is therefore prepared first on an
// empty twin of the archive that has neither, so that DuckDB refuses the same queries in the same words.

import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { SUBJECT_NAMES } from '#shared/catalogue/subjects/subject.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Archive } from '../archive/archive.ts';
import type { LentConnection } from '../archive/lending.ts';
import { prepareSchema } from '../archive/schema.ts';
import { raceAbort } from '../race-abort.ts';
import { browsablesAmong, checkedRows, keptRows, type SqlRows } from './query-rows.ts';
import { BEGIN_READING, checkSelect, select, SqlError, type SqlArchive } from './select.ts';
import { withPlainSpaces } from './query-text.ts';
import { Slots } from './slots.ts';

/** It stores nothing but the schema. */
const TWIN = {
  memory_limit: '256MB',
  threads: '1',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
};

/** In this order: after the last no setting can be changed. */
const LOCKS = [
  // With the place of the error in the query.
  'set errors_as_json = true',
  'set enable_external_access = false',
  'set lock_configuration = true',
];

/** A query occupies one of the four threads that Node reads files with, and the app needs the others. */
const MOST_AT_ONCE = 2;

export interface RowsOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long the query may compute. */
  readonly seconds: number;
}

export interface SharedSql {
  /** Answers SQL over an archive that is open in this process. */
  over(archive: Archive): SqlArchive;
  /**
   * Runs one SELECT and keeps its rows for a grid. Errors: SQL_REFUSED for SQL that is not accepted or fails,
   * SQL_TOO_LONG, SQL_TOO_LARGE, CANCELLED, those of the archive.
   */
  rows(archive: Archive, sql: string, options: RowsOptions): Promise<SqlRows>;
  close(): Promise<void>;
}

/** `limit` aborts after so many milliseconds. */
export function createSharedSql(limit: (ms: number) => AbortSignal = AbortSignal.timeout): SharedSql {
  const slots = new Slots(MOST_AT_ONCE);
  let twin: Promise<Twin> | undefined;
  const opened = () => {
    twin ??= openTwin();
    // A failure is not cached: memory may be free again.
    twin.catch(() => (twin = undefined));
    return twin;
  };
  return {
    over: (archive) => ({
      select: async (sql, signal, use) => {
        const checked = await checkSelect((await opened()).connection, sql, signal);
        const reads = browsablesAmong(checked.reads);
        if (mayReadSubjects(sql)) await raceAbort(archive.renewSubjects(), signal);
        const lent = await archive.lend();
        try {
          const connection = {
            run: <T>(act: (open: DuckDBConnection) => Promise<T>) => slots.run(signal, () => lent.run(act)),
            interrupt: () => lent.interrupt(),
          };
          return await select(
            connection,
            sql,
            signal,
            (rows) => use({ ...rows, reads }),
            () => slots.run(signal, () => begin(archive, lent, sql)),
          );
        } finally {
          lent.close();
        }
      },
    }),
    rows: async (archive, sql, { signal = NEVER, seconds }) => {
      const over = new AbortController();
      const end = AbortSignal.any([signal, over.signal]);
      try {
        const query = await raceAbort(checkedRows((await opened()).connection, sql, signal), signal);
        if (mayReadSubjects(sql)) await raceAbort(archive.renewSubjects(), signal);
        const running = slots.run(signal, () =>
          keptRows(archive, query, end, async (lent) => {
            await begin(archive, lent, sql);
            limit(seconds * 1000).addEventListener('abort', () => over.abort(), { once: true });
          }),
        );
        return await unlessAborted(running, end);
      } catch (error) {
        if (over.signal.aborted && !signal.aborted)
          throw new RailbirdError('SQL_TOO_LONG', { seconds }, { cause: error });
        throw error instanceof SqlError ? refused(sql, error) : error;
      }
    },
    close: async () => {
      const open = await twin?.catch(() => undefined);
      open?.connection.closeSync();
      open?.instance.closeSync();
    },
  };
}

const NEVER = new AbortController().signal;

/**
 * DuckDB heeds an interrupt between two steps of a query, and one step of a sort or a window function takes seconds. The
 * caller does not wait for it; the query keeps its slot, and its rows are closed if it has any after all.
 */
async function unlessAborted(running: Promise<SqlRows>, end: AbortSignal): Promise<SqlRows> {
  try {
    return await raceAbort(running, end);
  } catch (error) {
    running.then(
      ({ snapshot }) => snapshot.close(),
      () => undefined,
    );
    throw error;
  }
}

/** With the place in characters; -1 if there is none. */
function refused(sql: string, error: SqlError): RailbirdError {
  const { message, place } = error;
  const at =
    place === undefined ? -1 : Buffer.from(withPlainSpaces(sql)).subarray(0, place).toString().length;
  return new RailbirdError('SQL_REFUSED', { problem: message, at }, { cause: error });
}

/** Begins the transaction of a query. The connection is idle once this has ended. Errors: those of the archive. */
const begin = (archive: Archive, lent: LentConnection, sql: string): Promise<void> =>
  mayReadSubjects(sql)
    ? archive.current.begin(lent, BEGIN_READING)
    : lent.run(async (connection) => void (await connection.run(BEGIN_READING)));

/** Other queries need not wait until outdated rows are computed. */
function mayReadSubjects(sql: string): boolean {
  const text = sql.toLowerCase();
  return SUBJECT_NAMES.some((name) => text.includes(name)) || text.includes('subject');
}

interface Twin {
  readonly instance: DuckDBInstance;
  readonly connection: DuckDBConnection;
}

async function openTwin(): Promise<Twin> {
  const instance = await DuckDBInstance.create(':memory:', TWIN);
  const connection = await instance.connect();
  await prepareSchema(connection);
  for (const sql of LOCKS) await connection.run(sql);
  return { instance, connection };
}
