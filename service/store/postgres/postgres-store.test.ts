// The PostgreSQL store does what every store must, and lives with a database that goes away.

import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tableOf } from '#shared/catalogue/tables.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { migrate } from './migrate.ts';
import { openPool } from './pool.ts';
import type { TestPostgres } from '../../testing/postgres.ts';
import { startPostgres, whyNoPostgres } from '../../testing/postgres.ts';
import { recordOf } from '../../testing/records.ts';
import { PostgresBulkWriter } from './bulk-writer.ts';
import { PostgresStore } from './postgres-store.ts';
import { layoutOf } from '../sqlite/tables.ts';
import type { Records } from '../store.ts';
import { ready, storeSuite } from '../testing/store-suite.ts';
import { versionsSuite } from '../testing/versions-suite.ts';

const absent = whyNoPostgres();
let postgres: TestPostgres;

describe.skipIf(absent)(`PostgreSQL${absent ? `: ${absent}` : ''}`, () => {
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  const open = async () => {
    const url = await postgres.migrated();
    const { store, close } = openStore(url);
    return { store, bulkWriter: () => PostgresBulkWriter.open(url), close };
  };
  storeSuite(open);
  versionsSuite(open);

  test('the schema has the key columns of the catalogue', async () => {
    const pool = openPool(await postgres.migrated(), 'command');
    const { rows } = await pool.query<{ table_name: string; column_name: string; data_type: string }>(
      `SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    await pool.end();
    for (const table of TABLE_CODES) {
      const stored = rows.filter(({ table_name }) => table_name === table);
      const wanted = layoutOf(tableOf(table)).columns.map(
        ({ name, type }) => [name, type === 'INTEGER' ? 'bigint' : 'text'] as const,
      );
      expect(
        Object.fromEntries(stored.map(({ column_name, data_type }) => [column_name, data_type])),
      ).toEqual(Object.fromEntries([...wanted, ['record', 'text']]));
    }
  });

  test('two processes that start at once make the schema once', async () => {
    const url = await postgres.database();
    const applied = await Promise.all([url, url, url].map((one) => migrate(one)));
    expect(applied.flat().toSorted()).toEqual([
      '0001-records.sql',
      '0002-accounts.sql',
      '0003-rate-limits.sql',
      '0004-dashboard.sql',
      '0005-imported-files.sql',
      '0006-years-and-replicas.sql',
      '0007-passkey-names.sql',
      '0008-moved-races.sql',
    ]);
  });

  test('records of an earlier release are all there after the migration, by year, and a new year makes its own', async () => {
    const url = await postgres.database();
    const database = /\/(\w+)\?/.exec(url)?.[1];
    const folder = new URL('./migrations/', import.meta.url);
    for (const file of readdirSync(folder).filter((name) => name < '0006')) {
      await postgres.query(readFileSync(new URL(file, folder), 'utf8'), database);
    }
    await postgres.query(
      `CREATE TABLE schema_version (number integer PRIMARY KEY, file text NOT NULL);
       INSERT INTO schema_version VALUES (5, '0005-imported-files.sql');
       INSERT INTO t_se SELECT year || '1107', '0526' || race, runner, '20261107', '{}'
       FROM unnest(ARRAY['1986', '2025', '2026']) year, generate_series(1001, 1036) race, generate_series(1, 16) runner`,
      database,
    );
    const all = () => postgres.query('SELECT * FROM t_se ORDER BY racedate, racekey, horse_number', database);
    const before = await all();
    await migrate(url);
    expect(await all()).toEqual(before);
    expect(before).toHaveLength(3 * 36 * 16);

    const { store, close } = openStore(url);
    const run = { racedate: '20270105', racekey: '06270101', horse_number: '1' };
    await store.upsert('t_se', [recordOf('t_se', run)]);
    expect(await store.newestRaceDate('t_se')).toBe('20270105');
    expect(await store.answer('t_se', { from: '20251107', to: '20251107' }, 1000)).toMatchObject({
      count: 576,
    });
    const parts = await postgres.query(
      `SELECT relname FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 't_se'::regclass ORDER BY 1`,
      database,
    );
    expect(parts.map(({ relname }) => relname)).toEqual(['t_se_1986', 't_se_2025', 't_se_2026', 't_se_2027']);
    const plan = await postgres.query(
      `EXPLAIN SELECT record FROM t_se WHERE racedate BETWEEN '20251107' AND '20251108'`,
      database,
    );
    expect(JSON.stringify(plan)).toMatch(/t_se_2025/);
    expect(JSON.stringify(plan)).not.toMatch(/t_se_(?:1986|2026|2027)/);
    await close();
  });

  test('a race that two imports bring under two days at once is kept on its newest', async () => {
    const url = await postgres.migrated();
    const [one, other] = [await PostgresBulkWriter.open(url), await PostgresBulkWriter.open(url)];
    const watcher = openPool(url, 'command');
    const race = (racedate: string, updated_at: string) =>
      ready(recordOf('t_ra', { racedate, racekey: '05264101', updated_at }));
    let later: Promise<number> | undefined;
    await one.publish(async ({ keep }) => {
      await keep('t_ra', [race('20261107', '20261101')]);
      let isStored = false;
      later = other.keep('t_ra', [race('20261109', '20261102')]).finally(() => (isStored = true));
      const isWaiting = async () =>
        (await watcher.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount === 1;
      await expect.poll(async () => isStored || (await isWaiting()), { timeout: 30_000 }).toBe(true);
    });
    expect(await later).toBe(1);
    const days = await watcher.query('SELECT racedate FROM t_ra');
    expect(days.rows).toEqual([{ racedate: '20261109' }]);
    for (const writer of [one, other]) await writer.close();
    await watcher.end();
  });

  test('a role that may only read needs no more where the schema is there, and is told where it is not', async () => {
    const url = await postgres.migrated();
    const owner = openPool(url, 'command');
    await owner.query('CREATE ROLE reader LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader');
    const asReader = (address: string) => address.replace('//postgres@', '//reader@');
    expect(await migrate(asReader(url))).toEqual([]);
    await expect(migrate(asReader(await postgres.database()))).rejects.toThrow(
      /npm run -s service -- migrate/,
    );
    await owner.end();
  });

  test('while the database is away a question is refused with Retry-After, and answered when it is back', async () => {
    const url = await postgres.migrated();
    const { store, close } = openStore(url);
    const entries = Array.from({ length: 350 }, (_, number) =>
      recordOf('t_se', { racedate: '20261101', racekey: '05260101', horse_number: String(number) }),
    );
    await store.upsert('t_se', entries);
    const underWay = await store.answer('t_se', {}, 1000);
    if (underWay === 'too many') throw new Error('too many');
    await postgres.crash();
    const refused = { refused: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '5' } };
    await expect(
      (async () => {
        for await (const page of underWay.pages) expect(page.length).toBeGreaterThan(0);
      })(),
    ).rejects.toMatchObject(refused);
    await expect(store.answer('t_se', {}, 1000)).rejects.toMatchObject(refused);
    await expect(store.newestRaceDate('t_se')).rejects.toMatchObject(refused);
    await postgres.restart();
    expect(await store.answer('t_se', {}, 1000)).toMatchObject({ count: 350 });
    expect(await store.newestRaceDate('t_se')).toBe('20261101');
    await close();
  });

  test('readers of large answers who take their time do not keep others from small ones', async () => {
    const { store, close } = openStore(await postgres.migrated());
    const entries = Array.from({ length: 350 }, (_, number) =>
      recordOf('t_se', { racedate: '20261101', racekey: '05260101', horse_number: String(number) }),
    );
    await store.upsert('t_se', entries);
    await store.upsert('t_ra', [recordOf('t_ra', { racedate: '20261101', racekey: '05260101' })]);
    const slow = [];
    for (let reader = 0; reader < 8; reader++) {
      const records = await store.answer('t_se', {}, 1000);
      if (records === 'too many') throw new Error('too many');
      const pages = iterated(records.pages);
      await pages.next();
      slow.push(pages);
    }
    expect(await store.answer('t_ra', { racekey: '05260101' }, 10)).toMatchObject({ count: 1 });
    // One more than there is room for is told to come back.
    await expect(store.answer('t_se', {}, 1000)).rejects.toMatchObject({ refused: 'SERVICE_UNAVAILABLE' });
    for (const pages of slow) await pages.return?.(undefined);
    expect(await store.answer('t_se', {}, 1000)).toMatchObject({ count: 350 });
    await close();
  });
});

async function* iterated(pages: Records['pages']): AsyncGenerator<Buffer, void> {
  yield* pages;
}

function openStore(url: string): { readonly store: PostgresStore; close(): Promise<void> } {
  const pools = {
    answers: openPool(url, 'answers'),
    streams: openPool(url, 'streams'),
    lookUps: openPool(url, 'lookUps'),
  };
  const store = new PostgresStore(pools);
  return {
    store,
    async close() {
      await store.close();
      await Promise.all([pools.answers.end(), pools.streams.end(), pools.lookUps.end()]);
    },
  };
}
