// The store on one machine: better-sqlite3, a file, readers that never wait for the writer (WAL).

import type { TableCode } from '#shared/catalogue/table.ts';
import { joined } from './block.ts';
import { conditionsOf } from '../conditions.ts';
import type { ReadBlock } from './reader.ts';
import { SqliteReader } from './reader.ts';
import { SqliteWriter } from './writer.ts';
import type { Records, RecordFilter, Store } from '../store.ts';
import { PageScheduler } from '../page-scheduler.ts';

/**
 * Bytes read in one turn of a large answer: few enough that others hardly wait, and that they are no burden while a slow
 * reader takes them.
 */
const TURN = 64 * 1024;
/** How many blocks are read before their size is known. */
const FIRST_BLOCKS = 1;
const MOST_BLOCKS = 200;
/** Answers of at most so many records are read and sent in one piece, as the races of most days are. */
const WHOLE = 40;
/** Smaller blocks are sent together, so that small records are not sent race by race. */
const SMALL = 8 * 1024;

export class SqliteStore implements Store {
  readonly #file: string;
  readonly #writer: SqliteWriter;
  readonly #reader: SqliteReader;
  /** Connections for answers of several pages, each in a snapshot of its own while it lasts. */
  readonly #idle: SqliteReader[] = [];
  readonly #busy = new Set<SqliteReader>();
  readonly #turns = new PageScheduler();

  constructor(file: string) {
    this.#file = file;
    this.#writer = new SqliteWriter(file);
    this.#reader = new SqliteReader(file);
  }

  async answer(table: TableCode, selection: RecordFilter, limit: number): Promise<Records | 'too many'> {
    const { racekey, horse_id, kettonum } = selection;
    if (racekey === undefined && horse_id === undefined && kettonum === undefined) {
      return this.#inPages(table, selection, limit);
    }
    // A race is one block, and so is a horse: usually it is the whole answer.
    const only = this.#reader.onlyBlock(table, conditionsOf(table, selection));
    if (only === undefined) return this.#inPages(table, selection, limit);
    if (only === 'none') return { count: 0, pages: [] };
    return only.count > limit ? 'too many' : { count: only.count, pages: [only.records] };
  }

  #inPages(table: TableCode, selection: RecordFilter, limit: number): Records | 'too many' {
    const reader = this.#idle.pop() ?? new SqliteReader(this.#file);
    this.#busy.add(reader);
    reader.beginSnapshot();
    const count = reader.count(table, conditionsOf(table, selection), limit + 1);
    if (count > limit) {
      this.#freeReader(reader);
      return 'too many';
    }
    if (count > WHOLE) return { count, pages: this.#pages(reader, table, selection) };
    const { blocks } = reader.page(table, conditionsOf(table, selection), WHOLE);
    this.#freeReader(reader);
    return { count, pages: count === 0 ? [] : [joined(blocks.map(({ records }) => records))] };
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
        // A fast socket takes every page at once: without this, everyone else would wait for the whole answer.
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

  async upsert(table: TableCode, records: readonly object[]): Promise<void> {
    this.#writer.upsert(table, records);
  }

  async close(): Promise<void> {
    for (const reader of [...this.#idle, ...this.#busy, this.#reader]) reader.close();
    this.#busy.clear();
    this.#writer.close();
  }
}

/** How many blocks of this average size make a turn. */
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
