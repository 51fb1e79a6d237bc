// The store on one machine: better-sqlite3, a file, readers that never wait for the writer (WAL).

import type { TableCode } from '#shared/catalogue/table.ts';
import { conditionsOf } from './conditions.ts';
import { HeldAnswers } from './held-answers.ts';
import { SqliteReader, after } from './sqlite-reader.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import type { Records, Selection, Store } from './store.ts';
import { PageTurns } from './turns.ts';

/**
 * Large enough for any race and for most days' races, so that those are answered at once; small enough that others
 * hardly wait for a page, and that its bytes are no burden while a slow reader takes them.
 */
const PAGE = 40;

/** A race day's runners in every table are about 15 MB. */
const MOST_HELD = 32 * 1024 * 1024;

export class SqliteStore implements Store {
  readonly #file: string;
  readonly #writer: SqliteWriter;
  readonly #reader: SqliteReader;
  /** Connections for answers of several pages, each in a snapshot of its own while it lasts. */
  readonly #idle: SqliteReader[] = [];
  readonly #busy = new Set<SqliteReader>();
  readonly #turns = new PageTurns();
  readonly #held = new HeldAnswers(MOST_HELD);

  constructor(file: string) {
    this.#file = file;
    this.#writer = new SqliteWriter(file);
    this.#reader = new SqliteReader(file);
  }

  async answer(table: TableCode, selection: Selection, limit: number): Promise<Records | 'too many'> {
    const { racekey, horse_id } = selection;
    const isSmall = racekey !== undefined || horse_id !== undefined;
    const { from, to, kettonum } = selection;
    const name = isSmall && [table, racekey, horse_id, kettonum, from, to].join();
    const version = name === false ? 0 : this.#reader.version();
    const held = name === false ? undefined : this.#held.find(version, name);
    if (held && held.count <= limit) return { count: held.count, pages: pagesOf(held.bytes) };
    const conditions = conditionsOf(table, selection);
    const first = this.#reader.page(table, conditions, Math.min(PAGE, limit) + 1);
    if (first.count <= Math.min(PAGE, limit)) {
      if (name !== false) this.#held.keep(version, name, first);
      return { count: first.count, pages: pagesOf(first.bytes) };
    }
    if (first.count > limit) return 'too many';
    return this.#inPages(table, selection, limit);
  }

  #inPages(table: TableCode, selection: Selection, limit: number): Records | 'too many' {
    const reader = this.#idle.pop() ?? new SqliteReader(this.#file);
    this.#busy.add(reader);
    reader.beginSnapshot();
    const count = reader.count(table, conditionsOf(table, selection), limit + 1);
    if (count > limit) {
      this.#letGo(reader);
      return 'too many';
    }
    return { count, pages: this.#pages(reader, table, selection) };
  }

  async *#pages(reader: SqliteReader, table: TableCode, selection: Selection): AsyncGenerator<Buffer, void> {
    try {
      let conditions = conditionsOf(table, selection);
      for (;;) {
        const { bytes } = reader.page(table, conditions, PAGE);
        const last = reader.lastKey(table, conditions, PAGE);
        if (bytes) yield bytes;
        if (last === undefined) return;
        conditions = [after(table, last), ...conditionsOf(table, selection)];
        // A fast socket takes every page at once: without this, all others would wait for the whole answer.
        await this.#turns.next();
      }
    } finally {
      this.#letGo(reader);
    }
  }

  #letGo(reader: SqliteReader): void {
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

async function* pagesOf(bytes: Buffer | null): AsyncGenerator<Buffer, void> {
  if (bytes) yield bytes;
}
