// The blocks of races and days in the archive: a table of heads, and one of their bytes. A write deletes the blocks that it
// concerns in its own transaction, so none is ever older than the records; they are made again while nothing is written.

import { pairOfDay, tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Connection, Read } from '../connection.ts';
import { dayUnit, raceUnit, type CoverageUnit } from '../coverage.ts';
import { inList, quoted, whereOf } from '../filter-sql.ts';
import { gathered } from '../gathered-reads.ts';
import { RememberedReads } from '../remembered-reads.ts';
import { isOutdatedBy, readNotes } from '../subjects/outdated-runs.ts';
import { Block, type BlockHead } from './block.ts';
import { CREATE_BYTES, deleteBytes, NEXT_ID, readBytes, writeBytes } from './block-bytes.ts';
import type { MadeBlock } from './build-blocks.ts';
import { CREATE_HORSES, readHorse } from './stored-horses.ts';

/** A block is followed by empty rows (block-bytes.ts). */
const ROWS_PER_BLOCK = 64;

/** `id`: of its bytes; null for a day that is read from the columns. */
const CREATE_HEADS =
  'create table record_block (unit VARCHAR, racedate VARCHAR, whole VARCHAR, final VARCHAR, id BIGINT)';

export const CREATE_BLOCKS = [...CREATE_BYTES, CREATE_HEADS, CREATE_HORSES];

/** The blocks of the race, day or horse that is shown and of those before; 60 KB each at most, once they are read. */
const MOST_IN_MEMORY = 50;

interface StoredHead extends BlockHead {
  readonly id: bigint;
}

type Heads = ReadonlyMap<string, StoredHead>;

export class StoredBlocks {
  readonly #read: Read;
  readonly #heads = new RememberedReads();
  readonly #blocks = new RememberedReads(MOST_IN_MEMORY);
  readonly #notes = new RememberedReads();
  /** The page of a horse wants the heads of its last five races at once. */
  readonly #readHead: (unit: CoverageUnit) => Promise<StoredHead | undefined>;

  constructor(read: Read) {
    this.#read = read;
    this.#readHead = gathered((units) => read((connection) => readHeads(connection, units)));
  }

  /** The block that has everything that the filter asks for; undefined if there is none. Errors: ARCHIVE_FAILED. */
  async of(filter: Filter): Promise<Block | undefined> {
    const unit = unitOf(filter);
    return unit === undefined
      ? undefined
      : this.#blocks.read(unit, async () => {
          const head = await this.#headOf(unit);
          return head && this.#blockAt(head.id);
        });
  }

  /**
   * What the page of a horse reads; undefined if there is no block of it. Errors: ARCHIVE_FAILED.
   *
   * The bytes are read after it was seen that no row is outdated. If rows were computed again in between, the block is gone.
   */
  async ofHorse(horse_id: string): Promise<Block | undefined> {
    return this.#blocks.read(`horse:${horse_id}`, async () => {
      const notes = await this.#notes.read('all', () => this.#read(readNotes));
      const id = await this.#read(async (connection) =>
        (await isOutdatedBy(connection, notes, horse_id)) ? undefined : readHorse(connection, horse_id),
      );
      return id === undefined ? undefined : this.#blockAt(id);
    });
  }

  async #blockAt(id: bigint): Promise<Block | undefined> {
    const bytes = await this.#read((connection) => readBytes(connection, id));
    return bytes && new Block(bytes);
  }

  /** The day of a past race that has a block. Errors: ARCHIVE_FAILED. */
  async dayOf(racekey: string): Promise<string | undefined> {
    return (await this.#headOf(raceUnit(racekey)))?.racedate;
  }

  /**
   * Whether the table is known to lack no race and no runner of a past race or day, by everything else that is stored.
   * False: it is not known. Errors: ARCHIVE_FAILED.
   */
  async isWhole(code: TableCode, filter: Filter): Promise<boolean> {
    const unit = unitOf(filter);
    return unit !== undefined && (await this.#headOf(unit))?.whole.includes(code) === true;
  }

  /** Whether the table is whole in a past race or day and no result of it awaits its indices. Errors: ARCHIVE_FAILED. */
  async isFinal(code: TableCode, filter: Filter): Promise<boolean> {
    const unit = unitOf(filter);
    return unit !== undefined && (await this.#headOf(unit))?.final.includes(code) === true;
  }

  #headOf(unit: CoverageUnit): Promise<StoredHead | undefined> {
    return this.#heads.read(unit, () => this.#readHead(unit));
  }

  /** To be called after each write, before its writer goes on. */
  forget(): void {
    for (const known of [this.#heads, this.#blocks, this.#notes]) known.forget();
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

/** By unit, of those that have a block. Errors: those of DuckDB. */
async function readHeads(connection: Connection, units: readonly CoverageUnit[]): Promise<Heads> {
  const wanted = inList(units);
  const read = await connection.runAndReadAll(
    `select unit, racedate, whole, final, id from record_block
       where unit in (${wanted.marks}) and id is not null`,
    [...wanted.values],
  );
  return new Map(
    read.getRows().map(([unit, racedate, whole, final, id]) => [
      String(unit),
      {
        racedate: String(racedate),
        whole: codesIn(String(whole)),
        final: codesIn(String(final)),
        id: BigInt(String(id)),
      },
    ]),
  );
}

const codesIn = (text: string): TableCode[] =>
  text.split(' ').filter((code) => code in TABLES) as TableCode[];

/** Errors: those of DuckDB. */
export async function writeBlocks(connection: Connection, made: readonly MadeBlock[]): Promise<void> {
  for (const { unit, head, bytes } of made) {
    const written = await connection.runAndReadAll(
      `insert into record_block values (?, ?, ?, ?, ${bytes === undefined ? 'null' : NEXT_ID}) returning id`,
      [unit, head.racedate, head.whole.join(' '), head.final.join(' ')],
    );
    const [id = null] = written.getRows()[0] ?? [];
    if (bytes !== undefined) await writeBytes(connection, id, bytes, ROWS_PER_BLOCK);
  }
}

/** Makes the tables anew, which drops all blocks. Errors: those of DuckDB. */
export async function createBlockTables(connection: Connection): Promise<void> {
  for (const table of ['record_block', 'horse_block', 'block_bytes'])
    await connection.run(`drop table if exists ${table}`);
  for (const sql of CREATE_BLOCKS) await connection.run(sql);
}

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
  const deleted = await connection.runAndReadAll(
    `delete from record_block where ${span} or ${days}
       or racedate in (select racedate from record_block where starts_with(unit, 'race:') and ${races})
     returning id`,
    [...(span === 'false' ? [] : [from ?? '', to ?? '']), ...values, ...values],
  );
  await deleteBytes(
    connection,
    deleted.getRows().flatMap(([id]) => (id === null ? [] : [Number(id)])),
  );
}
