// Service processes in front of one PostgreSQL, over real sockets: the same answers as from SQLite, one limit for two
// processes, keys that count everywhere, and a database that goes away and comes back.

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { newLog } from '../../log.ts';
import { AccountBook } from '../../accounts/account-book.ts';
import { openAccounts } from '../../accounts/open-accounts.ts';
import type { RateLimits } from '../../http/limits.ts';
import { parseOptions } from '../../options.ts';
import { sampleDays } from '../../sample/generator/generate.ts';
import type { RunningService } from '../../service.ts';
import { startService } from '../../service.ts';
import { openBulkWriter } from '../bulk-writer.ts';
import { formsOf, testDashboard } from '../../testing/dashboard.ts';
import { answerOf, send } from '../../testing/run-service.ts';
import type { Reply } from '../../testing/run-service.ts';
import type { TestPostgres } from '../../testing/postgres.ts';
import { startPostgres, whyNoPostgres } from '../../testing/postgres.ts';
import { openPool } from './pool.ts';

const WIDE: RateLimits = {
  user: { perSecond: 10_000, burst: 10_000 },
  inFlight: 1000,
  address: { perSecond: 10_000, burst: 10_000 },
  failuresAMinute: 1000,
};
/** A window so long that a slow machine cannot make a test wrong. */
const slow = (burst: number) => ({ perSecond: burst / 3600, burst });

const absent = whyNoPostgres();
describe.skipIf(absent)(`services on PostgreSQL${absent ? `: ${absent}` : ''}`, () => {
  let postgres: TestPostgres;
  let url: string;
  let folder: string;
  let keys: { readonly api: string; readonly user: string };
  const services: RunningService[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    url = await postgres.database();
    folder = mkdtempSync(join(tmpdir(), 'railbird-postgres-'));
    keys = await issueKeys(join(folder, 'one'), url);
  });
  afterEach(async () => {
    // The next test counts from nothing.
    const pool = openPool(url, 'command');
    await pool.query('DELETE FROM rate_limit');
    await pool.end();
    await Promise.all(services.splice(0).map((service) => service.close(100)));
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A machine that is busy with other tests is no reason for a 503 here. */
  const neverShedding = () => {
    const file = join(folder, 'figures.json');
    writeFileSync(file, JSON.stringify({ shedding: { late: 1e9, underWay: 1e9 } }));
    return `--limits=${file}`;
  };

  /** A process on a machine of its own: only the pepper was copied to it. */
  async function start(machine: string, limits: RateLimits, ...more: string[]): Promise<RunningService> {
    const dataDir = join(folder, machine);
    mkdirSync(dataDir, { recursive: true });
    if (machine !== 'one') copyFileSync(join(folder, 'one', 'pepper'), join(dataDir, 'pepper'));
    const options = parseOptions(['--data-dir', dataDir, neverShedding(), ...more], { DATABASE_URL: url });
    const service = await startService(options, {
      now: () => new Date(),
      log: newLog({ write: () => {} }),
      limits,
    });
    services.push(service);
    return service;
  }

  const ask = (
    service: RunningService,
    path: string,
    filter: object = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> =>
    send(service.url, {
      path,
      query: `?api_key=${keys.api}`,
      headers: { 'content-type': 'application/json', 'x-user-key': keys.user, ...headers },
      body: JSON.stringify(filter),
    });

  test('the same days give byte for byte the same answers as from SQLite, whatever is asked', async () => {
    const local = join(folder, 'local');
    const localKeys = await issueKeys(local, undefined);
    const inFolder = await startService(parseOptions(['--data-dir', local, neverShedding()], {}), {
      now: () => new Date(),
      log: newLog({ write: () => {} }),
      limits: WIDE,
    });
    services.push(inFolder);
    const inDatabase = await start('one', WIDE);
    const intakes = [await openBulkWriter(local, undefined), await openBulkWriter('', url)];
    const racekeys = new Set<string>();
    const horses = new Set<string>();
    const racedates = new Set<string>();
    for (const { racedate, records } of sampleDays('20161105', '20161106', SAMPLE)) {
      racedates.add(racedate);
      for (const [table, rows] of records) {
        const ready = rows.map((row) => ({
          fields: row as Readonly<Record<string, unknown>>,
          json: Buffer.from(JSON.stringify(row)),
        }));
        for (const bulkWriter of intakes) await bulkWriter.keep(table, ready);
        for (const { fields } of ready) {
          if (typeof fields['racekey'] === 'string') racekeys.add(fields['racekey']);
          if (table === 'm_uk') horses.add(String(fields['horse_id']));
        }
      }
    }
    for (const bulkWriter of intakes) await bulkWriter.close();

    const day = fc.constantFrom(...racedates, '20161029', '20161101', '20161231');
    const racekey = fc.constantFrom(...[...racekeys].filter((_, at) => at % 5 === 0), '99999999');
    const filter = (table: TableCode) => {
      const { filters, grain } = tableOf(table);
      if (grain === 'master') {
        const horse_id = fc.constantFrom(...[...horses].filter((_, at) => at % 50 === 0), '000000000000');
        return fc.record({ horse_id }) as fc.Arbitrary<object>;
      }
      const dates = filters.includes('start_racedate')
        ? fc.tuple(day, day).map((pair) => {
            const [start_racedate, end_racedate] = pair.toSorted();
            return { start_racedate, end_racedate };
          })
        : fc.record({ racedate: day });
      return fc.oneof(
        fc.record({ racekey }),
        dates,
        fc.tuple(dates, racekey).map(([some, key]) => ({ ...some, racekey: key })),
        fc.constant({}),
      ) as fc.Arbitrary<object>;
    };
    const question = fc
      .constantFrom(...TABLE_CODES)
      .chain((table) => fc.tuple(fc.constant(tableOf(table).path), filter(table)));
    let records = 0;
    await fc.assert(
      fc.asyncProperty(question, async ([path, asked]) => {
        const [one, other] = await Promise.all([
          send(inFolder.url, {
            path,
            query: `?api_key=${localKeys.api}`,
            headers: { 'content-type': 'application/json', 'x-user-key': localKeys.user },
            body: JSON.stringify(asked),
          }),
          ask(inDatabase, path, asked),
        ]);
        expect(other.text).toBe(one.text);
        expect([other.status, other.headers['x-applied-filter']]).toEqual([
          one.status,
          one.headers['x-applied-filter'],
        ]);
        if (one.status === 200) records += answerOf(one).result.result_count;
      }),
      { numRuns: 120 },
    );
    expect(records).toBeGreaterThan(1000);
  }, 120_000);

  test('the metrics tell how large the database is, and the rest while it is away', async () => {
    const { metricsUrl } = await start('one', WIDE, '--metrics-port', '0');
    const metrics = async () =>
      (await send(metricsUrl ?? '', { path: '/metrics', method: 'GET', query: '' })).text;
    expect(Number(/^railbird_store_bytes ([0-9]+)$/m.exec(await metrics())?.[1])).toBeGreaterThan(1e6);
    await postgres.crash();
    const away = await metrics();
    await postgres.restart();
    expect(away).toContain('railbird_in_flight 0');
    expect(away).not.toContain('railbird_store_bytes');
  });

  test('two processes enforce one limit for a user, to within one request of each', async () => {
    const limits = { ...WIDE, user: slow(5) };
    const [one, other] = [await start('one', limits), await start('two', limits)];
    const statuses = [];
    for (let turn = 0; turn < 5; turn++) {
      for (const service of [one, other]) statuses.push((await ask(service, '/v1/tra')).status);
    }
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(5);
    expect(passed).toBeLessThanOrEqual(7);
    expect(statuses.slice(7)).toEqual([429, 429, 429]);
  });

  test('a window of before the database’s clock was set back is over', async () => {
    const limits = { ...WIDE, user: slow(2), failuresAMinute: 2 };
    const statusesOf = async (service: RunningService, user: string) => {
      const statuses = [];
      for (let time = 0; time < 3; time++)
        statuses.push((await ask(service, '/v1/tra', {}, { 'x-user-key': user })).status);
      return statuses;
    };
    const one = await start('one', limits);
    expect(await statusesOf(one, keys.user)).toEqual([200, 200, 429]);
    expect(await statusesOf(one, 'guess')).toEqual([401, 401, 429]);
    const pool = openPool(url, 'command');
    await pool.query('UPDATE rate_limit SET expire = expire + 3600000');
    await pool.end();
    expect(await statusesOf(await start('two', limits), keys.user)).toEqual([200, 200, 429]);
  });

  test('behind a named proxy the limit of an address is the client’s, at every process', async () => {
    const limits = { ...WIDE, address: slow(2) };
    const services = [
      await start('one', limits, '--trust-proxy', '127.0.0.1'),
      await start('two', limits, '--trust-proxy', '127.0.0.1'),
    ];
    const from = async (client: string) => {
      const statuses = [];
      for (const service of [...services, ...services, ...services]) {
        statuses.push((await ask(service, '/v1/tra', {}, { 'x-forwarded-for': client })).status);
      }
      return statuses;
    };
    for (const client of ['203.0.113.1', '203.0.113.2']) {
      const statuses = await from(client);
      expect([statuses[0], ...statuses.slice(4)]).toEqual([200, 429, 429]);
    }
    // What the client says itself in front changes nothing.
    expect(await from('198.51.100.7, 203.0.113.2')).toEqual(Array.from({ length: 6 }, () => 429));
  });

  test('a key that is revoked opens no process from the next request on', async () => {
    const [one, other] = [await start('one', WIDE), await start('two', WIDE)];
    const { accounts, pepper } = await openAccounts(join(folder, 'one'), url);
    const book = new AccountBook(accounts, { pepper, now: () => new Date(), operator: 'ann' });
    const { id, key } = await book.issue('bob', { name: 'standard', until: null });
    const statuses = async () =>
      Promise.all(
        [one, other].map(
          async (service) => (await ask(service, '/v1/tra', {}, { 'x-user-key': key })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200]);
    await book.revoke(id);
    expect(await statuses()).toEqual([401, 401]);
    await book.close();
  });

  test('a key that is revoked opens no empty table either, and its answer tells how old it is', async () => {
    const service = await start('one', WIDE);
    const { accounts, pepper } = await openAccounts(join(folder, 'one'), url);
    const book = new AccountBook(accounts, { pepper, now: () => new Date(), operator: 'ann' });
    const { id, key } = await book.issue('dora', { name: 'standard', until: null });
    const pool = openPool(url, 'command');
    await pool.query('DELETE FROM t_ch');
    await pool.end();
    const reply = () => ask(service, '/v1/tch', {}, { 'x-user-key': key });
    const { headers, ...empty } = await reply();
    expect([empty.status, answerOf({ headers, ...empty }).result.result_count]).toEqual([200, 0]);
    expect(Date.parse(String(headers['x-data-as-of']))).toBeGreaterThan(0);
    expect(headers['x-applied-filter']).toBeUndefined();
    await book.revoke(id);
    expect((await reply()).status).toBe(401);
    await book.close();
  });

  test('a plan that ends and an application key that is replaced count from the next request on, too', async () => {
    const service = await start('one', WIDE);
    const { accounts, pepper } = await openAccounts(join(folder, 'one'), url);
    const book = new AccountBook(accounts, { pepper, now: () => new Date(), operator: 'ann' });
    const { key } = await book.issue('carol', { name: 'standard', until: null });
    const status = async (api = keys.api) =>
      (
        await send(service.url, {
          path: '/v1/tra',
          query: `?api_key=${api}`,
          headers: { 'content-type': 'application/json', 'x-user-key': key },
          body: '{"racekey":"99999999"}',
        })
      ).status;
    expect(await status()).toBe(200);
    await book.setPlan('carol', null);
    expect(await status()).toBe(403);
    await book.setPlan('carol', { name: 'standard', until: null });
    expect(await status()).toBe(200);
    const rotated = (await book.rotate(null)).key;
    expect(await status(rotated.key)).toBe(200);
    await book.revoke(rotated.id);
    expect([await status(rotated.key), await status()]).toEqual([401, 200]);
    await book.close();
  });

  test('two processes with the dashboard: a session of one is one of the other, a link is good once in both', async () => {
    const opened = [
      await openAccounts(join(folder, 'one'), url),
      await openAccounts(join(folder, 'one'), url),
    ];
    const [one, other] = opened.map((accounts) => testDashboard(accounts));
    if (!one || !other) throw new Error('there are two');
    const secret = await one.invite('bob', { plan: { name: 'standard', until: null } });
    const browser = one.browser();
    const { passkey } = await browser.accept(secret);
    const elsewhere = other.browser();
    expect((await elsewhere.accept(secret)).status).toBe(401);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    const forms = await formsOf(elsewhere);
    expect((await elsewhere.form('/keys', forms)).status).toBe(200);
    expect((await browser.form('/keys', forms)).status).toBe(409);
    const [id = ''] = (await one.book.keys()).filter(({ user }) => user === 'bob').map((key) => key.key_id);
    expect(await (await browser.form(`/keys/${id}/revoke`)).text()).toContain('is revoked');
    expect((await elsewhere.form('/sign-out')).status).toBe(303);
    expect((await browser.get('/')).status).toBe(303);
    expect((await elsewhere.signIn(passkey)).status).toBe(200);
    const operator = await other.signedIn('root', { role: 'operator' });
    for (const path of ['/users', '/users/bob', '/service'])
      expect((await operator.get(path)).status).toBe(200);
    await Promise.all([one.close(), other.close()]);
  });

  test('without the database the dashboard says so, and works again when it is back', async () => {
    const dashboard = testDashboard(await openAccounts(join(folder, 'one'), url));
    const browser = await dashboard.signedIn('dan');
    await postgres.crash();
    const replies = [
      await browser.get('/'),
      await browser.form('/keys', { token: '', current: '' }),
      await browser.json('/sign-in/options', {}),
    ];
    expect(replies.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      replies.map(() => [503, '5']),
    );
    expect(await replies[0]?.text()).toContain('The database cannot be reached at the moment.');
    await postgres.restart();
    expect((await browser.get('/')).status).toBe(200);
    await dashboard.close();
  });

  test('without the database /v1 is 503 with Retry-After, the rest as ever, and all is well when it is back', async () => {
    const service = await start('one', WIDE);
    expect((await ask(service, '/v1/tra')).status).toBe(200);
    await postgres.crash();
    const away = await ask(service, '/v1/tra');
    expect(away.status).toBe(503);
    expect(away.headers['retry-after']).toBe('5');
    expect(JSON.parse(away.text)).toMatchObject({ success: false, error: { code: 'SERVICE_UNAVAILABLE' } });
    expect((await send(service.url, { path: '/nowhere' })).status).toBe(404);
    expect((await send(service.url, { path: '/v1/tra', method: 'GET' })).status).toBe(405);
    await postgres.restart();
    expect((await ask(service, '/v1/tra')).status).toBe(200);
  });
});

/** An early year: later ones take seconds to be simulated. */
const SAMPLE = { seed: 'two stores', today: '20161118', now: '0000' };

/** The application's key and a user's, as an operator issues them. */
async function issueKeys(
  folder: string,
  databaseUrl: string | undefined,
): Promise<{ readonly api: string; readonly user: string }> {
  const { accounts, pepper } = await openAccounts(folder, databaseUrl);
  const book = new AccountBook(accounts, { pepper, now: () => new Date(), operator: 'ann' });
  const api = (await book.issue(null)).key;
  const user = (await book.issue('ann', { name: 'standard', until: null })).key;
  await book.close();
  return { api, user };
}
