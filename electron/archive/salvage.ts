// Saves what can still be read of a damaged archive into a new file that replaces it: each table as a whole or, if that
// fails, day by day. The damaged file is kept under another name. The coverage never claims a day whose records were
// lost.

import { constants } from 'node:fs';
import { copyFile, readFile, rename, rm, truncate } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { replaceFile } from '../files/atomic-file.ts';
import { buildFile, statOf } from './build-file.ts';
import { isDamage, isInvalidated } from './damage.ts';
import { applyRepair, findRepair, LOG_ENTRY_HEAD } from './repair.ts';
import { provisionalSql } from './provisional.ts';
import { SCHEMA_NOTE } from './schema.ts';
import { SCHEMA_VERSION } from './migrations.ts';
import { literal, quoted } from './filter-sql.ts';
import { ID } from './subjects/record-sql.ts';
import { outdateAll } from './subjects/outdated-rows.ts';

export interface Salvage {
  /** `file` is the path of the archive, `movedTo` where the damaged file is now. */
  readonly file: string;
  readonly movedTo: string;
  /** Whether DuckDB could open the file at all. */
  readonly isReadable: boolean;
  /** Damaged bytes that were repaired; nothing was lost through them. */
  readonly repairedBytes: number;
  /** Tables with records in the new file, and damaged tables. */
  readonly tables: readonly SalvagedTable[];
  /** Some or all of the newest downloads, which were still in the log beside the file, could not be read. */
  readonly isLogLost: boolean;
  /** The coverage could not be read: days with records count as unchecked. */
  readonly isCoverageLost: boolean;
  /** The quarantined records could not be read. */
  readonly isAsideLost: boolean;
  /** The earlier versions of races' records. */
  readonly areVersionsLost: boolean;
}

export interface SalvagedTable {
  readonly table: TableCode;
  readonly records: number;
  /** Some or all of its records could not be read. */
  readonly isDamaged: boolean;
  /**
   * Race dates that now count as not downloaded, in order. May be empty for a damaged table, whose lost days are then
   * unknown.
   */
  readonly lostDays: readonly string[];
}

/**
 * Finishes a salvage that was interrupted between moving the damaged file away and putting its replacement in place.
 * Errors: those of node:fs.
 * @returns the salvage that the user has not been notified of yet
 */
export async function finishSalvage(path: string, now: number): Promise<Salvage | undefined> {
  if (!(await statOf(path)) && (await statOf(salvagedPath(path)))) {
    await moveIfPresent(`${path}.wal`, `${path}.damaged-${now}.wal`);
    await rename(salvagedPath(path), path);
  }
  const salvaged = await readRecord(path);
  if (salvaged && (await statOf(salvaged.movedTo)) && (await statOf(path))) return salvaged;
  await forgetSalvage(path);
  return undefined;
}

/** Call this once the user has been notified. */
export const forgetSalvage = (path: string): Promise<void> => rm(recordPath(path), { force: true });

const salvagedPath = (path: string): string => `${path}.salvaged`;
/** The report for the user: written before the files are swapped, deleted once the user has been notified. */
const recordPath = (path: string): string => `${path}.salvage.json`;

async function readRecord(path: string): Promise<Salvage | undefined> {
  try {
    const read = JSON.parse(await readFile(recordPath(path), 'utf8')) as Partial<Salvage> | null;
    // A damaged report must not keep the archive from opening.
    return typeof read?.movedTo === 'string' && Array.isArray(read.tables) ? (read as Salvage) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Salvages a file that nothing in this process has open. The caller notifies the user and then calls `forgetSalvage`.
 * Errors: ARCHIVE_NEWER, those of DuckDB and node:fs.
 */
export async function salvage(path: string, now: number): Promise<Salvage> {
  const found = await statOf(path);
  const source = new Source(path, found?.isFile() === true);
  const building = `${path}.salvaging`;
  await rm(salvagedPath(path), { force: true });
  try {
    const fill = (connection: DuckDBConnection) => copyReadable(connection, source);
    const copied = await buildFile(building, fill).catch((error: unknown) => {
      // DuckDB cannot continue, so nothing in the file can be trusted: an empty archive replaces it.
      if (!isDamage(error) && !isInvalidated(error)) throw error;
      return buildFile(building, async () => NOTHING);
    });
    await rename(building, salvagedPath(path));
    const salvaged: Salvage = { file: path, movedTo: await freeName(path, now), ...copied };
    await replaceFile(recordPath(path), JSON.stringify(salvaged));
    await exchange(path, salvaged.movedTo);
    return salvaged;
  } finally {
    await source.remove();
  }
}

/** The outcome of copying, without the file names. */
type Copied = Omit<Salvage, 'file' | 'movedTo'>;

const NOTHING: Copied = {
  isReadable: false,
  repairedBytes: 0,
  tables: [],
  isLogLost: false,
  isCoverageLost: true,
  isAsideLost: false,
  areVersionsLost: false,
};

/** A free path for a damaged file. */
async function freeName(path: string, now: number): Promise<string> {
  let aside = `${path}.damaged-${now}`;
  for (let more = 2; (await statOf(aside)) || (await statOf(`${aside}.wal`)); more += 1)
    aside = `${path}.damaged-${now}-${more}`;
  return aside;
}

/** Swaps the two files. If the replacement cannot be put in place, the damaged file is moved back. */
async function exchange(path: string, aside: string): Promise<void> {
  await moveIfPresent(path, aside);
  try {
    // The log belongs to the file it was written for.
    await moveIfPresent(`${path}.wal`, `${aside}.wal`);
    await rename(salvagedPath(path), path);
  } catch (error) {
    await moveIfPresent(`${aside}.wal`, `${path}.wal`);
    await moveIfPresent(aside, path);
    throw error;
  }
}

async function moveIfPresent(from: string, to: string): Promise<void> {
  if (await statOf(from)) await rename(from, to);
}

/** The damaged file, or a copy of it once something in it was repaired or cut off. */
class Source {
  readonly #original: string;
  readonly isFile: boolean;
  #isCopied = false;
  repairedBytes = 0;
  isLogLost = false;

  constructor(original: string, isFile: boolean) {
    this.#original = original;
    this.isFile = isFile;
  }

  get path(): string {
    return this.#isCopied ? `${this.#original}.source` : this.#original;
  }

  /** Whether reading can be tried again after this error: the damage was repaired or cut off. */
  async repair(error: unknown): Promise<boolean> {
    if (this.repairedBytes >= MOST_REPAIRS) return false;
    const repair = await findRepair(error, this.path);
    if (repair) {
      await this.#copy();
      await applyRepair(this.path, repair);
      this.repairedBytes += 1;
      return true;
    }
    const message = error instanceof Error ? error.message : '';
    if (!/while replaying wal/i.test(message) || !(await statOf(`${this.path}.wal`))) return false;
    await this.#copy();
    this.isLogLost = true;
    const [, entry] = /entry at byte position (\d+)/.exec(message) ?? [];
    // Entries before the damaged one are intact, so the log is cut there. If the message names no entry, the whole log
    // is dropped.
    if (entry !== undefined) await truncate(`${this.path}.wal`, Math.max(0, Number(entry) - LOG_ENTRY_HEAD));
    else await rm(`${this.path}.wal`);
    return true;
  }

  async #copy(): Promise<void> {
    if (this.#isCopied) return;
    const copy = `${this.#original}.source`;
    await rm(`${copy}.wal`, { force: true });
    await copyFile(this.#original, copy, constants.COPYFILE_FICLONE);
    if (await statOf(`${this.#original}.wal`))
      await copyFile(`${this.#original}.wal`, `${copy}.wal`, constants.COPYFILE_FICLONE);
    this.#isCopied = true;
  }

  async remove(): Promise<void> {
    const copy = `${this.#original}.source`;
    await Promise.all([copy, `${copy}.wal`].map((file) => rm(file, { force: true })));
  }
}

/** Bounds the time: finding each byte scans a block of a quarter of a megabyte. */
const MOST_REPAIRS = 200;

async function copyReadable(connection: DuckDBConnection, source: Source): Promise<Copied> {
  const copy = new Copy(connection, source);
  if (!source.isFile || !(await copy.isReadable()))
    return { ...NOTHING, repairedBytes: source.repairedBytes };
  await copy.requireVersion();
  const isCoverageLost = !(await copy.copyTable('coverage'));
  const isAsideLost = !(await copy.copyTable('aside'));
  const areVersionsLost = !(await copy.copyTable('record_version'));
  await copy.copyNotes();
  const tables: SalvagedTable[] = [];
  for (const table of TABLE_CODES) tables.push(await copy.salvageTable(table));
  if (isCoverageLost) await copy.rebuildCoverage();
  await outdateAll(connection);
  await copy.end();
  return {
    isReadable: true,
    repairedBytes: source.repairedBytes,
    tables: tables.filter(({ records, isDamaged }) => records > 0 || isDamaged),
    isLogLost: source.isLogLost,
    isCoverageLost,
    isAsideLost,
    areVersionsLost,
  };
}

/** The new file, or the damaged one as it is attached to it. */
type Database = 'new' | 'damaged';

/** A range of race dates: from the first, inclusive, to the last, exclusive; an absent end is open. */
interface Days {
  readonly from?: string;
  readonly before?: string;
}

class Copy {
  readonly #connection: DuckDBConnection;
  readonly #source: Source;
  #isAttached = false;
  /** Of both files, since reading the columns of one table takes as long as reading those of all. */
  readonly #columns = new Map<Database, ReadonlyMap<string, readonly string[]>>();

  constructor(connection: DuckDBConnection, source: Source) {
    this.#connection = connection;
    this.#source = source;
  }

  /** Whether DuckDB can open the file at all. */
  isReadable(): Promise<boolean> {
    return this.#unlessDamaged(async () => undefined);
  }

  /** Errors: ARCHIVE_NEWER, for content that this version does not know. */
  async requireVersion(): Promise<void> {
    let version = 0;
    await this.#unlessDamaged(async () => {
      if ((await this.#columnsOf('damaged', 'archive_info')).length === 0) return;
      const read = await this.#connection.runAndReadAll(
        'select max(schema_version) from damaged.archive_info',
      );
      version = Number(read.getRows()[0]?.[0] ?? 0);
    });
    if (version > SCHEMA_VERSION) throw new RailbirdError('ARCHIVE_NEWER', { path: this.#source.path });
  }

  /**
   * Copies all rows of a table, or none. Returns whether nothing was lost, which includes a table that the damaged file
   * lacks.
   */
  copyTable(name: string): Promise<boolean> {
    return this.#unlessDamaged(() => this.#insert(name, {}));
  }

  async copyNotes(): Promise<void> {
    // The new file's notes on its data, such as the rule of its counts, do not hold for copied data; only its schema
    // note stays.
    await this.#connection.run('delete from note where name <> ?', [SCHEMA_NOTE]);
    await this.#unlessDamaged(() => this.#insert('note', { unlessNamed: SCHEMA_NOTE }));
  }

  async salvageTable(code: TableCode): Promise<SalvagedTable> {
    if (await this.copyTable(code)) {
      return { table: code, records: await this.#count(code), isDamaged: false, lostDays: [] };
    }
    const lost = hasRacedate(code) ? await this.#byDay(code) : [{}];
    const lostDays = new Set<string>();
    for (const days of lost) {
      for (const day of await this.#forget(code, days)) lostDays.add(day);
    }
    return {
      table: code,
      records: await this.#count(code),
      isDamaged: true,
      lostDays: [...lostDays].toSorted(),
    };
  }

  /**
   * Adds coverage for every day that has records, with the reason `unchecked`: the day can be opened, counts as
   * incomplete and is fetched again.
   */
  async rebuildCoverage(): Promise<void> {
    for (const code of TABLE_CODES.filter(hasRacedate)) {
      const present = JSON.stringify(TABLES[code].columns.map(({ name }) => name));
      await this.#connection.run(
        `insert into coverage (table_code, unit, last_day, fetched_at, records, provisional, set_aside, drift, reasons, present)
           select ?, 'day:' || racedate, racedate, coalesce(max(__fetched_at), 0), count(*),
               count(*) filter (awaits), 0, 0,
               '[{"reason":"unchecked","where":"' || racedate || '"}]', ?
             from (select racedate, __fetched_at, ${provisionalSql(TABLES[code])} as awaits from ${quoted(code)}
               where regexp_full_match(racedate, '[0-9]{8}'))
             group by racedate`,
        [code, present],
      );
    }
  }

  async end(): Promise<void> {
    await this.#detach();
  }

  /** Copies the readable days; returns the unreadable ones. */
  async #byDay(code: TableCode): Promise<Days[]> {
    const read = await this.#connection.runAndReadAll(
      'select distinct last_day from coverage where table_code = ? and last_day is not null order by 1',
      [code],
    );
    const days = read.getRows().map(([day]) => String(day));
    const ranges = [undefined, ...days].map((from, at): Days => ({
      ...(from === undefined ? {} : { from }),
      ...(days[at] === undefined ? {} : { before: days[at] }),
    }));
    return this.#copyHalves(code, ranges);
  }

  /** Copies neighboring ranges together. A range that fails is halved until the damaged days are isolated. */
  async #copyHalves(code: TableCode, ranges: readonly Days[]): Promise<Days[]> {
    const [first, last] = [ranges[0], ranges.at(-1)];
    if (!first || !last) return [];
    const all = {
      ...(first.from === undefined ? {} : { from: first.from }),
      ...(last.before === undefined ? {} : { before: last.before }),
    };
    // The whole range together has failed already.
    const isEverything = all.from === undefined && all.before === undefined;
    if (!isEverything && (await this.#unlessDamaged(() => this.#insert(code, { days: all })))) return [];
    if (ranges.length === 1) return [first];
    const half = Math.ceil(ranges.length / 2);
    return [
      ...(await this.#copyHalves(code, ranges.slice(0, half))),
      ...(await this.#copyHalves(code, ranges.slice(half))),
    ];
  }

  /** Deletes all coverage whose records may be among these days; returns the covered days that had records. */
  async #forget(code: TableCode, { from = '', before = '999999999' }: Days): Promise<string[]> {
    // A day or a race has one date; the records of a horse may be of any date.
    const isGone = `table_code = ? and (not (starts_with(unit, 'day:') or starts_with(unit, 'race:'))
      or last_day is null or (last_day >= ? and last_day < ?))`;
    const values = [code, from, before];
    const days = await this.#connection.runAndReadAll(
      `select last_day from coverage where ${isGone} and starts_with(unit, 'day:') and records > 0`,
      values,
    );
    const units = `select unit from coverage where ${isGone}`;
    await this.#connection.run(`delete from aside where table_code = ? and unit in (${units})`, [
      code,
      ...values,
    ]);
    await this.#connection.run(`delete from coverage where ${isGone}`, values);
    return days.getRows().map(([day]) => String(day));
  }

  async #insert(
    name: string,
    { days, unlessNamed }: { readonly days?: Days; readonly unlessNamed?: string },
  ): Promise<void> {
    // Records get new numbers, which the new file counts itself.
    const stored = (await this.#columnsOf('damaged', name)).filter((column) => column !== ID);
    // An archive of an earlier version lacks the table.
    if (stored.length === 0) return;
    const known = new Set(await this.#columnsOf('new', name));
    const columns = stored.map(quoted).join(', ');
    const conditions = [
      ...(days?.from === undefined ? [] : ['racedate >= ?']),
      ...(days?.before === undefined ? [] : ['racedate < ?']),
      ...(unlessNamed === undefined ? [] : ['name <> ?']),
    ];
    const values = [days?.from, days?.before, unlessNamed].filter((value) => value !== undefined);
    await this.#connection.run('begin');
    try {
      // The damaged file may come from a later catalogue with more columns.
      for (const column of stored.filter((each) => !known.has(each))) {
        this.#columns.delete('new');
        await this.#connection.run(`alter table ${quoted(name)} add column ${quoted(column)} VARCHAR`);
      }
      await this.#connection.run(
        `insert into ${quoted(name)} (${columns}) select ${columns} from damaged.${quoted(name)}
           where ${conditions.length > 0 ? conditions.join(' and ') : 'true'}`,
        values,
      );
      await this.#connection.run('commit');
    } catch (error) {
      await this.#connection.run('rollback').catch(() => undefined);
      throw error;
    }
  }

  /** In order; none if the table does not exist. */
  async #columnsOf(database: Database, table: string): Promise<readonly string[]> {
    const columns = this.#columns.get(database) ?? (await this.#readColumns(database));
    this.#columns.set(database, columns);
    return columns.get(table) ?? [];
  }

  async #readColumns(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
    const which = database === 'new' ? 'current_database()' : `'${database}'`;
    const read = await this.#connection.runAndReadAll(
      `select table_name, column_name from duckdb_columns()
         where database_name = ${which} and schema_name = 'main' order by table_oid, column_index`,
    );
    const columns = new Map<string, string[]>();
    for (const [table, column] of read.getRows()) {
      const names = columns.get(String(table)) ?? [];
      names.push(String(column));
      columns.set(String(table), names);
    }
    return columns;
  }

  async #count(code: TableCode): Promise<number> {
    const read = await this.#connection.runAndReadAll(`select count(*)::INTEGER from ${quoted(code)}`);
    return Number(read.getRows()[0]?.[0] ?? 0);
  }

  /**
   * Runs the step again for as long as the damage can be repaired. Returns false if damage remains. Errors: all others.
   */
  async #unlessDamaged(step: () => Promise<void>): Promise<boolean> {
    for (;;) {
      try {
        await this.#attach();
        await step();
        return true;
      } catch (error) {
        if (!isDamage(error) || isInvalidated(error)) throw error;
        await this.#detach();
        if (!(await this.#source.repair(error))) return false;
      }
    }
  }

  async #attach(): Promise<void> {
    if (this.#isAttached) return;
    await this.#connection.run(`attach ${literal(this.#source.path)} as damaged (read_only)`);
    this.#isAttached = true;
  }

  async #detach(): Promise<void> {
    if (this.#isAttached) await this.#connection.run('detach damaged');
    this.#isAttached = false;
    this.#columns.delete('damaged');
  }
}

const hasRacedate = (code: TableCode): boolean =>
  TABLES[code].columns.some((column) => column.name === 'racedate');
