// Reading never waits for a download: the same stored reads at rest and while the app downloads, in the window, in SQL
// and by commands over the socket. The peer is the app at rest; a read that waited for the download would take as long
// as the download.

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { EXIT } from '../electron/cli/exit-codes.ts';
import { runInApp } from '../electron/socket/run-in-app.ts';
import { startAppProcess } from '../electron/testing/app-process.ts';
import { fakeTerminal } from '../electron/testing/fake-terminal.ts';
import {
  loopbackClient,
  openLoopbackSession,
  openLoopbackSocket,
} from '../electron/testing/loopback-session.ts';
import project from '../package.json' with { type: 'json' };
import { median, rounded } from './measuring/figures.ts';

/** Of each read, at rest. */
const ROUNDS = 40;
/** In a row: one is over before many reads are. */
const DOWNLOADS = 6;
/** Enough records that the download writes during most of the reads. */
const TABLES = ['d_ky', 'd_se', 'd_ra', 'd_zk'] as const;

const folder = await mkdtemp(join(tmpdir(), 'railbird-bench-reads-'));
const dataDir = join(folder, 'data');
const app = await startAppProcess(dataDir, {
  keychains: folder,
  args: ['--sample'],
  env: { RAILBIRD_SAMPLE: 'weeks' },
});
try {
  const session = await openLoopbackSession(app.address);
  const client = loopbackClient(openLoopbackSocket(new URL(app.address).origin, session));
  const { today } = await client.app.about();
  const [from, to] = [addDays(today, -35), addDays(today, -1)];
  const selection = { tables: [...TABLES], from, to };
  await downloaded(client, selection);

  const { days } = await client.days.list({ from, to });
  const racedate = days.at(-1)?.racedate ?? '';
  const day = { start_racedate: racedate, end_racedate: racedate };
  const reads = {
    window: async () => {
      const sheet = await client.results.read({ source: { kind: 'table', table: 'd_se', filter: day } });
      if (!sheet.complete || sheet.records === 0) throw new Error('the day is not stored');
    },
    sql: () => command('sql', 'select racedate, count(*), avg(idm::double) from d_se group by all'),
    query: () => command('query', 'd_se', '--racedate', racedate, '--offline'),
  };
  const names = Object.keys(reads) as (keyof typeof reads)[];
  const measure = async (goesOn: (round: number) => boolean) => {
    const ms: Record<keyof typeof reads, number[]> = { window: [], sql: [], query: [] };
    for (let round = 0; goesOn(round); round += 1) {
      for (const name of names) {
        const began = performance.now();
        await reads[name]();
        ms[name].push(performance.now() - began);
      }
    }
    return Object.fromEntries(names.map((name) => [name, figures(ms[name])]));
  };

  await measure((round) => round < 5);
  const rest = await measure((round) => round < ROUNDS);
  let isDownloading = true;
  const began = performance.now();
  const downloading = repeatedly(DOWNLOADS, () => downloaded(client, selection, true)).finally(
    () => (isDownloading = false),
  );
  const during = await measure(() => isDownloading);
  await downloading;
  const downloadMs = Math.round(performance.now() - began);
  const load = rounded(loadavg()[0] ?? 0);
  process.stdout.write(
    `${JSON.stringify({ name: 'reads-during-download', rest, during, downloadMs, load })}\n`,
  );
} finally {
  await app.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}

async function repeatedly(times: number, act: () => Promise<void>): Promise<void> {
  for (let time = 0; time < times; time += 1) await act();
}

async function downloaded(
  client: BridgeClient,
  selection: Parameters<BridgeClient['downloads']['start']>[0],
  refresh = false,
): Promise<void> {
  const { id } = await client.downloads.start({ ...selection, refresh });
  for await (const { jobs } of await client.downloads.watch()) {
    const state = jobs.find((job) => job.id === id)?.state;
    if (state === 'done') return;
    if (state === 'failed' || state === 'incomplete') throw new Error(`the download is ${state}`);
  }
}

/** Over the socket, without the start of a process. */
async function command(...argv: string[]): Promise<void> {
  const terminal = fakeTerminal();
  const code = await runInApp({
    dataDir,
    version: project.version,
    argv,
    program: 'railbird',
    folder,
    env: {},
    terminal,
    signal: new AbortController().signal,
    onAppEnded: async () => undefined,
  });
  // SQL is incomplete while the days between are on their way.
  if (code !== EXIT.complete && code !== EXIT.incomplete)
    throw new Error(`${argv.join(' ')}: ${code} ${terminal.messages.join(' / ')}`);
}

function figures(ms: readonly number[]) {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { n: ms.length, p50: rounded(median([...ms])), p95: at(0.95), max: at(1) };
}
