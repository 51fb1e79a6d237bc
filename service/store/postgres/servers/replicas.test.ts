// A service before a primary and a replica, over real sockets: who answers, how old it is, and what happens when either
// hangs, falls behind, dies, is promoted, or comes back. The tests follow each other.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newLog } from '../../../log.ts';
import { AccountBook } from '../../../accounts/account-book.ts';
import { openAccounts } from '../../../accounts/open-accounts.ts';
import { databaseUrlOf, parseOptions } from '../../../options.ts';
import type { RunningService } from '../../../service.ts';
import { startService } from '../../../service.ts';
import type { TestPostgres } from '../../../testing/postgres.ts';
import { startPostgres, whyNoPostgres } from '../../../testing/postgres.ts';
import { recordOf } from '../../../testing/records.ts';
import { answerOf, send } from '../../../testing/run-service.ts';
import { openBulkWriter } from '../../bulk-writer.ts';

/** Of a server, for look-ups (pool.ts). */
const CONNECTIONS = 4;

const absent = whyNoPostgres();
describe.skipIf(absent)(`a primary and a replica${absent ? `: ${absent}` : ''}`, () => {
  let primary: TestPostgres;
  let replica: TestPostgres;
  let folder: string;
  let environment: Readonly<Record<string, string>>;
  let keys: { readonly api: string; readonly user: string; readonly other: string };
  let service: RunningService;
  /** Milliseconds by which the service's clock is ahead. */
  let later = 0;
  const deps = { now: () => new Date(Date.now() + later), log: newLog({ write: () => {} }) };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'railbird-replicas-'));
    primary = await startPostgres();
    const url = await primary.database();
    const book = await bookOf(url);
    keys = {
      api: (await book.issue(null)).key,
      user: (await book.issue('ann', { name: 'standard', until: null })).key,
      other: (await book.issue('carol', { name: 'standard', until: null })).key,
    };
    await book.close();
    replica = await primary.replica();
    environment = {
      DATABASE_URL: url,
      DATABASE_READ_URLS: replica.urlOf('test_1'),
      DATABASE_MAX_AGE: '60',
    };
    const limits = join(folder, 'limits.json');
    writeFileSync(
      limits,
      JSON.stringify({
        user: { perSecond: 1e4, burst: 1e4 },
        address: { perSecond: 1e4, burst: 1e4 },
        inFlight: 100,
        shedding: { late: 1e9 },
      }),
    );
    service = await startService(
      parseOptions(['--data-dir', folder, `--limits=${limits}`], environment),
      deps,
    );
  });
  afterAll(async () => {
    await service.close(100);
    await Promise.all([primary, replica].map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  async function bookOf(url: string | undefined): Promise<AccountBook> {
    const { accounts, pepper } = await openAccounts(folder, url);
    return new AccountBook(accounts, { pepper, now: () => new Date(), operator: 'ann' });
  }

  const ask = (filter: object = { racekey: '05260101' }, user = keys.user) =>
    send(service.url, {
      path: '/v1/tse',
      query: `?api_key=${keys.api}`,
      headers: { 'content-type': 'application/json', 'x-user-key': user },
      body: JSON.stringify(filter),
    });

  async function publish(runners: number): Promise<void> {
    const writer = await openBulkWriter(folder, await databaseUrlOf(environment));
    const records = Array.from({ length: runners }, (_, number) =>
      recordOf('t_se', { racedate: '20261101', racekey: '05260101', horse_number: String(number + 1) }),
    );
    await writer.keep(
      't_se',
      records.map((fields) => ({ fields, json: Buffer.from(JSON.stringify(fields)) })),
    );
    await writer.close();
  }

  /** The number of records of an answer, and the moment up to which it has everything. */
  async function answered(user = keys.user): Promise<{ readonly count: number; readonly asOf: number }> {
    const reply = await ask({ racekey: '05260101' }, user);
    const { result_count, data } = answerOf(reply).result;
    expect(data).toHaveLength(result_count);
    return { count: result_count, asOf: Date.parse(String(reply.headers['x-data-as-of'])) };
  }

  const count = async () => (await answered()).count;

  test('what is published on the primary is answered by the replica, and an answer tells how old it is', async () => {
    await publish(2);
    await expect.poll(count).toBe(2);
    await replica.query('SELECT pg_wal_replay_pause()');
    const published = Date.now();
    await publish(3);
    const { count: old, asOf } = await answered();
    expect(old).toBe(2);
    expect(asOf).toBeLessThanOrEqual(published + 1_000);
    expect((await ask({})).headers['x-applied-filter']).toBe('racedate=20261101');
  });

  test('a replica that is further behind than the bound, or from the future, answers nobody', async () => {
    later = -120_000;
    expect(await count()).toBe(3);
    later = 120_000;
    expect(await count()).toBe(3);
    later = 0;
  });

  test('when it is fresh again it answers others, and those who have seen more once it has caught up', async () => {
    expect((await answered(keys.other)).count).toBe(2);
    expect(await count()).toBe(3);
    await replica.query('SELECT pg_wal_replay_resume()');
    await expect.poll(count).toBe(3);
  });

  test('a beat from the future is replaced, and does not stand until then', async () => {
    await primary.query(`UPDATE heartbeat SET beaten_at = clock_timestamp() + interval '1 hour'`, 'test_1');
    const isPast = 'SELECT beaten_at <= clock_timestamp() AS past FROM heartbeat';
    await expect.poll(() => primary.query(isPast, 'test_1')).toEqual([{ past: true }]);
    await expect.poll(() => replica.query(isPast, 'test_1')).toEqual([{ past: true }]);
  });

  test('what a replica that hangs does not answer, the primary does', async () => {
    replica.hang();
    try {
      expect(await count()).toBe(3);
      expect(await Promise.all(Array.from({ length: 5 }, count))).toEqual([3, 3, 3, 3, 3]);
    } finally {
      replica.goOn();
    }
  });

  test('what a replica whose connections are all busy does not answer in time, the primary does', async () => {
    await expect.poll(async () => (await service.metrics()).includes('store_replicas_fresh 1')).toBe(true);
    const client = new pg.Client({ connectionString: primary.urlOf('test_1') });
    await client.connect();
    try {
      // Locked on both servers, and then on the replica alone, which no longer hears that the lock is gone.
      await client.query('BEGIN; LOCK TABLE t_se IN ACCESS EXCLUSIVE MODE');
      const locked = `SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 't_se'::regclass`;
      await expect.poll(() => replica.query(locked, 'test_1')).toHaveLength(1);
      await replica.query('SELECT pg_wal_replay_pause()');
      await expect
        .poll(() => replica.query('SELECT pg_get_wal_replay_pause_state() AS state'))
        .toEqual([{ state: 'paused' }]);
    } finally {
      await client.end();
    }
    const waiting: Promise<number>[] = [];
    // One after another: questions that come together share a connection.
    while (waiting.length < CONNECTIONS) {
      waiting.push(count());
      await expect
        .poll(() => replica.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`))
        .toHaveLength(waiting.length);
    }
    expect(await count()).toBe(3);
    await replica.query('SELECT pg_wal_replay_resume()');
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 3));
  });

  test('when the primary dies the replica knows the keys and answers, with its age, until that is beyond the bound', async () => {
    await expect.poll(async () => (await service.metrics()).includes('store_replicas_fresh 1')).toBe(true);
    // What the primary has just answered is there as well: nobody is given less.
    const { asOf: given } = await answered();
    const beat = 'SELECT extract(epoch FROM beaten_at)::float8 * 1000 AS beat FROM heartbeat';
    const replayed = async () => Number((await replica.query(beat, 'test_1'))[0]?.['beat']);
    await expect.poll(replayed).toBeGreaterThan(given + 1);
    await primary.kill();
    const died = Date.now();
    for (let time = 0; time < 5; time++) {
      const { count: whole, asOf } = await answered();
      expect(whole).toBe(3);
      expect(asOf).toBeLessThanOrEqual(died + 1_000);
    }
    expect((await ask({}, 'nobody')).status).toBe(401);
    await expect(databaseUrlOf(environment)).rejects.toThrow(
      /No database server takes writes now \(DATABASE_URL/,
    );
    later = 120_000;
    const refused = await ask();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    later = 0;
  });

  test('a process that starts meanwhile answers from the replica too', async () => {
    const another = await startService(
      parseOptions(['--data-dir', folder, '--limits=off'], environment),
      deps,
    );
    const before = service;
    service = another;
    expect(await count()).toBe(3);
    service = before;
    await another.close(100);
  });

  test('a replica that is promoted takes the writes, and the former primary gets none when it comes back', async () => {
    await replica.promote();
    await publish(4);
    await expect.poll(count).toBe(4);
    const book = await bookOf(await databaseUrlOf(environment));
    const { id, key } = await book.issue('bob', { name: 'standard', until: null });
    expect((await ask({}, key)).status).toBe(200);

    await primary.restart();
    await primary.query('DELETE FROM t_se', 'test_1');
    await publish(5);
    for (let time = 0; time < 5; time++) expect(await count()).toBe(5);
    await book.revoke(id);
    await book.close();
    expect((await ask({}, key)).status).toBe(401);
    const writable = await databaseUrlOf(environment);
    expect(writable).toBe(environment['DATABASE_READ_URLS']);
    await replica.kill();
    // The former primary alone is not enough for a process that has seen its successor.
    await expect.poll(async () => (await ask()).status).toBe(503);
  });

  test('a URL that leads to another database is refused at the start', async () => {
    const other = {
      ...environment,
      DATABASE_URL: primary.urlOf('test_1'),
      DATABASE_READ_URLS: await primary.database(),
    };
    const options = parseOptions(['--data-dir', folder], other);
    await expect(startService(options, deps)).rejects.toThrow(
      /^DATABASE_READ_URLS, number 1 is another database than DATABASE_URL/,
    );
  });
});
