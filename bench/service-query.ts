// The results (19 to 24 kB) and the entries (64 kB) of sixteen runners of a random race of a month, all checks and limits
// on (the limiter raised), under wrk with 16 connections: answers per processor second against a bare node:http server
// that sends such an answer's bytes (at least 0.25 for results, 0.35 for entries), and entries against rows to objects
// and JSON.stringify (at least 4). The worst of three runs is the figure. On a virtual machine even the bare server's
// cost changes by half from one second to the next, so the servers take turns of a second within each run. The store
// remembers the races that it read last; `of_constant_processor_unremembered` is the same with the day beside each race,
// which it reads from the file.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { tableOf } from '#shared/catalogue/tables.ts';
import { rounded } from './measuring/figures.ts';
import { processorTime } from './measuring/process.ts';
import { peer } from './service/peers.ts';
import type { PastRace } from './service/sample.ts';
import { racesOf, sampleService } from './service/sample.ts';
import { monthBefore } from './service/month.ts';
import { wrk } from './service/wrk.ts';

const RUNS = 3;
/** Each server's turns in a run, of a second each. */
const TURNS = 8;
const WARM = 2;
const CONNECTIONS = 16;
const WANTED = { tse: 0.25, dky: 0.35 } as const;

interface Run {
  /** Processor time of a request. */
  readonly microseconds: number;
  /** The share of a bare server's answers: per processor second, and by the clock. */
  readonly of_constant_processor: number;
  readonly of_constant: number;
  readonly busy: number;
  readonly p99: number;
  readonly times_ordinary_processor?: number;
}

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-query-'));
const service = await sampleService({ dataDir: process.env['RAILBIRD_BENCH_EIGHT_WEEKS'] });
const races = await racesOf(service, monthBefore(new Date()));
const racekeys = races.map(({ racekey }) => racekey);
const bodies = racekeys.map((racekey) => JSON.stringify({ racekey }));
const load = loadavg()[0] ?? 0;

for (const table of ['tse', 'dky'] as const) {
  const answer = Buffer.from(await (await service.ask(table, { racekey: racekeys[0] })).arrayBuffer());
  const file = join(folder, `${table}.json`);
  writeFileSync(file, answer);
  const constant = await peer('constant', file);
  const ordinary = table === 'dky' ? await peer('ordinary', await ordinaryStore()) : undefined;
  const runs: Run[] = [];
  for (const { url } of [constant, service]) await underLoad(url, table, WARM);
  for (let run = 0; run < RUNS; run++) {
    const [bare, own, usual] = await costs([constant, service, ...(ordinary ? [ordinary] : [])], table);
    if (!bare || !own) throw new Error('two servers have two costs');
    runs.push({
      microseconds: rounded(own.microseconds),
      of_constant_processor: rounded(bare.microseconds / own.microseconds),
      of_constant: rounded(own.perSecond / bare.perSecond),
      busy: rounded(own.busy),
      p99: rounded(own.p99),
      ...(usual && { times_ordinary_processor: rounded(usual.microseconds / own.microseconds) }),
    });
  }
  const [bare, unremembered] = await costs(
    [constant, service],
    table,
    races.map((race) => withItsDay(race, table)),
  );
  if (!bare || !unremembered) throw new Error('two servers have two costs');
  const worst = (of: (run: Run) => number) => Math.min(...runs.map(of));
  process.stdout.write(
    `${JSON.stringify({
      name: 'service-query',
      table,
      bytes: answer.length,
      of_constant_processor: worst((run) => run.of_constant_processor),
      of_constant_processor_wanted: WANTED[table],
      of_constant_processor_unremembered: rounded(bare.microseconds / unremembered.microseconds),
      ...(ordinary && {
        times_ordinary_processor: worst((run) => run.times_ordinary_processor ?? 0),
        times_ordinary_processor_wanted: 4,
      }),
      runs,
      load: rounded(load),
    })}\n`,
  );
  constant.stop();
  ordinary?.stop();
}
await service.stop();
rmSync(folder, { recursive: true, force: true });

function withItsDay({ racekey, racedate }: PastRace, table: 'tse' | 'dky'): string {
  const day = table === 'tse' ? { racedate } : { start_racedate: racedate, end_racedate: racedate };
  return JSON.stringify({ racekey, ...day });
}

function underLoad(url: string, table: string, seconds: number, requests = bodies) {
  const path = service.pathTo(table);
  return wrk({ url, path, headers: service.headers, bodies: requests, connections: CONNECTIONS, seconds });
}

interface Cost {
  /** Processor time of an answer. */
  readonly microseconds: number;
  readonly perSecond: number;
  /** The longest of all turns, in milliseconds. */
  readonly p99: number;
  /** The share of its turns in which the process was busy. */
  readonly busy: number;
}

/** What the answers of each server cost, which take turns under the load. */
async function costs(
  servers: readonly { readonly url: string; readonly pid: number }[],
  table: string,
  requests = bodies,
): Promise<readonly Cost[]> {
  const sums = servers.map((server) => ({ server, spent: 0, answers: 0, seconds: 0, p99: 0 }));
  for (let turn = 0; turn < TURNS; turn++)
    for (const sum of sums) {
      const before = processorTime(sum.server.pid);
      const { answers, perSecond, p99 } = await underLoad(sum.server.url, table, 1, requests);
      sum.spent += processorTime(sum.server.pid) - before;
      sum.answers += answers;
      sum.seconds += answers / perSecond;
      sum.p99 = Math.max(sum.p99, p99);
    }
  return sums.map(({ spent, answers, seconds, p99 }) => ({
    microseconds: (spent * 1000) / answers,
    perSecond: answers / seconds,
    p99,
    busy: spent / (seconds * 1000),
  }));
}

/** The same records with a column for each field, as a service would usually store them. */
async function ordinaryStore(): Promise<string> {
  const file = join(folder, 'ordinary.sqlite');
  const database = new Database(file);
  const names = tableOf('d_ky').columns.map(({ name }) => name);
  database.exec(`CREATE TABLE d_ky (${names.join(', ')}); CREATE INDEX by_race ON d_ky (racekey)`);
  const insert = database.prepare(`INSERT INTO d_ky VALUES (${names.map(() => '?').join(', ')})`);
  for (const racekey of racekeys) {
    const reply = await service.ask('dky', { racekey });
    const { result } = (await reply.json()) as { result: { data: Record<string, unknown>[] } };
    database.transaction(() => result.data.forEach((record) => insert.run(names.map((name) => record[name]))))();
  }
  database.close();
  return file;
} // prettier-ignore
