// A user's waiting time while 320 clients without keys attack: at most twice as long as on an idle service, and no
// refusal. wrk, an independent tool, sends part of the wrong keys.

import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median, rounded } from './measuring/figures.ts';
import { monthBefore } from './service/month.ts';
import { racesOf, sampleService } from './service/sample.ts';
import type { StrangerOrder } from './service/stranger.ts';

const RUNS = 3;
const SECONDS = Number(process.env['RAILBIRD_BENCH_SECONDS'] ?? 5);
const STRANGER = fileURLToPath(new URL('./service/stranger.ts', import.meta.url));
/** The user has a separate address; wrk uses the first one. */
const USER = '127.0.0.9';
const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];
const EACH = 80;
const TIMES_WANTED = 2;

if (spawnSync('wrk', ['-v']).error) {
  process.stderr.write(
    'This needs the load generator wrk: apt-get install wrk (Debian, Ubuntu), brew install wrk (macOS).\n',
  );
  process.exit(2);
}

// Default limits for addresses and failures; the user may send as many requests as this measures.
const service = await sampleService({
  dataDir: process.env['RAILBIRD_BENCH_EIGHT_WEEKS'],
  limits: {
    user: { perSecond: 1_000, burst: 1_000 },
    inFlight: 100,
    address: { perSecond: 20, burst: 20 },
    failuresAMinute: 10,
  },
});
const racekeys = (await racesOf(service, monthBefore(new Date()))).map(({ racekey }) => racekey);

let sent = 0;
function sendOnce(): Promise<{ readonly status: number; readonly milliseconds: number }> {
  const body = JSON.stringify({ racekey: racekeys[sent++ % racekeys.length] });
  const { hostname, port } = new URL(service.url);
  const started = performance.now();
  return new Promise((resolve) => {
    request(
      { hostname, port, localAddress: USER, agent: false, method: 'POST', path: service.pathTo('tky'),
        headers: { ...service.headers, 'content-length': String(body.length) } },
      (response) => {
        response.resume();
        response.on('close', () =>
          resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - started }),
        );
      },
    )
      .on('error', () => resolve({ status: 0, milliseconds: performance.now() - started }))
      .end(body);
  });
} // prettier-ignore

/** A user that stays slightly below the limit of an address. */
async function asUser(): Promise<{
  readonly median: number;
  readonly worst: number;
  readonly failed: number;
}> {
  const end = performance.now() + SECONDS * 1000;
  const times: number[] = [];
  let failed = 0;
  while (performance.now() < end) {
    const { status, milliseconds } = await sendOnce();
    times.push(milliseconds);
    if (status !== 200) failed += 1;
    await sleep(Math.max(0, 60 - milliseconds));
  }
  return { median: median(times), worst: Math.max(...times), failed };
}

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

async function strangers(kind: StrangerOrder['kind'], addresses: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [STRANGER], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.add(child);
  const begun = new Promise<void>((resolve) => createInterface(child.stdout).once('line', () => resolve()));
  const order: StrangerOrder = { url: service.url, kind, addresses, connections: EACH };
  child.stdin.write(`${JSON.stringify(order)}\n`);
  await begun;
  return child;
}

const folder = mkdtempSync(join(tmpdir(), 'railbird-strangers-'));
const script = join(folder, 'guess.lua');
writeFileSync(script, 'wrk.method = "POST"\nwrk.body = "{}"\nwrk.headers["content-type"] = "application/json"\nwrk.headers["x-user-key"] = "guess"\n'); // prettier-ignore

function guessing(): ChildProcess {
  const options = [
    '-t1',
    `-c${EACH}`,
    `-d${SECONDS + 5}`,
    '-s',
    script,
    `${service.url}/v1/tra?api_key=guess`,
  ];
  const child = spawn('wrk', options, { stdio: 'ignore' });
  children.add(child);
  return child;
}

const attacks: readonly { name: string; begin(): Promise<ChildProcess[]> }[] = [
  ...(['bodies that never come', 'nonsense', 'headers that never end', 'requests sent ahead'] as const).map(
    (kind) => ({ name: kind, begin: async () => [await strangers(kind, ADDRESSES)] }),
  ),
  {
    name: 'wrong keys',
    begin: async () => [await strangers('wrong keys', ADDRESSES.slice(1)), guessing()],
  },
];

const load = loadavg()[0] ?? 0;
const results: Record<string, { times: number; median: number; worst: number; failed: number }> = {};
for (let run = 0; run < RUNS; run++) {
  for (const { name, begin } of attacks) {
    // Measured again beside each attack, because the machine may be busy with other work.
    const idle = await asUser();
    const senders = await begin();
    await sleep(1_000);
    const during = await asUser();
    for (const sender of senders) {
      sender.kill('SIGKILL');
      children.delete(sender);
    }
    await sleep(500);
    const times = during.median / idle.median;
    const before = results[name];
    if (before && before.times >= times && before.failed >= during.failed) continue;
    results[name] = {
      times: rounded(Math.max(times, before?.times ?? 0)),
      median: rounded(during.median),
      worst: rounded(during.worst),
      failed: Math.max(during.failed, before?.failed ?? 0),
    };
  }
}
await service.stop();
rmSync(folder, { recursive: true, force: true });

process.stdout.write(
  `${JSON.stringify({
    name: 'strangers',
    runs: RUNS,
    senders: ADDRESSES.length * EACH,
    attacks: results,
    times_wanted: TIMES_WANTED,
    failed_wanted: 0,
    load: rounded(load),
  })}\n`,
);
const isKept = Object.values(results).every(({ times, failed }) => times <= TIMES_WANTED && failed === 0);
process.exitCode = isKept ? 0 : 1;
