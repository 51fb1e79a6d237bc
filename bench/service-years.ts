// A race's query on ten years of sample racing compared with eight weeks: at most 1.5 times as long. Generating ten
// years takes minutes and 20 GB the first time; RAILBIRD_BENCH_TEN_YEARS names a folder that stores them.

import { loadavg } from 'node:os';
import { median, rounded } from './measuring/figures.ts';
import { processorTime } from './measuring/process.ts';
import { asking } from './service/asking.ts';
import { monthBefore, neverTheSame } from './service/month.ts';
import type { PastRace, SampleService } from './service/sample.ts';
import { racesOf, sampleService } from './service/sample.ts';

const ROUNDS = 3;

const weeks = await sampleService({ dataDir: process.env['RAILBIRD_BENCH_EIGHT_WEEKS'] });
const started = performance.now();
const years = await sampleService({
  range: '2016-01-01..2025-12-31',
  dataDir: process.env['RAILBIRD_BENCH_TEN_YEARS'],
});
const made = (performance.now() - started) / 1000;

const inWeeks = await racesOf(weeks, monthBefore(new Date()));
const inYears: PastRace[] = [];
for (let year = 2016; year <= 2025; year++) {
  inYears.push(...(await racesOf(years, { start_racedate: `${year}0101`, end_racedate: `${year}1231` })));
}

/** Milliseconds of clock time and of processor time per query. */
async function query(service: SampleService, races: readonly PastRace[]) {
  const bodies = neverTheSame(races, 12_000);
  const order = { bodies, connections: 1, seconds: 3, warm: 2, pause: 0 };
  const before = processorTime(service.pid);
  const measured = await asking({ ...order, url: service.url, path: service.pathTo('dky'), headers: service.headers });
  const spent = processorTime(service.pid) - before;
  return { clock: measured.median, processor: spent / (measured.perSecond * (order.seconds + order.warm)) };
} // prettier-ignore

const load = loadavg()[0] ?? 0;
const rounds: { short: Awaited<ReturnType<typeof query>>; long: Awaited<ReturnType<typeof query>> }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  rounds.push({ short: await query(weeks, inWeeks), long: await query(years, inYears) });
}
await Promise.all([weeks.stop(), years.stop()]);

process.stdout.write(
  `${JSON.stringify({
    name: 'service-years',
    races: inYears.length,
    making_seconds: rounded(made),
    weeks_ms: rounded(median(rounds.map(({ short }) => short.clock))),
    years_ms: rounded(median(rounds.map(({ long }) => long.clock))),
    times_weeks: rounded(median(rounds.map(({ short, long }) => long.clock / short.clock))),
    times_weeks_processor: rounded(median(rounds.map(({ short, long }) => long.processor / short.processor))),
    times_weeks_wanted: 1.5,
    load: rounded(load),
  })}\n`,
);
