// Writes records to the SQLite store: one connection, synchronous, in transactions.

import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES, tableOf } from '#shared/catalogue/tables.ts';
import type Database from 'better-sqlite3';
import type { Block, BlockEntry } from './block.ts';
import { blockOf, entriesOf, merged, packed, timesOf, unpacked } from './block.ts';
import { openDatabaseFile } from './database-file.ts';
import type { OnNewerElsewhere, ReadyRecord } from '../bulk-writer.ts';
import { fieldsOf } from '../partial-record.ts';
import type { RaceDay } from '../moved-races.ts';
import { isByRace, newestDays, newestOf } from '../moved-races.ts';
import { migrate } from './migrations.ts';
import type { KeyColumn } from './tables.ts';
import { blockLayoutOf } from './tables.ts';

type Value = string | number | Uint8Array;

/** The new records of one block. */
interface Coming {
  readonly key: readonly (string | number)[];
  readonly entries: BlockEntry[];
}

interface Statements {
  readonly stored: Database.Statement<(string | number)[], Pick<Block, 'entries' | 'records'>>;
  readonly keep: Database.Statement<Value[]>;
  /** Values of the other columns by which a block's single record is found. */
  readonly foundOf: (entries: readonly BlockEntry[]) => readonly (string | number)[];
  /** Of tables with races. */
  readonly moved: MovedStatements | undefined;
}

interface MovedStatements {
  /** A race's blocks under other days. */
  readonly elsewhere: Database.Statement<string[], Elsewhere>;
  readonly remove: Database.Statement<string[]>;
}

interface Elsewhere extends Pick<Block, 'entries'> {
  readonly racedate: string;
}

export interface WriterOptions {
  /** Pack the records: a tenth of the disk for a little more work to read them. */
  readonly packs?: boolean;
}

export class SqliteWriter {
  readonly database: Database.Database;
  readonly #packs: boolean;
  readonly #statements = new Map<TableCode, Statements>();

  /** @throws DamagedDatabaseError, NewerStoreError */
  constructor(file: string, { packs = false }: WriterOptions = {}) {
    this.#packs = packs;
    this.database = openDatabaseFile(file, (database) => {
      // A race of a wide table takes 60 to 160 KB: few pages to read, and little of the last one empty.
      database.pragma('page_size = 16384');
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = NORMAL');
    });
    try {
      migrate(this.database, Object.values(TABLES), (table, records) => void this.keep(table, records));
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  /** Runs the work as one transaction: all of it or nothing. */
  atOnce(work: () => void): void {
    this.database.transaction(work).immediate();
  }

  /** Adds records; one with the same primary key is replaced unless it is newer. */
  upsert(table: TableCode, records: readonly object[]): void {
    this.keep(
      table,
      records.map((record) => ({
        fields: record as ReadyRecord['fields'],
        json: Buffer.from(JSON.stringify(record)),
      })),
    );
  }

  /** Like `upsert`, for records in stored form (`BulkWriter.keep`). Returns how many were new or newer. */
  keep(table: TableCode, records: readonly ReadyRecord[], onNewerElsewhere?: OnNewerElsewhere): number {
    const all = blocksOf(table, records);
    const blocks = isByRace(tableOf(table)) ? onNewestDays(all) : all;
    let changed = 0;
    const kept = new Set<Coming>();
    this.atOnce(() => {
      for (const coming of blocks) {
        const found = this.#keepBlock(table, coming);
        if (found === 'newer elsewhere') continue;
        changed += found;
        kept.add(coming);
      }
    });
    for (const coming of all) if (!kept.has(coming)) onNewerElsewhere?.(raceOf(coming));
    return changed;
  }

  /** Removes a table's records of one day. */
  removeDay(table: TableCode, racedate: string): void {
    this.database.prepare(`DELETE FROM ${table} WHERE racedate = ?`).run(racedate);
  }

  close(): void {
    this.database.close();
  }

  #keepBlock(table: TableCode, { key, entries: coming }: Coming): number | 'newer elsewhere' {
    const statements = this.#statementsOf(table);
    if (statements.moved && !isNewestDay(statements.moved, key.map(String), coming)) return 'newer elsewhere';
    const stored = statements.stored.get(...key);
    const before = stored ? entriesOf({ ...stored, records: unpacked(stored.records) }) : [];
    const { entries, changed } = merged(before, coming);
    if (changed === 0) return 0;
    const block = blockOf(entries);
    const found = statements.foundOf(entries);
    const records = this.#packs ? packed(block.records) : block.records;
    statements.keep.run(...key, ...found, block.count, block.entries, records);
    return changed;
  }

  #statementsOf(table: TableCode): Statements {
    const prepared = this.#statements.get(table);
    if (prepared) return prepared;
    const layout = blockLayoutOf(tableOf(table));
    const key = layout.block.map(({ name }) => name);
    const others = [...layout.found.map(({ name }) => name), 'count', 'entries', 'records'];
    const names = [...key, ...others];
    const statements: Statements = {
      stored: this.database.prepare(
        `SELECT entries, records FROM ${table} WHERE ${key.map((name) => `${name} = ?`).join(' AND ')}`,
      ),
      keep: this.database.prepare(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
         ON CONFLICT (${key.join(', ')}) DO UPDATE SET
         ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      ),
      foundOf([entry]) {
        if (!entry || layout.found.length === 0) return [];
        const fields = fieldsOf(entry.json);
        return layout.found.map(({ read }) => read(fields));
      },
      moved: isByRace(tableOf(table))
        ? {
            elsewhere: this.database.prepare(
              `SELECT racedate, entries FROM ${table} WHERE racekey = ? AND racedate <> ?`,
            ),
            remove: this.database.prepare(`DELETE FROM ${table} WHERE racekey = ? AND racedate = ?`),
          }
        : undefined,
    };
    this.#statements.set(table, statements);
    return statements;
  }
}

/**
 * Removes what a race has under other days, unless it is newer.
 *
 * @returns false if it is: the race was moved there since
 */
function isNewestDay(
  { elsewhere, remove }: MovedStatements,
  [racedate = '', racekey = '']: readonly string[],
  coming: readonly BlockEntry[],
): boolean {
  const others = elsewhere.all(racekey, racedate);
  if (others.length === 0) return true;
  const newest = newestOf(coming.map(({ updatedAt }) => updatedAt));
  if (others.some(({ entries }) => newestOf(timesOf({ entries })) > newest)) return false;
  for (const other of others) remove.run(racekey, other.racedate);
  return true;
}

/** The blocks of races, without those of a day that the race has left according to the others. */
function onNewestDays(blocks: readonly Coming[]): readonly Coming[] {
  const dayOf = (coming: Coming): RaceDay => ({
    ...raceOf(coming),
    newest: newestOf(coming.entries.map(({ updatedAt }) => updatedAt)),
  });
  const days = blocks.map(dayOf);
  const newest = newestDays(days);
  return blocks.filter((_, at) => {
    const day = days[at];
    return day && newest.get(day.racekey)?.racedate === day.racedate;
  });
}

/** Of a table with races. */
function raceOf({ key }: Coming): Pick<RaceDay, 'racekey' | 'racedate'> {
  const [racedate = '', racekey = ''] = key.map(String);
  return { racekey, racedate };
}

/** Groups records by block; the order within a block is preserved. */
function blocksOf(table: TableCode, records: readonly ReadyRecord[]): readonly Coming[] {
  const { block, within, updatedAt } = blockLayoutOf(tableOf(table));
  const blocks = new Map<string, Coming>();
  for (const { fields, json, absent } of records) {
    const valuesOf = (columns: readonly KeyColumn[]) => columns.map(({ read }) => read(fields));
    const key = valuesOf(block);
    const name = key.join('\u0000');
    const coming = blocks.get(name) ?? { key, entries: [] };
    if (coming.entries.length === 0) blocks.set(name, coming);
    coming.entries.push({
      place: valuesOf(within),
      updatedAt: String(updatedAt?.read(fields) ?? ''),
      json,
      ...(absent && { absent }),
    });
  }
  return [...blocks.values()];
}
