// The store for several service processes with one PostgreSQL (or a compatible engine). Its only state is connections.

import type { TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import type pg from 'pg';
import { LookUps } from './look-ups.ts';
import { whileAvailable } from './unavailable.ts';
import type { SqlCondition } from '../conditions.ts';
import { conditionsOf, valuesOf, where } from '../conditions.ts';
import { keepInPostgres } from './writer.ts';
import type { DayCount, StoredDays, Reader, RecordReader, Records, RecordFilter, Store } from '../store.ts';

/** Records per page: large compared with a round trip, yet small enough to have two pages in memory. */
const PAGE = 100;

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: (string | number)[];
}

/** What the store needs to know about its server, if that is one of several. */
export interface ServerGuard {
  /** The result of the work, unless the server is lost first. @throws Unavailable */
  whileUp<Result>(work: Promise<Result>): Promise<Result>;
  /**
   * @param asOf in milliseconds since 1970
   * @param notBefore likewise, the least that the reader may be given
   * @throws Unavailable if an answer is older than that, or than any answer may be
   */
  demandFresh(asOf: number, notBefore: number): void;
}

const ALONE: ServerGuard = { whileUp: (work) => work, demandFresh: () => {} };

/** What a reader demands of an answer. */
interface Demands extends Partial<Pick<Reader, 'confirm'>> {
  readonly notBefore?: number;
}

interface Pools {
  readonly answers: pg.Pool;
  readonly lookUps: pg.Pool;
  readonly streams: pg.Pool;
}

export class PostgresStore implements Store, StoredDays {
  /** Separate pools, so that slow readers of large answers leave connections for all others. */
  readonly #pools: Pools;
  readonly #guard: ServerGuard;
  readonly #reading = new Set<pg.PoolClient>();
  readonly #lookUps = new Map<TableCode, LookUps<FoundByKey>>();

  /** @param pools not closed with the store */
  constructor(pools: Pools, guard: ServerGuard = ALONE) {
    this.#pools = pools;
    this.#guard = guard;
  }

  /**
   * The store for one reader, whose keys are confirmed by what is read.
   *
   * @param notBefore what the reader has seen already, in milliseconds since 1970
   */
  forReader({ confirm }: Reader, notBefore = -Infinity): RecordReader {
    return {
      answer: (table, selection, limit) => this.answer(table, selection, limit, { confirm, notBefore }),
      newestRaceDate: (table, upTo) => this.newestRaceDate(table, upTo),
    };
  }

  async answer(
    table: TableCode,
    selection: RecordFilter,
    limit: number,
    { confirm, notBefore = -Infinity }: Demands = {},
  ): Promise<Records | 'too many'> {
    const conditions = conditionsOf(table, selection);
    const page = Math.min(PAGE, limit);
    const key = page === PAGE ? soleKey(conditions) : undefined;
    const { count, as_of, version, records } = await (key === undefined
      ? this.#firstPage(firstPage(table, conditions, page + 1))
      : this.#lookUp(table, key));
    await confirm?.(version);
    if (count <= page) {
      this.#guard.demandFresh(as_of ?? 0, notBefore);
      return { count, ...asOf(as_of), pages: pagesOf(records) };
    }
    return count > limit ? 'too many' : this.#inPages(table, conditions, { limit, notBefore });
  }

  #firstPage(statement: Statement): Promise<FirstPage> {
    return whileAvailable(async () => {
      return only(await this.#guard.whileUp(this.#pools.answers.query<FirstPage>(statement)));
    });
  }

  /** The same of one key, together with others that are asked for. */
  async #lookUp(table: TableCode, key: string): Promise<FirstPage> {
    let lookUps = this.#lookUps.get(table);
    if (!lookUps) {
      const statement = lookUp(table, PAGE + 1);
      lookUps = new LookUps((keys) =>
        whileAvailable(async () => {
          const query = { ...statement, values: [keys], rowMode: 'array' as const };
          return (await this.#guard.whileUp(this.#pools.lookUps.query<FoundByKey>(query))).rows;
        }),
      );
      this.#lookUps.set(table, lookUps);
    }
    const [version, as_of, count, records] = await lookUps.find(key);
    return { version, as_of, count, records };
  }

  /** An answer of several pages, all read from one state of the database. */
  async #inPages(
    table: TableCode,
    conditions: readonly SqlCondition[],
    { limit, notBefore }: { readonly limit: number; readonly notBefore: number },
  ): Promise<Records | 'too many'> {
    return whileAvailable(async () => {
      const client = await this.#connect();
      this.#reading.add(client);
      // If the connection breaks while the client reads a page, the next page reports it.
      client.on('error', ignore);
      try {
        const opened = [
          client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
          client.query<Counted>(counted(table, conditions, limit + 1)),
          client.query(cursorOver(table, conditions)),
        ] as const;
        const first = fetchPage(client);
        const [, found] = await this.#guard.whileUp(Promise.all(opened));
        const { count, as_of } = only(found);
        if (count <= limit) this.#guard.demandFresh(as_of ?? 0, notBefore);
        // With the first page, since until then another server can be asked.
        await this.#guard.whileUp(first);
        if (count <= limit) return { count, ...asOf(as_of), pages: this.#pages(client, first) };
        await this.#releaseClient(client);
        return 'too many';
      } catch (error) {
        this.#giveUp(client);
        throw error;
      }
    });
  }

  async #connect(): Promise<pg.PoolClient> {
    const connecting = this.#pools.streams.connect();
    try {
      return await this.#guard.whileUp(connecting);
    } catch (error) {
      // It may still come, and belongs to the pool then.
      connecting.then((late) => late.release(true), ignore);
      throw error;
    }
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
      const query = this.#pools.answers.query<{ newest: string | null }>({
        name: `newest ${table}`,
        text: `SELECT max(racedate) AS newest FROM ${table} WHERE racedate <= $1`,
        values: [upTo],
      });
      return only(await this.#guard.whileUp(query)).newest ?? undefined;
    });
  }

  async storedDays(table: TableCode): Promise<readonly DayCount[]> {
    const day = tableOf(table).order.includes('racedate') ? 'racedate' : "''";
    return whileAvailable(async () => {
      const { rows } = await this.#pools.answers.query<DayCount>(
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
    await keepInPostgres(this.#pools.answers, table, ready);
  }

  async close(): Promise<void> {
    for (const client of this.#reading) this.#giveUp(client);
  }
}

const ignore = () => {};

interface Counted {
  readonly count: number;
  /** Milliseconds since 1970; null on a standby that never got a beat. */
  readonly as_of: number | null;
  /** Of the accounts. */
  readonly version: number;
}

interface FirstPage extends Counted {
  readonly records: string | null;
}

type FoundByKey = [version: number, as_of: number | null, count: number, records: string | null];

const asOf = (milliseconds: number | null): Pick<Records, 'asOf'> =>
  milliseconds === null ? {} : { asOf: new Date(milliseconds) };

/** The row of an aggregate, which always has one. */
function only<Row extends pg.QueryResultRow>({ rows: [row] }: pg.QueryResult<Row>): Row {
  if (!row) throw new Error('an aggregate has one row');
  return row;
}

/**
 * The version of the accounts, and the age of what the same statement reads. On a standby that is the last beat that it has replayed, and on the primary
 * the beginning of the transaction, which is before its snapshot.
 */
const SNAPSHOT = `(SELECT version FROM credential_version)::float8 AS version, floor(extract(epoch FROM CASE WHEN pg_is_in_recovery()
  THEN (SELECT beaten_at FROM heartbeat) ELSE now() END) * 1000)::float8 AS as_of`;

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
    `SELECT ${SNAPSHOT}, count(*)::integer AS count, string_agg(record, E',\\n' ORDER BY ${order}) AS records FROM`,
    `(SELECT ${order}, record FROM ${table} ${matching} ORDER BY ${order} LIMIT ?) AS page`,
  ]);
}

/** The column of a race's or a meeting's key, which has an index in every table that has the column. */
const keyColumn = (table: TableCode): string =>
  tableOf(table).grain === 'meeting' ? 'holdingkey' : 'racekey';

/** The key, if records are selected by that of their race or meeting and nothing else. */
function soleKey([first, ...others]: readonly SqlCondition[]): string | undefined {
  const [sql, key] = first ?? [];
  const isKey = sql === 'racekey = ?' || sql === 'holdingkey = ?';
  return isKey && others.length === 0 ? String(key) : undefined;
}

/**
 * The first page of each of several keys, in their order. The sum keeps the rows until all are found: they are sent
 * together, instead of waking the reader for each.
 */
function lookUp(table: TableCode, size: number): Pick<Statement, 'name' | 'text'> {
  const order = orderOf(table);
  const text = `SELECT snapshot.version, snapshot.as_of, found.count, found.records
    FROM (SELECT ${SNAPSHOT} OFFSET 0) AS snapshot, unnest($1::text[]) WITH ORDINALITY AS wanted (key, place),
    LATERAL (
      SELECT count(*)::integer AS count, string_agg(record, E',\\n' ORDER BY ${order}) AS records FROM
      (SELECT ${order}, record FROM ${table} WHERE ${keyColumn(table)} = wanted.key ORDER BY ${order} LIMIT ${size}) AS page
    ) AS found ORDER BY place + 0`;
  return { name: `look up ${table}`, text };
}

/** How many records match, counted only up to `limit`. */
const counted = (table: TableCode, conditions: readonly SqlCondition[], limit: number): Statement =>
  statement('count', table, conditions, [limit], (matching) => [
    `SELECT ${SNAPSHOT}, count(*)::integer AS count FROM (SELECT 1 FROM ${table} ${matching} LIMIT ?) AS found`,
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
