// The store for several service processes with one PostgreSQL (or a compatible engine). Its only state is connections.

import type { TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import type pg from 'pg';
import { whileAvailable } from './unavailable.ts';
import type { SqlCondition } from '../conditions.ts';
import { conditionsOf, valuesOf, where } from '../conditions.ts';
import { keepInPostgres } from './writer.ts';
import type { DayCount, StoredDays, Records, RecordFilter, Store } from '../store.ts';

/** Records per page: large compared with a round trip, yet small enough to have two pages in memory. */
const PAGE = 100;

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: (string | number)[];
}

export class PostgresStore implements Store, StoredDays {
  /** Separate pools, so that slow readers of large answers leave connections for all others. */
  readonly #answers: pg.Pool;
  readonly #streams: pg.Pool;
  readonly #reading = new Set<pg.PoolClient>();

  /** @param pools not closed with the store */
  constructor(pools: { readonly answers: pg.Pool; readonly streams: pg.Pool }) {
    this.#answers = pools.answers;
    this.#streams = pools.streams;
  }

  async answer(table: TableCode, selection: RecordFilter, limit: number): Promise<Records | 'too many'> {
    const conditions = conditionsOf(table, selection);
    const page = Math.min(PAGE, limit);
    const row = await whileAvailable(async () => {
      const asked = firstPage(table, conditions, page + 1);
      const { rows } = await this.#answers.query<{ count: number; records: string | null }>(asked);
      return rows[0];
    });
    const count = row?.count ?? 0;
    if (count <= page) return { count, pages: pagesOf(row?.records ?? null) };
    return count > limit ? 'too many' : this.#inPages(table, conditions, limit);
  }

  /** An answer of several pages, all read from one state of the database. */
  async #inPages(
    table: TableCode,
    conditions: readonly SqlCondition[],
    limit: number,
  ): Promise<Records | 'too many'> {
    return whileAvailable(async () => {
      const client = await this.#streams.connect();
      this.#reading.add(client);
      // If the connection breaks while the client reads a page, the next page reports it.
      client.on('error', ignore);
      try {
        const opened = [
          client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
          client.query<{ count: number }>(counted(table, conditions, limit + 1)),
          client.query(cursorOver(table, conditions)),
        ] as const;
        const first = fetchPage(client);
        const [, { rows }] = await Promise.all(opened);
        const count = rows[0]?.count ?? 0;
        if (count <= limit) return { count, pages: this.#pages(client, first) };
        await first;
        await this.#releaseClient(client);
        return 'too many';
      } catch (error) {
        this.#giveUp(client);
        throw error;
      }
    });
  }

  async *#pages(client: pg.PoolClient, first: Promise<string[]>): AsyncGenerator<Buffer, void> {
    let next: Promise<string[]> | undefined = first;
    try {
      for (;;) {
        const records: string[] = await next;
        // The next page is fetched while this one is sent.
        next = records.length === PAGE ? fetchPage(client) : undefined;
        if (records.length > 0) yield Buffer.from(records.join(',\n'));
        if (!next) break;
      }
      await this.#releaseClient(client);
    } catch (error) {
      this.#giveUp(client);
      throw error;
    } finally {
      // The client stopped early.
      if (this.#reading.has(client)) {
        await next?.catch(ignore);
        await this.#releaseClient(client);
      }
    }
  }

  async #releaseClient(client: pg.PoolClient): Promise<void> {
    try {
      await client.query('ROLLBACK');
      if (this.#reading.delete(client)) client.off('error', ignore).release();
    } catch {
      this.#giveUp(client);
    }
  }

  /** Ends a connection whose state is unknown. */
  #giveUp(client: pg.PoolClient): void {
    if (this.#reading.delete(client)) client.release(true);
  }

  async newestRaceDate(table: TableCode, upTo = '99999999'): Promise<string | undefined> {
    return whileAvailable(async () => {
      const { rows } = await this.#answers.query<{ newest: string | null }>({
        name: `newest ${table}`,
        text: `SELECT max(racedate) AS newest FROM ${table} WHERE racedate <= $1`,
        values: [upTo],
      });
      return rows[0]?.newest ?? undefined;
    });
  }

  async storedDays(table: TableCode): Promise<readonly DayCount[]> {
    const day = tableOf(table).order.includes('racedate') ? 'racedate' : "''";
    return whileAvailable(async () => {
      const { rows } = await this.#answers.query<DayCount>(
        `SELECT ${day} AS racedate, count(*)::integer AS records FROM ${table} GROUP BY 1 ORDER BY 1`,
      );
      return rows;
    });
  }

  async upsert(table: TableCode, records: readonly object[]): Promise<void> {
    const ready = records.map((record) => ({
      fields: record as Readonly<Record<string, unknown>>,
      json: Buffer.from(JSON.stringify(record)),
    }));
    await keepInPostgres(this.#answers, table, ready);
  }

  async close(): Promise<void> {
    for (const client of this.#reading) this.#giveUp(client);
  }
}

const ignore = () => {};

function fetchPage(client: pg.PoolClient): Promise<string[]> {
  const page = whileAvailable(async () => {
    const fetched = await client.query<[string]>({ text: `FETCH ${PAGE} FROM answer`, rowMode: 'array' });
    return fetched.rows.map(([record]) => record);
  });
  // It may fail before anything awaits it.
  page.catch(ignore);
  return page;
}

const orderOf = (table: TableCode): string => tableOf(table).order.join(', ');

/** The first `size` records as one text, with their number. */
function firstPage(table: TableCode, conditions: readonly SqlCondition[], size: number): Statement {
  const order = orderOf(table);
  return statement('page', table, conditions, [size], (matching) => [
    `SELECT count(*)::integer AS count, string_agg(record, E',\\n' ORDER BY ${order}) AS records FROM`,
    `(SELECT ${order}, record FROM ${table} ${matching} ORDER BY ${order} LIMIT ?) AS page`,
  ]);
}

/** How many records match, counted only up to `limit`. */
const counted = (table: TableCode, conditions: readonly SqlCondition[], limit: number): Statement =>
  statement('count', table, conditions, [limit], (matching) => [
    `SELECT count(*)::integer AS count FROM (SELECT 1 FROM ${table} ${matching} LIMIT ?) AS found`,
  ]);

const cursorOver = (table: TableCode, conditions: readonly SqlCondition[]): Statement =>
  statement('cursor', table, conditions, [], (matching) => [
    `DECLARE answer NO SCROLL CURSOR FOR SELECT record FROM ${table} ${matching} ORDER BY ${orderOf(table)}`,
  ]);

/** Prepared once per connection; the name contains everything that the text depends on. */
function statement(
  kind: string,
  table: TableCode,
  conditions: readonly SqlCondition[],
  values: readonly number[],
  text: (matching: string) => readonly string[],
): Statement {
  let place = 0;
  return {
    name: [kind, table, ...conditions.map(([sql]) => sql.slice(0, -' ?'.length))].join(' '),
    text: text(where(conditions))
      .join(' ')
      .replaceAll('?', () => `$${++place}`),
    values: [...valuesOf(conditions), ...values],
  };
}

async function* pagesOf(records: string | null): AsyncGenerator<Buffer, void> {
  if (records !== null) yield Buffer.from(records);
}
