// Loads 31 days of d_ky from the network into the archive: at 0.6 or more of the speed of DuckDB's own read_json on the
// same bytes from disk, with the event loop free (p99 of its delay under 30 ms) and less than 250 MB of additional
// memory.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createApiClient } from '../electron/service-client/api-client.ts';
import { systemClock } from '../electron/service-client/clock.ts';
import { openSpool } from '../electron/service-client/spool.ts';
import { createUndiciTransport } from '../electron/service-client/undici-transport.ts';
import { Archive } from '../electron/archive/archive.ts';
import { monthOfEntries } from './archive/month-of-entries.ts';
import { median, rounded } from './measuring/figures.ts';
import { processorTime, residentMemory } from './measuring/process.ts';
import { peer } from './service/peers.ts';

const ROUNDS = 9;
const READER = fileURLToPath(new URL('./archive/json-reader.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-load-'));
const month = await monthOfEntries(folder);
const wire = await peer('constant', month.answer);
const reader = spawn(process.execPath, [READER, month.answer, month.lines], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const output = createInterface({ input: reader.stdout })[Symbol.asyncIterator]();
async function readerRound(): Promise<{ readonly answer: number; readonly lines: number }> {
  reader.stdin.write('go\n');
  return JSON.parse(String((await output.next()).value)) as { answer: number; lines: number };
}

const transport = createUndiciTransport();
const client = createApiClient({
  transport: transport.send,
  credentials: () => Promise.resolve({ baseUrl: wire.url, apiKey: 'app', userKey: 'user' }),
  clock: systemClock,
  random: Math.random,
  spool: openSpool(folder),
});
const before = residentMemory(process.pid);
const archive = await Archive.open(join(folder, 'archive.duckdb'), Date.now());
let most = before;
const watching = setInterval(() => (most = Math.max(most, residentMemory(process.pid))), 10);

/** The delay of other work in this process, in milliseconds: p99 of a hundred turns. */
async function delayDuring(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.percentile(99) / 1e6;
}

const delays: number[] = [];
const idleDelays: number[] = [];

const ours: number[] = [];
const wires: number[] = [];
const peers: { readonly answer: number; readonly lines: number }[] = [];
let processor = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  await archive.remove(['d_ky']);
  const busy = processorTime(process.pid);
  let began = 0;
  const load = async () => {
    began = performance.now();
    const answer = await client.of({ kind: 'sample' }).query('d_ky', month.filter);
    wires.push(performance.now() - began);
    await archive.write({ table: 'd_ky', filter: month.filter, answer, reasons: [] });
    answer.release();
  };
  delays.push(await delayDuring(load));
  ours.push(performance.now() - began);
  processor += processorTime(process.pid) - busy;
  // On a busy machine this process waits even when it has nothing to do.
  idleDelays.push(await delayDuring(async () => void peers.push(await readerRound())));
}
clearInterval(watching);
const stored = (await archive.usage())[0]?.records;
if (stored !== month.records) throw new Error(`${stored} of ${month.records} records are stored`);
reader.stdin.end('end\n');
wire.stop();
await archive.close();
await transport.close();
rmSync(folder, { recursive: true, force: true });

const best = (values: readonly number[]) => Math.min(...values);
process.stdout.write(
  `${JSON.stringify({
    name: 'archive-load',
    megabytes: rounded(month.bytes / 1e6),
    records: month.records,
    ms: rounded(median(ours)),
    ms_until_on_disk: rounded(median(wires)),
    ms_read_json: rounded(median(peers.map(({ answer }) => answer))),
    of_read_json: rounded(median(peers.map(({ answer }, round) => answer / (ours[round] ?? 1)))),
    of_read_json_wanted: 0.6,
    // The harder peer: the records already split into lines.
    ms_read_json_of_lines: rounded(median(peers.map(({ lines }) => lines))),
    of_read_json_of_lines: rounded(best(peers.map(({ lines }) => lines)) / best(ours)),
    event_loop_delay_p99_ms: rounded(median(delays)),
    event_loop_delay_p99_ms_wanted: 30,
    event_loop_delay_p99_ms_idle: rounded(median(idleDelays)),
    memory_growth_megabytes: rounded((most - before) / 1e6),
    memory_growth_megabytes_wanted: 250,
    processor_ms: rounded(processor / ROUNDS),
    load: rounded(loadavg()[0] ?? 0),
  })}\n`,
);
