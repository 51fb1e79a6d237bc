// What has been downloaded from one service, kept in a DuckDB file: written a window at a time, read by filter.

import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from '@duckdb/node-api';
import type { TableUsage } from '#shared/bridge/downloads.ts';
import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { readCoverage, writeCoverage } from './books.ts';
import { EXTRA, PLACE } from '../api/record-line.ts';
import { Changes } from './changes.ts';
import type { Held, Unit } from './coverage.ts';
import { copyAfresh, freshPath, isMostlyFree } from './fresh-file.ts';
import { readUsage, removeDays, type Days } from './holdings.ts';
import { InUse } from './in-use.ts';
import { linesOf } from './lines.ts';
import { MEMORY_LIMIT, openFile } from './open-file.ts';
import { SCHEMA_VERSION } from './migrations.ts';
import { prepareSchema } from './schema.ts';
import { takeSnapshot, type Lent, type Snapshot } from './snapshot.ts';
import { quoted, whereOf } from './where.ts';
import type { Window } from './window.ts';

const LEAST_MEMORY = '32MB';

export class Archive {
  readonly path: string;
  /** What is written, as it is written. */
  readonly changes = new Changes();
  #instance: DuckDBInstance;
  #writer: DuckDBConnection;
  #reader: DuckDBConnection;
  readonly #uses = new InUse();
  /** Writes follow one another: each is a transaction on the one writing connection. */
  #writing: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /** Snapshots that are still read from. */
  #lent = 0;
  /** While the file is exchanged nothing begins. */
  #exchange: Promise<void> | undefined;

  /** Errors: ARCHIVE_FAILED; ARCHIVE_DAMAGED once, when a damaged file was set aside (asking again works). */
  static async open(path: string, now: number): Promise<Archive> {
    const opened = await openFile(path, now);
    const writer = await opened.instance.connect();
    const failed = (cause?: unknown) => {
      opened.instance.closeSync();
      return new RailbirdError('ARCHIVE_FAILED', { dataDir: dirname(path) }, { cause });
    };
    const version = await prepareSchema(writer).catch((error: unknown) => {
      throw failed(error);
    });
    if (version > SCHEMA_VERSION) throw failed();
    const archive = new Archive(path, opened.instance, writer, await opened.instance.connect());
    if (opened.setAside === undefined) return archive;
    await archive.close();
    throw new RailbirdError('ARCHIVE_DAMAGED', { file: opened.setAside });
  }

  private constructor(
    path: string,
    instance: DuckDBInstance,
    writer: DuckDBConnection,
    reader: DuckDBConnection,
  ) {
    this.path = path;
    this.#instance = instance;
    this.#writer = writer;
    this.#reader = reader;
  }

  /** Replaces what is held of the window by its answer, in one transaction. Errors: ARCHIVE_FAILED. */
  async write(window: Window): Promise<void> {
    const table = TABLES[window.table];
    await this.#transact(async (connection) => {
      await replaceRows(connection, table, window);
      await writeCoverage(connection, table, window);
    });
    this.changes.tell({ table: window.table, filter: window.filter });
  }

  /** What is held of the units, by unit; those never fetched are absent. */
  async coverage(table: TableCode, units: readonly Unit[]): Promise<ReadonlyMap<Unit, Held>> {
    return this.#guard(() => readCoverage(this.#reader, table, units));
  }

  /** What each table holds, and its part of the file. */
  async usage(): Promise<TableUsage[]> {
    await this.#takeIn();
    return this.#guard(() => readUsage(this.#reader));
  }

  /**
   * Deletes these days of tables, or all of them without days, with what is booked of them, in one transaction.
   * Returns how many records that were. What they took of the disk is given back where that is worth it and nothing is
   * open that reads; else it is filled by what comes later (fresh-file.ts). Errors: ARCHIVE_FAILED.
   */
  async remove(tables: readonly TableCode[], days: Days = {}, worthBytes?: number): Promise<number> {
    let removed = 0;
    await this.#transact(async (connection) => {
      removed = await removeDays(connection, tables, days);
    });
    await this.#takeIn();
    await this.#shrink(worthBytes);
    for (const table of tables) this.changes.tell({ table, filter: {} });
    return removed;
  }

  /** Whether anything at all is held. */
  async isEmpty(): Promise<boolean> {
    return (await this.rows('select 1 from coverage limit 1')).length === 0;
  }

  /** The rows of a filter, as they are now, whatever is written later. Must be closed. */
  async snapshot(table: TableCode, filter: Filter, names: readonly string[]): Promise<Snapshot> {
    return this.#guard(async () =>
      takeSnapshot(await this.#lend(), TABLES[table], filter, names, (use) => this.#guard(use)),
    );
  }

  async #lend(): Promise<Lent> {
    const connection = await this.#instance.connect();
    this.#lent += 1;
    const giveBack = () => {
      connection.closeSync();
      this.#lent -= 1;
    };
    return { connection, giveBack, rest: () => this.#forgetFile() };
  }

  /**
   * Gives back the memory in which DuckDB keeps what it read of the file, which the system keeps as well: a limit that
   * low makes it let go. Only where nothing is under way that could want more meanwhile.
   */
  async #forgetFile(): Promise<void> {
    if (this.#exchange || this.#isClosed || !this.#uses.isIdle) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#exchange = promise;
    try {
      // What it cannot let go of stays: then the limit stays as well.
      await this.#reader.run(`set memory_limit = '${LEAST_MEMORY}'`).catch(() => undefined);
      await this.#reader.run(`set memory_limit = '${MEMORY_LIMIT}'`);
    } finally {
      this.#exchange = undefined;
      resolve();
    }
  }

  /** Rows of a query with `?` for each value, as text (numbers as numbers). */
  async rows(sql: string, values: readonly string[] = []): Promise<DuckDBValue[][]> {
    return this.#guard(async () => (await this.#reader.runAndReadAll(sql, [...values])).getRows());
  }

  /** Columns of a query, for more rows than one wants as arrays of their own. */
  async columns(sql: string, values: readonly string[] = []): Promise<DuckDBValue[][]> {
    return this.#guard(async () => (await this.#reader.runAndReadAll(sql, [...values])).getColumns());
  }

  /** A small memory of the service: undefined for what was never noted. */
  async note(name: string): Promise<string | undefined> {
    const value = (await this.rows('select value from note where name = ?', [name]))[0]?.[0];
    return typeof value === 'string' ? value : undefined;
  }

  async setNote(name: string, value: string): Promise<void> {
    await this.#transact(async (connection) => {
      await connection.run('delete from note where name = ?', [name]);
      await connection.run('insert into note values (?, ?)', [name, value]);
    });
  }

  /** Waits for what is under way; nothing may be asked afterwards. */
  async close(): Promise<void> {
    await this.#writing;
    while (this.#exchange) await this.#exchange;
    await this.#uses.idle();
    this.#isClosed = true;
    this.#reader.closeSync();
    this.#writer.closeSync();
    this.#instance.closeSync();
  }

  /** What was written last lies beside the file until it is taken in: by itself at some size, or here. */
  #takeIn(): Promise<void> {
    return this.#inTurn(async () => {
      // A reader in the middle of its rows may stand in the way: then they stay beside it for now.
      await this.#writer.run('checkpoint').catch(() => undefined);
    });
  }

  /** Exchanges the file for a smaller one, where that is worth it and nothing is open that reads. */
  async #shrink(worthBytes: number | undefined): Promise<void> {
    const { promise: exchange, resolve: done } = Promise.withResolvers<void>();
    const copying = this.#inTurn(async () => {
      if (this.#lent > 0 || !(await isMostlyFree(this.#reader, worthBytes))) return;
      await copyAfresh(this.#writer, this.path);
      // From here on nothing begins, so that the copy stays whole.
      this.#exchange = exchange;
    });
    // Without room for a copy the file stays as large as it is.
    await copying.catch(() => undefined);
    if (this.#exchange !== exchange) return;
    try {
      await this.#guarded(async () => {
        await this.#uses.idle();
        if (this.#lent === 0) await this.#takeFresh();
      });
    } finally {
      this.#exchange = undefined;
      done();
      await rm(freshPath(this.path), { force: true });
    }
  }

  async #takeFresh(): Promise<void> {
    for (const part of [this.#reader, this.#writer, this.#instance]) part.closeSync();
    await rename(freshPath(this.path), this.path);
    const { instance } = await openFile(this.path, Date.now());
    this.#instance = instance;
    this.#writer = await instance.connect();
    this.#reader = await instance.connect();
  }

  #transact(write: (connection: DuckDBConnection) => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      await this.#writer.run('begin');
      try {
        await write(this.#writer);
        await this.#writer.run('commit');
      } catch (error) {
        await this.#writer.run('rollback').catch(() => undefined);
        throw error;
      }
    });
  }

  async #inTurn(use: () => Promise<void>): Promise<void> {
    const before = this.#writing;
    const mine = (async () => {
      await before.catch(() => undefined);
      await this.#guard(use);
    })();
    this.#writing = mine.catch(() => undefined);
    return mine;
  }

  async #guard<T>(use: () => Promise<T>): Promise<T> {
    while (this.#exchange) await this.#exchange;
    return this.#guarded(() => this.#uses.run(use));
  }

  /** Gives failures their code. */
  async #guarded<T>(use: () => Promise<T>): Promise<T> {
    try {
      if (this.#isClosed) throw new Error('the archive is closed');
      return await use();
    } catch (error) {
      if (error instanceof RailbirdError) throw error;
      throw new RailbirdError('ARCHIVE_FAILED', { dataDir: dirname(this.path) }, { cause: error });
    }
  }
}

async function replaceRows(connection: DuckDBConnection, table: Table, window: Window): Promise<void> {
  const { sql, values } = whereOf(table, window.filter);
  const name = quoted(table.code);
  await connection.run(`delete from ${name} where ${sql}`, [...values]);
  const { kept } = window.answer.spooled;
  if (!kept) return;
  const columns = [...table.columns.map((column) => column.name), EXTRA, PLACE];
  const source = linesOf(kept, columns);
  // A master record is of one horse, whichever identifier it was asked by.
  if (table.grain === 'master') {
    await connection.run(`delete from ${name} where horse_id in (select horse_id from ${source})`, [
      kept.path,
    ]);
  }
  const list = columns.map(quoted).join(', ');
  await connection.run(
    `insert into ${name} (${list}, __fetched_at) select ${list}, ?::BIGINT from ${source}`,
    [String(window.answer.fetchedAt), kept.path],
  );
}
