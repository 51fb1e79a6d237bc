// A first start on the sample's year: when the first day, the newest sixty days and the whole year are there, how long
// other queries take meanwhile, and how much disk it needs. The welcome screen says seconds and about 250 MB.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rounded } from './measuring/figures.ts';
import { processorTime, residentMemory } from './measuring/process.ts';

const MAIN = fileURLToPath(new URL('../service/main.ts', import.meta.url));
const NEWEST = 60;
const MS_BETWEEN_QUERIES = 100;

interface Progress {
  readonly made?: number;
  readonly of?: number;
  readonly failure?: string;
}

const load = loadavg()[0] ?? 0;
const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-year-'));
const started = performance.now();
const seconds = () => (performance.now() - started) / 1000;
const child = spawn(process.execPath, [MAIN, '--sample', '--data-dir', folder, '--limits=off'], {
  stdio: ['ignore', 'pipe', 'pipe'],
});
process.once('exit', () => child.kill('SIGKILL'));

const reached = { newest: 0, year: 0, days: 0 };
createInterface({ input: child.stderr }).on('line', (line) => {
  const { made, of, failure } = JSON.parse(line) as Progress;
  if (failure !== undefined) throw new Error(failure);
  if (made === undefined || of === undefined) return;
  if (made >= NEWEST && reached.newest === 0) reached.newest = seconds();
  if (made === of) Object.assign(reached, { year: seconds(), days: of });
});

const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
const { url, api_key, user_key } = JSON.parse(line) as Record<'url' | 'api_key' | 'user_key', string>;
const headers = { 'content-type': 'application/json', 'x-user-key': user_key };

/** The first race of the answer and how long it took, in milliseconds. */
async function query(table: string, filter: object) {
  const requestedAt = performance.now();
  const address = new URL(`/v1/${table}?api_key=${api_key}`, url);
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(filter) });
  const { result } = (await answer.json()) as { result: { data: { racekey: string }[] } };
  return { racekey: result.data[0]?.racekey ?? '', ms: performance.now() - requestedAt };
}

const { racekey } = await query('dra', {});
const program = seconds();
await query('dky', { racekey });
const card = seconds();

const waits: number[] = [];
while (reached.year === 0) {
  for (const table of ['dky', 'tze']) waits.push((await query(table, { racekey })).ms);
  await sleep(MS_BETWEEN_QUERIES);
}
waits.sort((a, b) => a - b);
const pid = child.pid ?? 0;
const figures = {
  name: 'sample-year',
  days: reached.days,
  first_program_seconds: rounded(program),
  first_card_seconds: rounded(card),
  newest_60_days_seconds: rounded(reached.newest),
  year_seconds: rounded(reached.year),
  processor_seconds: rounded(processorTime(pid) / 1000),
  queries_meanwhile: waits.length,
  query_median_ms: rounded(waits[Math.floor(waits.length / 2)] ?? 0),
  query_p99_ms: rounded(waits[Math.floor(waits.length * 0.99)] ?? 0),
  query_p99_ms_wanted: 100,
  memory_mb: rounded(residentMemory(pid) / 1e6),
  load: rounded(load),
};
child.kill('SIGTERM');
await once(child, 'exit');
const disk = statSync(join(folder, 'sample', 'records.sqlite')).size / 1e6;
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ ...figures, disk_mb: rounded(disk), disk_mb_said: 250 })}\n`);
