// The records downloaded from one service, stored in a DuckDB file: written one window at a time, read by filter.

import { rename, rm } from 'node:fs/promises';
import type { DuckDBValue } from '@duckdb/node-api';
import type { TableUsage } from '#shared/bridge/downloads.ts';
import { TABLE_CODES, type Filter, type TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { PeopleName, RowSubject } from '#shared/catalogue/subjects/subject.ts';
import { RailbirdError } from '#shared/errors.ts';
import { rowsAbout, takeAnnotations, type AnnotationUpdate } from './annotation-table.ts';
import { coverageReads } from './coverage-reads.ts';
import { Changes } from './changes.ts';
import type { StoredUnit, CoverageUnit } from './coverage.ts';
import { CoverageIndex } from './coverage-index.ts';
import { makeMissingBlocks, type ShortDays } from './blocks/build-blocks.ts';
import { makeMissingHorses } from './blocks/build-horses.ts';
import { StoredBlocks, writeBlocks } from './blocks/stored-blocks.ts';
import { writeHorses } from './blocks/stored-horses.ts';
import { copyAfresh, freshPath, isMostlyFree } from './compact.ts';
import { readUsage, type Days } from './disk-usage.ts';
import { ActiveOperations } from './active-operations.ts';
import { orNone, type Connection } from './connection.ts';
import { cachedBytes, forgetEverything, forgetFile, OPTIONS } from './build-file.ts';
import { archiveError, isDamage, isInvalidated } from './damage.ts';
import { closeFile, openFile, type OpenedFile } from './open-file.ts';
import { LaterMerge, mergeLog } from './later-merge.ts';
import type { ArchiveOptions } from './archive-file.ts';
import { Lending, type LentConnection } from './lending.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { CurrentRows } from './subjects/current-rows.ts';
import { bringLatestUpToDate, bringUpToDate, type SubjectAccess } from './subjects/outdated-rows.ts';
import type { PeopleRows } from './subjects/people-rows.ts';
import { horseRunsRelation } from './subjects/subject-relation.ts';
import { whereOfPart, type SubjectPart } from './subjects/subject-part.ts';
import { inTransaction, setNote, takeRecordNumber } from './schema.ts';
import { QueryThreads } from './query-threads.ts';
import { RememberedReads } from './remembered-reads.ts';
import { Turns } from './turns.ts';
import type { MakeRelation, Snapshot } from './snapshot.ts';
import { Snapshots } from './snapshots.ts';
import { whereOf, type SqlFilter } from './filter-sql.ts';
import { isOfFew } from './few-rows.ts';
import { tableRelation, type Relation } from './relation.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { NOTHING_WRITTEN, removeRecords, writeAnswer } from './write-steps.ts';

/** Damage that recurs this often in one session is not caused by the file alone. */
const MOST_SALVAGES = 3;

export class Archive {
  readonly path: string;
  /** Reports each write as it happens. */
  readonly changes = new Changes();
  readonly #options: ArchiveOptions;
  /** Undefined if the file could not be reopened: the next query tries again. */
  #file: OpenedFile | undefined;
  #salvages = 0;
  readonly #uses = new ActiveOperations();
  readonly #remembered = new RememberedReads();
  /** The notes: only `setNote` changes them. */
  readonly #notes = new RememberedReads();
  /** What is stored of each day, race and horse. */
  readonly covered = new CoverageIndex(coverageReads((act) => this.#guard(() => act(this.#reader))));
  /** Everything that the page of a past race or day reads, and that of a horse of its past. */
  readonly blocks = new StoredBlocks((act) => this.#guard(() => act(this.#reader)));
  /** How many transactions have written. */
  #writes = 0;
  /** Writes run one after another: each is a transaction on the single writing connection. */
  readonly #turns = new Turns();
  readonly #threads = new QueryThreads((threads) =>
    this.#guard(async () => {
      const usual = this.#options.threads ?? OPTIONS.threads;
      await this.#reader.run(`set threads = ${threads === 'one' ? 1 : usual}`);
    }),
  );
  /** Queries that join all columns of a runner take up to half of the memory: two at once did not always fit. */
  readonly #wide = oneAtATime();
  readonly #forSubjects: SubjectAccess = {
    read: (act) => this.#guard(() => act(this.#reader)),
    run: (step) => this.#wide(() => this.#transact(step)),
  };
  /** Nothing is done for later any more: a query in a connection that is being closed would never end. */
  #isClosing = false;
  #isClosed = false;
  /** Snapshots that still have readers. */
  readonly #snapshots = new Snapshots({
    turns: this.#turns,
    guard: (use) => this.#guard(use),
    connect: () => this.#opened.instance.connect(),
    commit: () => takeRecordNumber(this.#writer),
    rest: () => this.#forgetFile(),
    inOneThread: (use) => this.#threads.inOne(use),
    cachedBytes: () => this.#guard(() => cachedBytes(this.#reader)),
  });
  /** Subjects as of a moment when no row is outdated: after `renewSubjects`, or all of them are computed in one write. */
  readonly current = new CurrentRows(this.#turns, this.#snapshots, (act) => this.#transact(act));
  /** Connections for queries of any length. */
  readonly #lending = new Lending();
  /** No operation starts while the file is being replaced. */
  #exchange: Promise<void> | undefined;
  /** A failure is dropped: the log beside the file has what was written. */
  readonly #merge = new LaterMerge(() =>
    this.#takeIn()
      .then(() => this.#forgetFile())
      .catch(() => undefined),
  );

  /** Opens the archive, salvaging a damaged file first. Errors: ARCHIVE_FAILED, ARCHIVE_IN_USE, ARCHIVE_NEWER. */
  static async open(path: string, now: number, options: Partial<ArchiveOptions> = {}): Promise<Archive> {
    const { onSalvage = async () => undefined, threads, prepare } = options;
    const file = await openFile(path, { now, onSalvage, threads });
    await prepare?.(file.writer);
    return new Archive(path, { now: options.now ?? (() => now), onSalvage, threads, prepare }, file);
  }

  private constructor(path: string, options: ArchiveOptions, file: OpenedFile) {
    this.path = path;
    this.#options = options;
    this.#file = file;
  }

  /**
   * How often damage was found and the file was salvaged since it was opened: what was read before the last time may no
   * longer be stored.
   */
  get salvages(): number {
    return this.#salvages;
  }

  get #opened(): OpenedFile {
    if (this.#file === undefined) throw new Error('the archive could not be reopened');
    return this.#file;
  }

  get #writer(): Connection {
    return this.#opened.writer;
  }

  get #reader(): Connection {
    return this.#opened.reader;
  }

  /**
   * Replaces the stored records of the window with its answer, in one transaction. Returns the days, races or horses
   * whose records stayed, because the answer has none of them. What was requested later and is stored stays as well.
   * Errors: ARCHIVE_FAILED.
   */
  async write(window: StoredAnswer): Promise<readonly CoverageUnit[]> {
    let written = NOTHING_WRITTEN;
    await this.#transact(
      async (connection) => {
        written = await writeAnswer(connection, window, this.covered.later.than(window));
      },
      (isWritten) => this.covered.follow(window, isWritten ? written.units : undefined),
    );
    for (const filter of [window.filter, ...written.moved.map((racedate) => ({ racedate }))])
      this.changes.report({ table: window.table, filter });
    return written.leftOut;
  }

  /** Takes over what the user noted into the copy that subjects are read with. Errors: ARCHIVE_FAILED. */
  async annotate(update: AnnotationUpdate): Promise<void> {
    let taken = 'some' as 'some' | 'all';
    await this.#transact(async (connection) => {
      taken = await takeAnnotations(connection, update);
    });
    const filters = taken === 'all' ? [{}] : update.changed.flatMap(rowsAbout);
    for (const filter of filters) this.changes.report({ table: 'annotations', filter });
  }

  /** The coverage of each unit; units that were never fetched are absent. */
  async coverage(
    table: TableCode,
    units: readonly CoverageUnit[],
  ): Promise<ReadonlyMap<CoverageUnit, StoredUnit>> {
    return this.covered.of(table, units);
  }

  /** What each table stores, and its share of the file. */
  async usage(): Promise<TableUsage[]> {
    await this.#takeIn();
    return this.#guard(() => readUsage(this.#reader));
  }

  /**
   * Deletes these days of the tables, or the whole tables if no days are given, with their coverage, in one
   * transaction. Returns the number of deleted records. Their disk space is released if that is worth copying the file
   * and nothing reads it; otherwise later downloads fill it (compact.ts). Errors: ARCHIVE_FAILED.
   */
  async remove(tables: readonly TableCode[], days: Days = {}, worthBytes?: number): Promise<number> {
    let removed = 0;
    await this.#transact(
      async (connection) => {
        removed = await removeRecords(connection, tables, days);
      },
      () => this.covered.forget(),
    );
    // At once: who reads rows again meanwhile must know that they are gone.
    for (const table of tables) this.changes.report({ table, filter: {} });
    await this.#takeIn();
    await this.#shrink(worthBytes);
    return removed;
  }

  /** Whether the archive stores nothing at all. */
  async isEmpty(): Promise<boolean> {
    return (await this.rows('select 1 from coverage limit 1')).length === 0;
  }

  /** The records of a table that match a filter, as they are now, unaffected by later writes. Must be closed. */
  async snapshot(code: TableCode, filter: Filter, names: readonly string[]): Promise<Snapshot> {
    const known = (await this.blocks.of(filter))?.rows(code, names);
    if (known !== undefined) return known;
    const table = TABLES[code];
    const relation = tableRelation(table);
    const where = whereOf(table, filter);
    if (isOfFew(table, filter)) {
      const few = await this.#guard(() => this.#opened.few.read(relation, where, names));
      if (few !== undefined) return few;
    }
    return this.snapshotOf(relation, where, names);
  }

  /** Like `snapshot`, of any relation; `where` is a condition on its table. One that is made reads the same state. */
  snapshotOf(
    relation: Relation | MakeRelation,
    where: SqlFilter,
    names: readonly string[],
  ): Promise<Snapshot> {
    return this.#snapshots.of(relation, where, names);
  }

  /**
   * Like `snapshotOf`, of a table that is temporary on a lent connection. Takes over the connection. Errors:
   * RESULT_CLOSED if it was recalled.
   */
  snapshotOfLent(
    lent: LentConnection,
    relation: Relation,
    where: SqlFilter,
    names: readonly string[],
  ): Promise<Snapshot> {
    return this.#snapshots.ofLent(lent, relation, where, names);
  }

  /**
   * A connection of its own for queries of any length, which delay no other operation. It must only read, and must be
   * closed. A failure that shows damage salvages the archive and becomes ARCHIVE_SALVAGED. Errors: those of opening.
   */
  async lend(): Promise<LentConnection> {
    return this.#guard(async () =>
      this.#lending.lend(await this.#opened.instance.connect(), async (error) => {
        if (!isDamage(error)) return error instanceof Error ? error : new Error(String(error));
        if (this.#salvages >= MOST_SALVAGES)
          return new RailbirdError('ARCHIVE_DAMAGED', { file: this.path }, { cause: error });
        await this.#openAgain(true);
        return new RailbirdError('ARCHIVE_SALVAGED', {}, { cause: error });
      }),
    );
  }

  /**
   * Makes the blocks of a few past days that have none, the latest first; unless something is written meanwhile, which
   * may concern them. Returns whether there are more to make. `today`: in Tokyo. Errors: ARCHIVE_FAILED.
   */
  makeBlocks(today: string, shortDays: ShortDays, most = 4): Promise<boolean> {
    return this.#makeBlocks(
      (connection) => makeMissingBlocks(connection, { today, shortDays, most }),
      writeBlocks,
    );
  }

  /**
   * Makes the blocks of some horses that have none, those that ran last first; none while a row of the subjects is outdated.
   * Otherwise like `makeBlocks`.
   */
  makeHorseBlocks(most = 200): Promise<boolean> {
    return this.#makeBlocks((connection) => makeMissingHorses(connection, most), writeHorses);
  }

  async #makeBlocks<T>(
    make: (connection: Connection) => Promise<readonly T[]>,
    write: (connection: Connection, made: readonly T[]) => Promise<void>,
  ): Promise<boolean> {
    // Counted before the state is read: it may have a write more, and then the blocks are dropped, but none less.
    const writes = this.#writes;
    const lent = await this.lend();
    try {
      const made = await lent.run(make);
      if (made.length === 0) return false;
      await this.#transact(async (writer) => {
        if (this.#writes === writes) await write(writer, made);
      });
      return true;
    } finally {
      lent.close();
    }
  }

  /**
   * Like `snapshot`, of a subject: a period with open ends, a race, or a horse's runs. Its rows are brought up to date
   * first, except those of a horse: what is outdated of them is computed as it is read.
   */
  async subject(name: RowSubject, part: SubjectPart, names: readonly string[]): Promise<Snapshot> {
    const { horse_id } = part;
    const where = whereOfPart(part);
    if (horse_id !== undefined && where.sql === 'true') {
      const known = (await this.blocks.ofHorse(horse_id))?.rows('runs', names);
      if (known !== undefined) return known;
    }
    if (horse_id !== undefined)
      return this.snapshotOf((connection) => horseRunsRelation(connection, horse_id), where, names);
    await this.renewSubjects(part);
    return this.#wide(() => this.current.snapshot(name, part, names));
  }

  /** Horses, jockeys, trainers or sires over a part: cells as text by column. Errors: ARCHIVE_FAILED. */
  async people(name: PeopleName, part: SubjectPart): Promise<PeopleRows> {
    await this.renewSubjects(part);
    return this.#wide(() => this.current.people(name, part));
  }

  /** Brings the subjects' rows of this part up to date, a year at a time. Errors: ARCHIVE_FAILED. */
  renewSubjects = (part: SubjectPart = {}): Promise<void> => bringUpToDate(part, this.#forSubjects);

  /** For how many milliseconds nothing has been read or written. */
  readonly idleMs = (): number => this.#uses.idleMs;

  /**
   * Brings the rows of the latest outdated quarter up to date, and merges them: merged later, they would look like a use of
   * the archive. Returns whether there were any. Errors: ARCHIVE_FAILED.
   */
  renewLatestSubjects = async (): Promise<boolean> => {
    const wereOutdated = await bringLatestUpToDate(this.#forSubjects);
    await this.#merge.now();
    return wereOutdated;
  };

  /**
   * Releases the memory in which DuckDB caches what it read of the file, since the system caches it as well: a low
   * limit makes DuckDB evict those blocks. Runs only while no operation in progress could need more memory.
   */
  async #forgetFile(forget = forgetFile): Promise<void> {
    if (this.#exchange || this.#isClosing || !this.#uses.isIdle || !this.#lending.isIdle) return;
    await this.#exclusively(() => forget(this.#reader));
  }

  /** Releases all memory that DuckDB can do without, unless an operation is in progress. Errors: those of DuckDB. */
  releaseMemory = (): Promise<void> => this.#forgetFile(forgetEverything);

  /** No operation starts meanwhile. Errors: those of `act`. */
  async #exclusively(act: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#exchange = promise;
    try {
      await act();
    } finally {
      this.#exchange = undefined;
      resolve();
    }
  }

  /** Rows of a query with a `?` for each value, as text (numbers as numbers). */
  async rows(sql: string, values: readonly string[] = []): Promise<DuckDBValue[][]> {
    return this.#guard(async () => (await this.#reader.runAndReadAll(sql, orNone(values))).getRows());
  }

  /** Like `rows`, for a small question that is asked again and again: answered from memory until the next write. */
  async facts(sql: string, values: readonly string[]): Promise<readonly (readonly DuckDBValue[])[]> {
    return this.#remembered.read(`${sql}\0${values.join('\0')}`, () => this.rows(sql, values));
  }

  /** Columns of a query, for more rows than are worth an array each. */
  async columns(sql: string, values: readonly string[] = []): Promise<DuckDBValue[][]> {
    return this.#guard(async () => (await this.#reader.runAndReadAll(sql, orNone(values))).getColumns());
  }

  /** A note stored for the service: undefined if it was never written. */
  async note(name: string): Promise<string | undefined> {
    return (await this.notes(name)).get(name);
  }

  /** The notes whose names start so, by name. */
  async notes(prefix: string): Promise<ReadonlyMap<string, string>> {
    const sql = 'select name, value from note where starts_with(name, ?) order by name';
    const found = await this.#notes.read(prefix, () => this.rows(sql, [prefix]));
    return new Map(found.map(([name, value]) => [String(name), String(value)]));
  }

  async setNote(name: string, value: string): Promise<void> {
    const write = (connection: Connection) => setNote(connection, name, value);
    await this.#transact(write, () => this.#notes.forget());
  }

  /** Waits for the operations in progress; the archive accepts no queries afterwards. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#merge.stop();
    await this.#turns.idle();
    while (this.#exchange) await this.#exchange;
    // While one of them is waited for, others may begin: DuckDB never ends a query whose connection is closed.
    while (!this.#lending.isIdle || !this.#uses.isIdle)
      await Promise.all([this.#lending.recall(), this.#uses.idle()]);
    this.#isClosed = true;
    this.#closeFile();
  }

  #closeFile(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) closeFile(file);
  }

  #takeIn(): Promise<void> {
    return this.#inTurn(() => mergeLog(this.#writer, this.#snapshots));
  }

  /** Replaces the file with a smaller one if that is worth it and nothing reads it. */
  async #shrink(worthBytes: number | undefined): Promise<void> {
    const { promise: exchange, resolve: done } = Promise.withResolvers<void>();
    const copying = this.#inTurn(async () => {
      if (this.#isLent || !(await isMostlyFree(this.#reader, worthBytes))) return;
      await copyAfresh(this.#writer, this.path);
      // From here on no operation starts, so the copy stays consistent.
      this.#exchange ??= exchange;
    });
    // If the disk has no room for a copy, the file keeps its size.
    await copying.catch(() => undefined);
    if (this.#exchange !== exchange) return rm(freshPath(this.path), { force: true });
    try {
      await this.#uses.idle();
      if (!this.#isLent) {
        this.#closeFile();
        // If this fails, the old file is still in its place.
        await rename(freshPath(this.path), this.path).catch(() => undefined);
        await this.#openFile(false).catch(() => undefined);
      }
    } finally {
      this.#exchange = undefined;
      done();
      await rm(freshPath(this.path), { force: true });
    }
  }

  /** Whether something reads a state of the file that would end with the file. */
  get #isLent(): boolean {
    return this.#snapshots.count > 0 || !this.#lending.isIdle;
  }

  async #openFile(isDamaged: boolean): Promise<void> {
    const { now, onSalvage, threads, prepare } = this.#options;
    const file = await openFile(this.path, {
      now: now(),
      isDamaged,
      threads,
      onSalvage: async (salvaged) => {
        this.#salvages += 1;
        await onSalvage(salvaged);
      },
    });
    await prepare?.(file.writer);
    for (const known of [this.#remembered, this.blocks, this.#notes, this.covered]) known.forget();
    this.#file = file;
  }

  /**
   * Closes the file and reopens it, salvaging it first if it is damaged. No query runs meanwhile; snapshots of the old
   * file become unreadable. Errors: those of opening.
   */
  async #openAgain(isDamaged: boolean): Promise<void> {
    // Another query met the same failure and is reopening the file.
    if (this.#exchange) return this.#exchange;
    if (this.#isClosed) return;
    await this.#exclusively(async () => {
      await Promise.all([this.#lending.recall(), this.#uses.idle()]);
      // A normal close would write to a file that cannot be trusted.
      await this.#file?.writer.run('pragma disable_checkpoint_on_shutdown').catch(() => undefined);
      this.#snapshots.endAll();
      this.#closeFile();
      const salvages = this.#salvages;
      await this.#openFile(isDamaged);
      if (this.#salvages > salvages)
        for (const table of TABLE_CODES) this.changes.report({ table, filter: {} });
    });
  }

  /** `written` is called once the transaction has ended, before anything else can read. */
  #transact(
    write: (connection: Connection) => Promise<void>,
    ended: (isWritten: boolean) => void = () => undefined,
  ): Promise<void> {
    return this.#inTurn(async () => {
      let isWritten = false;
      try {
        await inTransaction(this.#writer, () => write(this.#writer));
        isWritten = true;
        this.#merge.wrote();
      } finally {
        this.#writes += 1;
        this.#remembered.forget();
        this.blocks.forget();
        ended(isWritten);
      }
    });
  }

  #inTurn(use: () => Promise<void>): Promise<void> {
    return this.#turns.take(() => this.#guard(use));
  }

  /** Gives failures their code. If the file turns out to be damaged, salvages it and runs the query once more. */
  async #guard<T>(use: () => Promise<T>): Promise<T> {
    try {
      for (let damages = 0; ; damages += 1) {
        try {
          return await this.#used(use);
        } catch (error) {
          if (!isDamage(error)) throw error;
          if (this.#salvages >= MOST_SALVAGES || damages > 1)
            throw new RailbirdError('ARCHIVE_DAMAGED', { file: this.path }, { cause: error });
          // Memory or a cable may have failed for a moment: only damage that shows on a second read is real.
          if (damages > 0 || isInvalidated(error)) await this.#openAgain(true);
        }
      }
    } catch (error) {
      // A write failed half way, and DuckDB answers no more queries until the file is reopened. This failure is
      // reported; the next query works.
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
