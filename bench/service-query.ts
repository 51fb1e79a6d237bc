// Sixteen runners of a random race over HTTP, all checks and limits on (the limiter raised), every answer read from the
// store, against a bare node:http server that sends such an answer's bytes (at least 0.25) and against rows to objects
// and JSON.stringify (at least 4).

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { tableOf } from '#shared/catalogue/tables.ts';
import { median, rounded } from './measuring/figures.ts';
import { processorTime } from './measuring/process.ts';
import { asking } from './service/asking.ts';
import { peer } from './service/peers.ts';
import { racesOf, sampleService } from './service/sample.ts';
import { monthBefore } from './service/month.ts';

const ROUNDS = 5;
const SECONDS = 3;

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-query-'));
const service = await sampleService({ dataDir: process.env['RAILBIRD_BENCH_EIGHT_WEEKS'] });
const races = await racesOf(service, monthBefore(new Date()));
const racekeys = races.map(({ racekey }) => racekey);
const bodies = racekeys.map((racekey) => JSON.stringify({ racekey }));

const answer = await service.ask('dky', { racekey: racekeys[0] });
const constantFile = join(folder, 'answer.json');
writeFileSync(constantFile, Buffer.from(await answer.arrayBuffer()));
const ordinaryFile = await ordinaryStore();
const constant = await peer('constant', constantFile);
const ordinary = await peer('ordinary', ordinaryFile);

const order = { connections: 8, seconds: SECONDS, warm: 1, pause: 0 };
/** Answers a second of the clock and of the processor. */
async function at({ url, pid }: { readonly url: string; readonly pid: number }) {
  const before = processorTime(pid);
  const { perSecond } = await asking({
    ...order,
    bodies,
    url,
    path: service.pathTo('dky'),
    headers: service.headers,
  });
  const spent = processorTime(pid) - before;
  return { perSecond, perProcessorSecond: (perSecond * (order.seconds + order.warm) * 1000) / spent };
}
type Rate = Awaited<ReturnType<typeof at>>;
const rates = { service: [] as Rate[], constant: [] as Rate[], ordinary: [] as Rate[] };
const load = loadavg()[0] ?? 0;
// All three have been running for a while before the measurement.
for (const each of [service, constant, ordinary]) await at(each);
for (let round = 0; round < ROUNDS; round++) {
  rates.service.push(await at(service));
  rates.constant.push(await at(constant));
  rates.ordinary.push(await at(ordinary));
}
constant.stop();
ordinary.stop();
await service.stop();
rmSync(folder, { recursive: true, force: true });

const ratio = (own: readonly Rate[], peers: readonly Rate[], of: (rate: Rate) => number) =>
  rounded(median(own.map((rate, round) => of(rate) / of(peers[round] ?? rate))));
const clock = ({ perSecond }: Rate) => perSecond;
const processor = ({ perProcessorSecond }: Rate) => perProcessorSecond;
process.stdout.write(
  `${JSON.stringify({
    name: 'service-query',
    per_second: rounded(median(rates.service.map(clock))),
    constant_per_second: rounded(median(rates.constant.map(clock))),
    ordinary_per_second: rounded(median(rates.ordinary.map(clock))),
    of_constant: ratio(rates.service, rates.constant, clock),
    of_constant_processor: ratio(rates.service, rates.constant, processor),
    of_constant_wanted: 0.25,
    times_ordinary: ratio(rates.service, rates.ordinary, clock),
    times_ordinary_processor: ratio(rates.service, rates.ordinary, processor),
    times_ordinary_wanted: 4,
    load: rounded(load),
  })}\n`,
);

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
