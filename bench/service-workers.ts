// Results of a random race under wrk with 32 connections, answered by one process and by two workers: requests per
// processor second of all processes (at least 0.9 of one). The worst of three runs is the figure.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { rounded } from './measuring/figures.ts';
import { processorTimeOfAll } from './measuring/process.ts';
import { monthBefore } from './service/month.ts';
import type { SampleService } from './service/sample.ts';
import { racesOf, sampleService, storedService } from './service/sample.ts';
import { wrk } from './service/wrk.ts';

const RUNS = 3;
const SECONDS = 4;
const CONNECTIONS = 32;

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-workers-'));
const dataDir = process.env['RAILBIRD_BENCH_EIGHT_WEEKS'] ?? folder;
const sample = await sampleService({ dataDir });
const bodies = (await racesOf(sample, monthBefore(new Date()))).map(({ racekey }) =>
  JSON.stringify({ racekey }),
);
await sample.stop();

const load = loadavg()[0] ?? 0;
const services = [];
for (const workers of [1, 2]) services.push(await storedService(dataDir, sample.keys, workers));
const [one, two] = services;
if (!one || !two) throw new Error('two services');
for (const service of services) await rate(service);
const runs = [];
for (let run = 0; run < RUNS; run++) runs.push({ one: await rate(one), two: await rate(two) });
for (const service of services) await service.stop();
rmSync(folder, { recursive: true, force: true });

const ratios = runs.map((run) => rounded(run.two.perProcessorSecond / run.one.perProcessorSecond));
process.stdout.write(
  `${JSON.stringify({
    name: 'service-workers',
    of_one_processor: Math.min(...ratios),
    of_one_processor_wanted: 0.9,
    ratios,
    times_by_the_clock: runs.map((run) => rounded(run.two.perSecond / run.one.perSecond)),
    runs,
    load: rounded(load),
  })}\n`,
);

async function rate(service: SampleService) {
  const before = processorTimeOfAll(service.pid);
  const { url, headers } = service;
  const path = service.pathTo('tse');
  const { answers, perSecond } = await wrk({
    url,
    path,
    headers,
    bodies,
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  const spent = processorTimeOfAll(service.pid) - before;
  return { perSecond: rounded(perSecond), perProcessorSecond: rounded((answers * 1000) / spent) };
}
