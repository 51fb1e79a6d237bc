// 31 days of d_ky: the first byte within 20 ms, at least half the bytes a second of node:http streaming the same file,
// less than 30 MB of memory for four at once and a slow reader, and a race's query meanwhile within twice its idle time.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, rounded } from './measuring/figures.ts';
import { asking } from './service/asking.ts';
import { monthBefore, neverTheSame } from './service/month.ts';
import { peer } from './service/peers.ts';
import { reading } from './service/reading.ts';
import { racesOf, sampleService } from './service/sample.ts';

const ROUNDS = 5;

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-large-'));
const service = await sampleService({ dataDir: process.env['RAILBIRD_BENCH_EIGHT_WEEKS'] });
const month = monthBefore(new Date());
const { headers } = service;
const large = { url: service.url, path: service.pathTo('dky'), headers, body: JSON.stringify(month) };
const file = join(folder, 'month.json');
const whole = await service.ask('dky', month);
writeFileSync(file, Buffer.from(await whole.arrayBuffer()));
const streamed = await peer('file', file);

const load = loadavg()[0] ?? 0;
const ours: { first: number; rate: number; ratio: number }[] = [];
let bytes = 0;
for (let round = 0; round < ROUNDS; round++) {
  const own = await reading(large);
  const other = await reading({ ...large, url: streamed.url });
  bytes = own.bytes;
  const rate = (bytes / own.last) * 1000;
  ours.push({ first: own.first, rate, ratio: rate / ((other.bytes / other.last) * 1000) });
}
streamed.stop();

const races = await racesOf(service, month);
const bodies = neverTheSame(races, 10_000);
const race = {
  url: service.url,
  path: service.pathTo('dky'),
  headers,
  connections: 1,
  warm: 1,
  pause: 5,
};
const idle = await asking({ ...race, bodies: bodies.slice(0, 5_000), seconds: 3 });

// Four at once, each starting again when it ends, and a slow reader.
const over = new AbortController();
const before = service.memory();
let most = before;
const watching = setInterval(() => (most = Math.max(most, service.memory())), 50);
const again = async (): Promise<void> => {
  while (!over.signal.aborted) await reading(large);
};
const slow = reading({ ...large, rest: 200, signal: over.signal }).catch(() => undefined);
const four = [again(), again(), again(), again()];
// Queries that were not used before: the service answers repeated ones from its cache.
const meanwhile = await asking({ ...race, bodies: bodies.slice(5_000), seconds: 8 });
over.abort();
await Promise.all([...four, slow]);
clearInterval(watching);
await service.stop();
rmSync(folder, { recursive: true, force: true });

process.stdout.write(
  `${JSON.stringify({
    name: 'service-large',
    megabytes: rounded(bytes / 1e6),
    first_byte_ms: rounded(median(ours.map(({ first }) => first))),
    first_byte_ms_wanted: 20,
    megabytes_per_second: rounded(median(ours.map(({ rate }) => rate)) / 1e6),
    of_file: rounded(median(ours.map(({ ratio }) => ratio))),
    of_file_wanted: 0.5,
    memory_growth_megabytes: rounded((most - before) / 1e6),
    memory_growth_megabytes_wanted: 30,
    race_ms_idle: rounded(idle.median),
    race_ms_meanwhile: rounded(meanwhile.median),
    race_times_idle: rounded(meanwhile.median / idle.median),
    race_times_idle_wanted: 2,
    load: rounded(load),
  })}\n`,
);
