// The SQL screen at ten years: how soon a query that was stopped lets go, and how the app's own reads fare meanwhile.
// For each of several heavy queries, milliseconds from the signal to the answer "cancelled" (at most 200), the worst of
// several tries; the processor time of the second after that, in which DuckDB may still finish a step; and reading the
// entries of a race with no query and during it.
//
//   npm run bench -- sql-cancel [--file ARCHIVE]
//
// The archive is the one of `rules`: with --file it is kept there and found again.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Archive } from '../electron/archive/archive.ts';
import { createSharedSql } from '../electron/sql/shared-archive.ts';
import { makeSampleYears } from './archive/sample-years.ts';
import { median, rounded } from './measuring/figures.ts';
import { processorTime } from './measuring/process.ts';

const { values: options } = parseArgs({ options: { file: { type: 'string' } } });
const FIRST = 2016;
const LAST = 2025;
const TRIES = 5;
const WANTED_MS = 200;
/** Milliseconds that a query runs before it is stopped. */
const RUNS_MS = 1_500;
const READS = 20;

const QUERIES = {
  endless: 'select count(*) from range(1000000000) a, range(1000000000) b where a.range + b.range < 0',
  self_join:
    'select count(*) from d_se a join d_se b on a.racedate = b.racedate and a.horse_number < b.horse_number',
  sort: 'select * from runners order by horse_name desc, racedate, racekey',
  window:
    'select racekey, sum(horse_number::INTEGER) over (partition by horse_name order by racedate) from runners',
} as const;

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-sql-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = options.file ?? join(folder, 'archive.duckdb');
if (!existsSync(file)) await makeSampleYears(file, FIRST, LAST);
const archive = await Archive.open(file, Date.now());
const sql = createSharedSql();
const racekeys = (await archive.rows('select racekey from d_ra order by hash(racekey) limit 100')).map(
  ([key]) => String(key),
);

async function readMs(at: number): Promise<number> {
  const began = performance.now();
  await archive.rows('select * from d_ky where racekey = ?', [racekeys[at % racekeys.length] ?? '']);
  return performance.now() - began;
}

async function reads(): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < READS; at += 1) times.push(await readMs(at));
  return rounded(median(times));
}

interface Stopped {
  readonly ms: number;
  readonly processorMsAfter: number;
  readonly outcome: string;
}

async function stopped(query: string): Promise<Stopped> {
  const controller = new AbortController();
  const running = sql.rows(archive, query, { signal: controller.signal, seconds: 600 }).then(
    ({ snapshot }) => {
      snapshot.close();
      return 'answered before it was stopped';
    },
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
  await sleep(RUNS_MS);
  const began = performance.now();
  controller.abort();
  const outcome = await running;
  const ms = performance.now() - began;
  const before = processorTime(process.pid);
  await sleep(1_000);
  return { ms, processorMsAfter: processorTime(process.pid) - before, outcome };
}

await reads();
for (const [name, query] of Object.entries(QUERIES)) {
  const alone = await reads();
  const controller = new AbortController();
  const running = sql.rows(archive, query, { signal: controller.signal, seconds: 600 });
  running.then(
    ({ snapshot }) => snapshot.close(),
    () => undefined,
  );
  await sleep(200);
  const meanwhile = await reads();
  controller.abort();
  await running.catch(() => undefined);
  const tries: Stopped[] = [];
  for (let at = 0; at < TRIES; at += 1) tries.push(await stopped(query));
  process.stdout.write(
    `${JSON.stringify({
      name: 'sql-cancel',
      query: name,
      cancelled_ms: rounded(Math.max(...tries.map(({ ms }) => ms))),
      cancelled_ms_wanted: WANTED_MS,
      processor_ms_after: Math.max(...tries.map(({ processorMsAfter }) => processorMsAfter)),
      outcomes: [...new Set(tries.map(({ outcome }) => outcome))],
      race_read_ms: alone,
      race_read_ms_meanwhile: meanwhile,
      load: rounded(loadavg()[0] ?? 0),
    })}\n`,
  );
}
await sql.close();
await archive.close();
