// The service on PostgreSQL beside the service on SQLite, with the same racing: a race's entries by racekey, with and
// without the shared limits, and 31 days of d_ky. Each figure is printed beside SQLite's of the same run.
//
//   npm run bench -- service-postgres [--from YYYYMMDD] [--to YYYYMMDD] [--requests N]

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Agent, request } from 'undici';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { newLog } from '../service/log.ts';
import { AccountBook } from '../service/accounts/account-book.ts';
import { openAccounts } from '../service/accounts/open-accounts.ts';
import { parseOptions } from '../service/options.ts';
import { sampleDays } from '../service/sample/generator/generate.ts';
import type { RunningService } from '../service/service.ts';
import { startService } from '../service/service.ts';
import { openBulkWriter } from '../service/store/bulk-writer.ts';
import { startPostgres } from '../service/testing/postgres.ts';
import { median } from './measuring/figures.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '20260901' },
    to: { type: 'string', default: '20261025' },
    requests: { type: 'string', default: '600' },
  },
});
const requests = Number(values.requests);
const RAISED = {
  user: { perSecond: 1e6, burst: 1e6 },
  inFlight: 1000,
  address: { perSecond: 1e6, burst: 1e6 },
  failuresAMinute: 1000,
};

interface Loaded {
  readonly name: string;
  readonly service: RunningService;
  readonly api: string;
  readonly user: string;
}

const agent = new Agent({ connections: 8 });

async function ask({ service, api, user }: Loaded, path: string, filter: object): Promise<Asked> {
  const started = performance.now();
  const { statusCode, body } = await request(`${service.url}${path}?api_key=${api}`, {
    dispatcher: agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-user-key': user },
    body: JSON.stringify(filter),
  });
  let bytes = 0;
  let first = 0;
  for await (const part of body) {
    first ||= performance.now() - started;
    bytes += (part as Buffer).length;
  }
  if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
  return { bytes, first, whole: performance.now() - started };
}

interface Asked {
  readonly bytes: number;
  /** Milliseconds to the first byte. */
  readonly first: number;
  readonly whole: number;
}

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-'));
const figures = join(folder, 'figures.json');
writeFileSync(figures, JSON.stringify({ ...RAISED, shedding: { late: 1e6, underWay: 1e6 } }));
const postgres = await startPostgres();
const url = await postgres.database();
const databases = [undefined, url];
const racekeys = new Set<string>();
const loaded = new Map<string, number>();
const rows = new Map<TableCode, number>();
const bulkWriters = await Promise.all(databases.map((database) => openBulkWriter(folder, database)));
for (const { records } of sampleDays(values.from, values.to, { seed: 'bench', today: '20261120' })) {
  for (const [table, all] of records) {
    rows.set(table, (rows.get(table) ?? 0) + all.length);
    const ready = all.map((record) => ({
      fields: record as Readonly<Record<string, unknown>>,
      json: Buffer.from(JSON.stringify(record)),
    }));
    for (const { fields } of ready) if (table === 't_ra') racekeys.add(String(fields['racekey']));
    for (const [at, bulkWriter] of bulkWriters.entries()) {
      const started = performance.now();
      await bulkWriter.keep(table, ready);
      const name = at === 0 ? 'SQLite' : 'PostgreSQL';
      loaded.set(name, (loaded.get(name) ?? 0) + performance.now() - started);
    }
  }
}
for (const bulkWriter of bulkWriters) await bulkWriter.close();

async function subject(name: string, database: string | undefined, options: string): Promise<Loaded> {
  const service = await startService(
    parseOptions(['--data-dir', folder, options], database === undefined ? {} : { DATABASE_URL: database }),
    { now: () => new Date(), log: newLog({ write: () => {} }) },
  );
  const keys = keysOf.get(database);
  if (!keys) throw new Error('no keys');
  return { name, service, ...keys };
}

const keysOf = new Map<string | undefined, { readonly api: string; readonly user: string }>();
for (const database of databases) {
  const { accounts, pepper } = await openAccounts(folder, database);
  const book = new AccountBook(accounts, { pepper, now: () => new Date(), operator: 'bench' });
  const api = (await book.issue(null)).key;
  const user = (await book.issue('bench', { name: 'standard', until: null })).key;
  keysOf.set(database, { api, user });
  await book.close();
}

const subjects = [
  await subject('SQLite', undefined, `--limits=${figures}`),
  await subject('PostgreSQL', url, `--limits=${figures}`),
  await subject('PostgreSQL, limits off', url, '--limits=off'),
];
const keys = [...racekeys];
const period = { start_racedate: `${values.to.slice(0, 6)}01`, end_racedate: `${values.to.slice(0, 6)}31` };
const result = [];
for (const which of subjects) {
  const one = (at: number) => ask(which, '/v1/dky', { racekey: keys[(at * 7919) % keys.length] });
  for (let at = 0; at < 100; at++) await one(at);
  const alone = [];
  for (let at = 0; at < requests / 3; at++) alone.push((await one(at)).whole);
  const started = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < requests) await one(next++);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  const perSecond = (requests * 1000) / (performance.now() - started);
  const large: Asked[] = [];
  for (let time = 0; time < 5; time++) large.push(await ask(which, '/v1/dky', period));
  result.push({
    store: which.name,
    'racekey, median ms': median(alone),
    'racekey/s, 8 at once': perSecond,
    '31 days, MB': (large[0]?.bytes ?? 0) / 1e6,
    'first byte, ms': median(large.map(({ first }) => first)),
    'MB/s': median(large.map(({ bytes, whole }) => bytes / 1000 / whole)),
  });
}
const rounded = result.map((row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' ? Number(value.toPrecision(3)) : value,
    ]),
  ),
);
console.table(rounded);

const client = new pg.Client({ connectionString: url });
await client.connect();
const { rows: sizes } = await client.query<{ name: string; bytes: string }>(
  `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
   WHERE relkind = 'r' AND relname = ANY($1)`,
  [TABLE_CODES],
);
await client.end();
const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
console.log({
  records: total,
  'races, days': [racekeys.size, new Set(keys.map((key) => key.slice(0, 6))).size],
  'load, records/s': Object.fromEntries(
    [...loaded].map(([name, milliseconds]) => [name, Math.round((total * 1000) / milliseconds)]),
  ),
  'SQLite, MB': Math.round(statSync(join(folder, 'records.sqlite')).size / 1e6),
  'PostgreSQL, MB': Math.round(sizes.reduce((sum, { bytes }) => sum + Number(bytes), 0) / 1e6),
  'bytes a record in PostgreSQL': Object.fromEntries(
    sizes.map(({ name, bytes }) => [
      name,
      Math.round(Number(bytes) / Math.max(1, rows.get(name as TableCode) ?? 1)),
    ]),
  ),
});

await Promise.all(subjects.map(({ service }) => service.close(1000)));
await agent.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
