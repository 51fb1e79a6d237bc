// The blocks in the archive: a table of bytes by race and day. A write deletes the blocks that it concerns in its own
// transaction, so none is ever older than the records; they are made again while nothing is written.

import { pairOfDay, tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { DuckDBBlobValue } from '@duckdb/node-api';
import type { Connection } from '../connection.ts';
import { dayUnit, raceUnit, type CoverageUnit } from '../coverage.ts';
import { quoted, whereOf } from '../filter-sql.ts';
import { RememberedReads } from '../remembered-reads.ts';
import { Block } from './block.ts';
import type { MadeBlock } from './build-blocks.ts';

/**
 * Compressed already: DuckDB would pack 2,048 of them together, and unpack all to read one. No bytes: of a day that is read
 * from the columns.
 */
export const CREATE_BLOCKS =
  'create table if not exists record_block (unit VARCHAR, racedate VARCHAR, bytes BLOB using compression uncompressed)';

/** The blocks of the race or day that is shown and of those before; 60 KB each, once they are read. */
const MOST_IN_MEMORY = 50;

type Bytes = ReadonlyMap<string, Uint8Array>;

export class StoredBlocks {
  readonly #read: (units: readonly CoverageUnit[]) => Promise<Bytes>;
  readonly #remembered = new RememberedReads(MOST_IN_MEMORY);
  /** Those that are read together, at the end of this turn. */
  #wanted: { readonly units: CoverageUnit[]; readonly bytes: Promise<Bytes> } | undefined;

  constructor(read: (units: readonly CoverageUnit[]) => Promise<Bytes>) {
    this.#read = read;
  }

  /** The block that has everything that the filter asks for; undefined if there is none. Errors: ARCHIVE_FAILED. */
  async of(filter: Filter): Promise<Block | undefined> {
    const unit = unitOf(filter);
    return unit === undefined
      ? undefined
      : this.#remembered.read(unit, async () => {
          const bytes = (await this.#readTogether(unit)).get(unit);
          return bytes && new Block(bytes);
        });
  }

  /**
   * The page of a horse asks for the blocks of its last five races at once: one by one they would occupy all of libuv's
   * threads.
   */
  #readTogether(unit: CoverageUnit): Promise<Bytes> {
    const units = this.#wanted?.units ?? [];
    units.push(unit);
    this.#wanted ??= {
      units,
      bytes: Promise.resolve().then(() => {
        this.#wanted = undefined;
        return this.#read(units);
      }),
    };
    return this.#wanted.bytes;
  }

  /** The day of a past race that has a block. Errors: ARCHIVE_FAILED. */
  async dayOf(racekey: string): Promise<string | undefined> {
    return (await this.of({ racekey }))?.head.racedate;
  }

  /**
   * Whether the table is known to lack no race and no runner of a past race or day, by everything else that is stored.
   * False: it is not known. Errors: ARCHIVE_FAILED.
   */
  async isWhole(code: TableCode, filter: Filter): Promise<boolean> {
    return (await this.of(filter))?.head.whole.includes(code) === true;
  }

  /** Whether the table is whole in a past race or day and no result of it awaits its indices. Errors: ARCHIVE_FAILED. */
  async isFinal(code: TableCode, filter: Filter): Promise<boolean> {
    const block = await this.of(filter);
    return block?.head.whole.includes(code) === true && block.rows(code, [])?.provisional === 0;
  }

  /** To be called after each write, before its writer goes on. */
  forget(): void {
    this.#remembered.forget();
  }
}

/** A race, or one day. */
function unitOf(filter: Filter): CoverageUnit | undefined {
  const { racekey, racedate, start_racedate: from, end_racedate: to, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  if (racekey !== undefined)
    return racedate === undefined && from === undefined && to === undefined ? raceUnit(racekey) : undefined;
  if (racedate !== undefined) return from === undefined && to === undefined ? dayUnit(racedate) : undefined;
  return from !== undefined && from === to ? dayUnit(from) : undefined;
}

/**
 * By unit, of those that have one. Each by a scan of its own, since one for several values would read all bytes of the
 * table. Errors: those of DuckDB.
 */
export async function readBlocks(connection: Connection, units: readonly CoverageUnit[]): Promise<Bytes> {
  const read = await connection.runAndReadAll(
    units.map(() => 'select unit, bytes from record_block where unit = ?').join(' union all '),
    [...units],
  );
  return new Map(
    read
      .getRows()
      .flatMap(([unit, bytes]) =>
        typeof unit === 'string' && bytes instanceof DuckDBBlobValue ? [[unit, bytes.bytes] as const] : [],
      ),
  );
}

/** Errors: those of DuckDB. */
export async function writeBlocks(connection: Connection, made: readonly MadeBlock[]): Promise<void> {
  for (const { unit, racedate, bytes } of made)
    await connection.run('insert into record_block values (?, ?, ?)', [
      unit,
      racedate,
      bytes === undefined ? null : new DuckDBBlobValue(bytes),
    ]);
}

/** Errors: those of DuckDB. */
export const dropAllBlocks = async (connection: Connection): Promise<void> => {
  await connection.run('delete from record_block');
};

const MEETINGS: readonly TableCode[] = pairOfDay('meeting');
/** A block is made of no other table. */
const IN_BLOCKS: ReadonlySet<TableCode> = new Set(
  (
    [
      'race',
      'meeting',
      'entry',
      'prerace',
      'training',
      'previous',
      'previousNotes',
      'result',
      'payoff',
    ] as const
  ).flatMap(tablesOfDay),
);

/**
 * Deletes the blocks of the days, races and meetings of a window. To be called in its transaction, before its records are
 * replaced and again afterwards: the old records and the new ones may be of different races. Errors: those of DuckDB.
 */
export async function outdateBlocks(connection: Connection, code: TableCode, filter: Filter): Promise<void> {
  if (!IN_BLOCKS.has(code)) return;
  // Loading an archive for the first time pays one small question.
  const some = await connection.runAndReadAll('select 1 from record_block limit 1', []);
  if (some.currentRowCount === 0) return;
  const { sql, values } = whereOf(TABLES[code], filter);
  const { racedate, start_racedate: from = racedate, end_racedate: to = racedate } = filter;
  const races = MEETINGS.includes(code)
    ? `unit[6:11] in (select holdingkey from ${quoted(code)} where ${sql})`
    : `unit in (select 'race:' || racekey from ${quoted(code)} where ${sql})`;
  const days = `racedate in (select racedate from ${quoted(code)} where ${sql})`;
  const span = from === undefined || to === undefined ? 'false' : 'racedate between ? and ?';
  await connection.run(
    `delete from record_block where ${span} or ${days}
       or racedate in (select racedate from record_block where starts_with(unit, 'race:') and ${races})`,
    [...(span === 'false' ? [] : [from ?? '', to ?? '']), ...values, ...values],
  );
}
