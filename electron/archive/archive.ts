// What has been downloaded from one service, kept in a DuckDB file: written a window at a time, read by filter.

import { rename, rm } from 'node:fs/promises';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { TableUsage } from '#shared/bridge/downloads.ts';
import { TABLE_CODES, type Filter, type Table, type TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { readCoverage, writeCoverage } from './coverage-tables.ts';
import { EXTRA, PLACE } from '../service-client/record-line.ts';
import { Changes } from './changes.ts';
import type { StoredUnit, CoverageUnit } from './coverage.ts';
import { copyAfresh, freshPath, isMostlyFree } from './compact.ts';
import { readUsage, removeDays, type Days } from './disk-usage.ts';
import { ActiveOperations } from './active-operations.ts';
import { linesOf } from './ndjson.ts';
import { MEMORY_LIMIT } from './build-file.ts';
import { archiveError, isDamage, isInvalidated } from './damage.ts';
import { openFile, type OpenedFile } from './open-file.ts';
import type { Salvage } from './salvage.ts';
import { takeSnapshot, type Lent, type Snapshot } from './snapshot.ts';
import { quoted, whereOf } from './filter-sql.ts';
import type { StoredAnswer } from './stored-answer.ts';

const LEAST_MEMORY = '32MB';

/** Damage that comes back this often in one session is not that of the file alone. */
const MOST_SALVAGES = 3;

export interface ArchiveOptions {
  /** Epoch milliseconds: in the names of files that are set aside. */
  readonly now: () => number;
  /** Told of each damaged file that was set aside. */
  readonly onSalvage: (salvaged: Salvage) => Promise<void>;
}

/** Reads one moment of the archive for as long as that can be read. */
interface Loan {
  readonly connection: DuckDBConnection;
  isOver: boolean;
}

export class Archive {
  readonly path: string;
  /** What is written, as it is written. */
  readonly changes = new Changes();
  readonly #options: ArchiveOptions;
  /** Undefined where the file could not be opened again: the next question tries to. */
  #file: OpenedFile | undefined;
  #salvages = 0;
  readonly #uses = new ActiveOperations();
  /** Writes follow one another: each is a transaction on the one writing connection. */
  #writing: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /** Snapshots that are still read from. */
  readonly #loans = new Set<Loan>();
  /** While the file is exchanged nothing begins. */
  #exchange: Promise<void> | undefined;

  /** A damaged file is salvaged first. Errors: ARCHIVE_FAILED, ARCHIVE_IN_USE, ARCHIVE_NEWER. */
  static async open(path: string, now: number, options: Partial<ArchiveOptions> = {}): Promise<Archive> {
    const { onSalvage = async () => undefined } = options;
    const file = await openFile(path, { now, onSalvage });
    return new Archive(path, { now: options.now ?? (() => now), onSalvage }, file);
  }

  /** Of a file that is open nowhere and in which damage was found. Errors: as of `open`. */
  static async salvage(path: string, now: number, options: Partial<ArchiveOptions> = {}): Promise<void> {
    const { onSalvage = async () => undefined } = options;
    const file = await openFile(path, { now, onSalvage, isDamaged: true });
    for (const part of [file.reader, file.writer, file.instance]) part.closeSync();
  }

  private constructor(path: string, options: ArchiveOptions, file: OpenedFile) {
    this.path = path;
    this.#options = options;
    this.#file = file;
  }

  get #opened(): OpenedFile {
    if (this.#file === undefined) throw new Error('the archive could not be opened again');
    return this.#file;
  }

  get #writer(): DuckDBConnection {
    return this.#opened.writer;
  }

  get #reader(): DuckDBConnection {
    return this.#opened.reader;
  }

  /** Replaces what is held of the window by its answer, in one transaction. Errors: ARCHIVE_FAILED. */
  async write(window: StoredAnswer): Promise<void> {
    const table = TABLES[window.table];
    await this.#transact(async (connection) => {
      await replaceRows(connection, table, window);
      await writeCoverage(connection, table, window);
    });
    this.changes.tell({ table: window.table, filter: window.filter });
  }

  /** What is held of the units, by unit; those never fetched are absent. */
  async coverage(
    table: TableCode,
    units: readonly CoverageUnit[],
  ): Promise<ReadonlyMap<CoverageUnit, StoredUnit>> {
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
    return this.#guard(async () => {
      const loan: Loan = { connection: await this.#opened.instance.connect(), isOver: false };
      this.#loans.add(loan);
      const lent: Lent = {
        connection: loan.connection,
        giveBack: () => this.#end(loan),
        rest: () => this.#forgetFile(),
      };
      return takeSnapshot(lent, TABLES[table], filter, names, (use) =>
        this.#guard(async () => {
          // Its rows are of a file that was exchanged since.
          if (loan.isOver) throw new RailbirdError('RESULT_CLOSED');
          return use();
        }),
      );
    });
  }

  #end(loan: Loan): void {
    if (!loan.isOver) loan.connection.closeSync();
    loan.isOver = true;
    this.#loans.delete(loan);
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
    this.#closeFile();
  }

  #closeFile(): void {
    const file = this.#file;
    this.#file = undefined;
    for (const part of file ? [file.reader, file.writer, file.instance] : []) part.closeSync();
  }

  /** What was written last lies beside the file until it is taken in: by itself at some size, or here. */
  #takeIn(): Promise<void> {
    return this.#inTurn(async () => {
      // A reader in the middle of its rows may stand in the way: then they stay beside it for now.
      await this.#writer.run('checkpoint').catch((error: unknown) => {
        if (isDamage(error) || isInvalidated(error)) throw error;
      });
    });
  }

  /** Exchanges the file for a smaller one, where that is worth it and nothing is open that reads. */
  async #shrink(worthBytes: number | undefined): Promise<void> {
    const { promise: exchange, resolve: done } = Promise.withResolvers<void>();
    const copying = this.#inTurn(async () => {
      if (this.#loans.size > 0 || !(await isMostlyFree(this.#reader, worthBytes))) return;
      await copyAfresh(this.#writer, this.path);
      // From here on nothing begins, so that the copy stays whole.
      this.#exchange = exchange;
    });
    // Without room for a copy the file stays as large as it is.
    await copying.catch(() => undefined);
    if (this.#exchange !== exchange) return;
    try {
      await this.#uses.idle();
      if (this.#loans.size === 0) {
        this.#closeFile();
        // Where that fails the old file is still in its place.
        await rename(freshPath(this.path), this.path).catch(() => undefined);
        await this.#openFile(false).catch(() => undefined);
      }
    } finally {
      this.#exchange = undefined;
      done();
      await rm(freshPath(this.path), { force: true });
    }
  }

  async #openFile(isDamaged: boolean): Promise<void> {
    const { now, onSalvage } = this.#options;
    this.#file = await openFile(this.path, {
      now: now(),
      isDamaged,
      onSalvage: async (salvaged) => {
        this.#salvages += 1;
        await onSalvage(salvaged);
      },
    });
  }

  /**
   * Closes the file and opens it again, after salvage where it is damaged. Nothing is asked meanwhile; what reads a
   * moment of the old file reads no further. Errors: those of opening.
   */
  async #openAgain(isDamaged: boolean): Promise<void> {
    // Somebody else met the same.
    if (this.#exchange) return this.#exchange;
    if (this.#isClosed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#exchange = promise;
    try {
      await this.#uses.idle();
      // Closing would otherwise write to a file that is not to be trusted.
      await this.#file?.writer.run('pragma disable_checkpoint_on_shutdown').catch(() => undefined);
      for (const loan of this.#loans) this.#end(loan);
      this.#closeFile();
      const salvages = this.#salvages;
      await this.#openFile(isDamaged);
      if (this.#salvages > salvages)
        for (const table of TABLE_CODES) this.changes.tell({ table, filter: {} });
    } finally {
      this.#exchange = undefined;
      resolve();
    }
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

  /** Gives failures their code. Where the file turns out to be damaged, it is salvaged and asked once more. */
  async #guard<T>(use: () => Promise<T>): Promise<T> {
    try {
      for (let damages = 0; ; damages += 1) {
        try {
          return await this.#used(use);
        } catch (error) {
          if (!isDamage(error)) throw error;
          if (this.#salvages >= MOST_SALVAGES || damages > 1)
            throw new RailbirdError('ARCHIVE_DAMAGED', { file: this.path }, { cause: error });
          // Memory or a cable may have failed for a moment: what is damaged is so when it is read again.
          if (damages > 0 || isInvalidated(error)) await this.#openAgain(true);
        }
      }
    } catch (error) {
      // A write failed half way, and DuckDB answers nothing more: what failed is told, and the next question is answered.
      if (isInvalidated(error)) await this.#openAgain(isDamage(error)).catch(() => undefined);
      throw archiveError(this.path, error);
    }
  }

  async #used<T>(use: () => Promise<T>): Promise<T> {
    for (;;) {
      while (this.#exchange) await this.#exchange;
      if (this.#isClosed) throw new Error('the archive is closed');
      if (this.#file !== undefined) return this.#uses.run(use);
      await this.#openAgain(false);
    }
  }
}

async function replaceRows(connection: DuckDBConnection, table: Table, window: StoredAnswer): Promise<void> {
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
