// The store on one machine: a better-sqlite3 file whose readers never wait for the writer (WAL).

import type { TableCode } from '#shared/catalogue/table.ts';
import type { SharedBlock } from './block-cache.ts';
import { BlockCache } from './block-cache.ts';
import { joined } from './block.ts';
import type { Commits } from './commits.ts';
import { conditionsOf } from '../conditions.ts';
import type { ReadBlock } from './reader.ts';
import { SqliteReader } from './reader.ts';
import { SqliteWriter } from './writer.ts';
import type { DayCount, StoredDays, Records, RecordFilter, Store } from '../store.ts';
import { PageScheduler } from '../page-scheduler.ts';

/**
 * Bytes read per turn of the event loop for a large answer: few enough that other requests hardly wait, and that they
 * do not burden memory while a slow client reads them.
 */
const TURN = 64 * 1024;
/** The number of blocks read before their size is known. */
const FIRST_BLOCKS = 1;
const MOST_BLOCKS = 200;
/** Answers of at most that many records are read and sent at once, such as the races of most days. */
const WHOLE = 40;
/** Smaller blocks are sent together, so that small records are not sent race by race. */
const SMALL = 8 * 1024;

export class SqliteStore implements Store, StoredDays {
  readonly #file: string;
  readonly #writer: SqliteWriter;
  readonly #reader: SqliteReader;
  /** Connections for answers of several pages, each with its own snapshot for the duration of the answer. */
  readonly #idle: SqliteReader[] = [];
  readonly #busy = new Set<SqliteReader>();
  readonly #turns = new PageScheduler();
  readonly #cache = new BlockCache();
  readonly #commits: Commits;

  constructor(file: string) {
    this.#file = file;
    this.#writer = new SqliteWriter(file);
    this.#reader = new SqliteReader(file);
    this.#commits = this.#reader.commits();
  }

  answer(table: TableCode, selection: RecordFilter, limit: number): Records | 'too many' {
    const { racekey, horse_id, kettonum } = selection;
    if (racekey === undefined && horse_id === undefined && kettonum === undefined) {
      return this.#inPages(table, selection, limit);
    }
    const key = onlyKeyOf(selection);
    const kept = key === undefined ? undefined : this.#kept(table, key);
    if (kept) return kept.count > limit ? 'too many' : kept.lend();
    // A race is one block, and so is a horse; usually it is the whole answer.
    const only = this.#reader.onlyBlock(table, conditionsOf(table, selection));
    if (only === undefined) return this.#inPages(table, selection, limit);
    if (only === 'none') return { count: 0, pages: [] };
    if (only.count > limit) return 'too many';
    const { count, records } = only;
    return key === undefined ? { count, pages: [records] } : this.#cache.add(table, key, only);
  }

  #kept(table: TableCode, key: string): SharedBlock | undefined {
    if (this.#commits.haveCome()) this.#cache.clear();
    return this.#cache.get(table, key);
  }

  #inPages(table: TableCode, selection: RecordFilter, limit: number): Records | 'too many' {
    const reader = this.#idle.pop() ?? new SqliteReader(this.#file);
    this.#busy.add(reader);
    try {
      reader.beginSnapshot();
      const count = reader.count(table, conditionsOf(table, selection), limit + 1);
      if (count > WHOLE && count <= limit) return { count, pages: this.#pages(reader, table, selection) };
      const { blocks } =
        count > limit ? { blocks: [] } : reader.page(table, conditionsOf(table, selection), WHOLE);
      this.#freeReader(reader);
      if (count > limit) return 'too many';
      return { count, pages: count === 0 ? [] : [joined(blocks.map(({ records }) => records))] };
    } catch (error) {
      // As after a damaged page: its snapshot would stay open, and each further request would open another connection.
      if (this.#busy.delete(reader)) reader.close();
      throw error;
    }
  }

  async *#pages(
    reader: SqliteReader,
    table: TableCode,
    selection: RecordFilter,
  ): AsyncGenerator<Buffer, void> {
    try {
      let conditions = conditionsOf(table, selection);
      let most = FIRST_BLOCKS;
      for (;;) {
        const { blocks, after } = reader.page(table, conditions, most);
        yield* pagesOf(blocks);
        if (after === undefined) return;
        conditions = [after, ...conditionsOf(table, selection)];
        most = blocksATurn(blocks);
        // A fast socket takes every page at once; without this, all other requests would wait for the whole answer.
        await this.#turns.next();
      }
    } finally {
      this.#freeReader(reader);
    }
  }

  #freeReader(reader: SqliteReader): void {
    if (!this.#busy.delete(reader)) return;
    reader.endSnapshot();
    this.#idle.push(reader);
  }

  async newestRaceDate(table: TableCode, upTo = '99999999'): Promise<string | undefined> {
    return this.#reader.newest(table, upTo);
  }

  async storedDays(table: TableCode): Promise<readonly DayCount[]> {
    return this.#reader.storedDays(table);
  }

  async upsert(table: TableCode, records: readonly object[]): Promise<void> {
    this.#writer.upsert(table, records);
    this.#cache.clear();
  }

  async close(): Promise<void> {
    for (const reader of [...this.#idle, ...this.#busy, this.#reader]) reader.close();
    this.#busy.clear();
    this.#writer.close();
  }
}

/** The race or horse that a selection names, if it has no other condition. */
function onlyKeyOf({ from, to, racekey, horse_id, kettonum }: RecordFilter): string | undefined {
  if (from !== undefined || to !== undefined || kettonum !== undefined) return undefined;
  return horse_id === undefined || racekey === undefined ? (racekey ?? horse_id) : undefined;
}

/** The number of blocks of this average size per turn. */
function blocksATurn(blocks: readonly ReadBlock[]): number {
  const bytes = blocks.reduce((sum, { records }) => sum + records.length, 0);
  const average = Math.max(1, bytes / Math.max(1, blocks.length));
  return Math.min(MOST_BLOCKS, Math.max(1, Math.round(TURN / average)));
}

/** Large blocks alone, small ones together. */
function* pagesOf(blocks: readonly ReadBlock[]): Generator<Buffer, void> {
  let small: Buffer[] = [];
  for (const { records } of blocks) {
    if (records.length < SMALL) {
      small.push(records);
      continue;
    }
    if (small.length > 0) yield joined(small);
    small = [];
    yield records;
  }
  if (small.length > 0) yield joined(small);
}
