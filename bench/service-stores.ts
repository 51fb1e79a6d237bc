// Results of a random race under wrk, answered from SQLite, from one PostgreSQL server by one process, by two workers and
// by two services that know nothing of each other, and from two replicas of it, with twelve years of partitions and the limits counted (raised, so that none refuses):
// requests per processor second of the service, of the service and its database, and the transactions that a request
// costs each server. Three runs each, one after another; the ratios are of the same run, the worst is the figure.
//
// Two workers of two services tells what part of two workers' cost is the service's: two processes that share nothing
// but the machine pay what is the machine's, such as caches that each finds full of the other's data.
//
//   npm run bench -- service-stores [--seconds N] [--connections N]

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AccountBook } from '../service/accounts/account-book.ts';
import { openAccounts } from '../service/accounts/open-accounts.ts';
import { sampleDays } from '../service/sample/generator/generate.ts';
import { openBulkWriter } from '../service/store/bulk-writer.ts';
import type { TestPostgres } from '../service/testing/postgres.ts';
import { startPostgres } from '../service/testing/postgres.ts';
import { rounded } from './measuring/figures.ts';
import { processorTimeOfAll, processorTimeOfFamily } from './measuring/process.ts';
import type { ServiceProcess } from './replicas/service-process.ts';
import { serviceProcess } from './replicas/service-process.ts';
import { wrk } from './service/wrk.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
  },
});
const SECONDS = Number(values.seconds);
const CONNECTIONS = Number(values.connections);
const RUNS = 3;
/** Seconds. Two workers share the requests, and each compiles its code after some thousands. */
const WARM_UP = 5;
const YEARS = [2015, 2026] as const;

interface Cost {
  readonly perSecond: number;
  readonly perProcessorSecond: { readonly service: number; readonly all: number };
  readonly p99: number;
  readonly microseconds: { readonly service: number; readonly database: number };
  /** Of a request, for each server. */
  readonly transactions?: readonly number[];
}

interface Stored {
  readonly name: string;
  /** Each has an equal part of the connections. */
  readonly services: readonly ServiceProcess[];
  readonly keys: { readonly api: string; readonly user: string };
  readonly servers: readonly TestPostgres[];
}

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-stores-'));
const primary = await startPostgres();
const url = await primary.database();
const racekeys = new Set<string>();
const writers = [await openBulkWriter(folder, undefined), await openBulkWriter(folder, url)];
await primary.query(
  `SELECT add_year('t_se', year::text) FROM generate_series(${YEARS.join(', ')}) AS year`,
  'test_1',
);
// An early year: later ones take longer to be simulated.
for (const { records } of sampleDays('20161105', '20161120', {
  seed: 'stores',
  today: '20161130',
  now: '0000',
})) {
  for (const [table, all] of records) {
    const ready = all.map((record) => ({
      fields: record as Readonly<Record<string, unknown>>,
      json: Buffer.from(JSON.stringify(record)),
    }));
    if (table === 't_se') for (const { fields } of ready) racekeys.add(String(fields['racekey']));
    for (const writer of writers) await writer.keep(table, ready);
  }
}
for (const writer of writers) await writer.close();

async function keysOf(database: string | undefined): Promise<Stored['keys']> {
  const { accounts, pepper } = await openAccounts(folder, database);
  const book = new AccountBook(accounts, { pepper, now: () => new Date(), operator: 'bench' });
  const api = (await book.issue(null)).key;
  const user = (await book.issue('bench', { name: 'standard', until: null })).key;
  await book.close();
  return { api, user };
}

const [inFolder, inDatabase] = [await keysOf(undefined), await keysOf(url)];
const replicas = [await primary.replica(), await primary.replica()];
const environment = { DATABASE_URL: url };
const readUrls = replicas.map((replica) => replica.urlOf('test_1')).join(' ');
const subjects: readonly Stored[] = [
  { name: 'SQLite', services: [await serviceProcess('sqlite', folder, {})], keys: inFolder, servers: [] },
  {
    name: 'PostgreSQL',
    services: [await serviceProcess('alone', folder, environment)],
    keys: inDatabase,
    servers: [primary],
  },
  {
    name: 'PostgreSQL, two workers',
    services: [await serviceProcess('workers', folder, environment, undefined, ['--workers', '2'])],
    keys: inDatabase,
    servers: [primary],
  },
  {
    name: 'PostgreSQL, two services',
    services: [
      await serviceProcess('one of two', folder, environment),
      await serviceProcess('other of two', folder, environment),
    ],
    keys: inDatabase,
    servers: [primary],
  },
  {
    name: 'PostgreSQL with two replicas',
    services: [await serviceProcess('replicas', folder, { ...environment, DATABASE_READ_URLS: readUrls })],
    keys: inDatabase,
    servers: [primary, ...replicas],
  },
];
const load = loadavg()[0] ?? 0;
for (const subject of subjects) await underLoad(subject, WARM_UP);
const runs: (Cost & { readonly name: string })[][] = [];
for (let run = 0; run < RUNS; run++) {
  const figures = [];
  for (const subject of subjects) figures.push({ name: subject.name, ...(await cost(subject)) });
  runs.push(figures);
}

const worst = (name: string, of: 'service' | 'all', peer = 'SQLite') =>
  Math.min(
    ...runs.map((run) => {
      const figure = (which: string) => run.find((one) => one.name === which)?.perProcessorSecond[of] ?? 0;
      return rounded(figure(name) / figure(peer));
    }),
  );
process.stdout.write(
  `${JSON.stringify({
    name: 'service-stores',
    of_sqlite_processor: Object.fromEntries(
      subjects
        .slice(1)
        .map(({ name }) => [
          name,
          { service: worst(name, 'service'), service_and_database: worst(name, 'all') },
        ]),
    ),
    two_workers_of_one_processor: worst('PostgreSQL, two workers', 'service', 'PostgreSQL'),
    two_workers_of_one_processor_wanted: 0.9,
    two_services_of_one_processor: worst('PostgreSQL, two services', 'service', 'PostgreSQL'),
    two_workers_of_two_services: worst('PostgreSQL, two workers', 'service', 'PostgreSQL, two services'),
    runs,
    load: rounded(load),
  })}\n`,
);
await Promise.all(subjects.flatMap(({ services }) => services.map((service) => service.stop())));
await Promise.all([primary, ...replicas].map((server) => server.stop()));
rmSync(folder, { recursive: true, force: true });

async function underLoad({ services, keys }: Stored, seconds: number) {
  const reports = await Promise.all(
    services.map(({ url: address }) =>
      wrk({
        url: address,
        path: `/v1/tse?api_key=${keys.api}`,
        headers: { 'content-type': 'application/json', 'x-user-key': keys.user },
        bodies: [...racekeys].map((racekey) => JSON.stringify({ racekey })),
        connections: CONNECTIONS / services.length,
        seconds,
      }),
    ),
  );
  return {
    answers: sumOf(reports.map(({ answers }) => answers)),
    perSecond: sumOf(reports.map(({ perSecond }) => perSecond)),
    p99: Math.max(...reports.map(({ p99 }) => p99)),
  };
}

function sumOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0);
}

async function cost(subject: Stored): Promise<Cost> {
  const { servers } = subject;
  const before = await spent(subject);
  const { answers, perSecond, p99 } = await underLoad(subject, SECONDS);
  const after = await spent(subject);
  const own = after.service - before.service;
  const database = after.servers.reduce(
    (sum, { processor }, at) => sum + processor - (before.servers[at]?.processor ?? 0),
    0,
  );
  return {
    perSecond: rounded(perSecond),
    perProcessorSecond: {
      service: rounded((answers * 1000) / own),
      all: rounded((answers * 1000) / (own + database)),
    },
    p99: rounded(p99),
    microseconds: {
      service: rounded((own * 1000) / answers),
      database: rounded((database * 1000) / answers),
    },
    ...(servers.length > 0 && {
      transactions: after.servers.map(({ transactions }, at) =>
        rounded((transactions - (before.servers[at]?.transactions ?? 0)) / answers),
      ),
    }),
  };
}

/** Processor time in milliseconds, of the database's servers with all their processes, and their transactions. */
async function spent({ services, servers }: Stored) {
  // A server counts what is a second old.
  if (servers.length > 0) await sleep(1_200);
  const counted = [];
  for (const server of servers) {
    const [row] = await server.query(
      "SELECT xact_commit + xact_rollback AS transactions FROM pg_stat_database WHERE datname = 'test_1'",
    );
    counted.push({
      transactions: Number(row?.['transactions']),
      processor: processorTimeOfFamily(server.pids()),
    });
  }
  return { service: sumOf(services.map(({ pid }) => processorTimeOfAll(pid))), servers: counted };
}
