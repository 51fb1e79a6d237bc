// Kills downloads from the sample service with SIGKILL: at every window boundary, in the middle of every body, and at
// random moments. Afterwards the archive has exactly the service's records, and no finished window was requested again;
// otherwise this fails.
//
//   npm run bench -- download-kills [--random N] [--seed N]

import { parseArgs } from 'node:util';
import type { DownloadSelection } from '#shared/bridge/downloads.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { openWorld } from './fault-lab/world.ts';
import { openKillFront } from '../electron/downloads/testing/kill-front.ts';
import { killRun, type Death, type KillRun } from '../electron/downloads/testing/kill-lab.ts';

const { values } = parseArgs({
  options: { random: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const [randomRuns, seed] = [Number(values.random), Number(values.seed)];
if (!Number.isSafeInteger(randomRuns) || randomRuns < 0 || !Number.isSafeInteger(seed))
  throw new Error('--random and --seed take whole numbers');

/** Parallel runs: they start processes all the time, and the machine has two cores. */
const LANES = 2;
/** From before the archive is open until after the last window. */
const LONGEST_LIFE_MS = 2_500;
const DEATHS_AT_RANDOM = 3;

const world = await openWorld({ large: false });
const from = world.days.at(0) ?? '';
const to = world.days.at(-1) ?? '';
const selection: DownloadSelection = { tables: ['d_ra', 'd_hj', 'd_se', 'd_ky', 't_se', 't_ch'], from, to };
const front = await openKillFront(async (table, filter) => {
  const reply = await fetch(`${world.serviceUrl}${TABLES[table].path}?api_key=${world.apiKey}`, {
    method: 'POST',
    headers: { 'x-user-key': world.userKey, 'content-type': 'application/json' },
    body: JSON.stringify(filter),
  });
  return reply.text();
});

/** The service's records of the table. */
async function oracle(table: keyof typeof TABLES) {
  if (TABLES[table].filters.includes('start_racedate'))
    return world.truth(table, { start_racedate: from, end_racedate: to });
  return world.days.flatMap((racedate) => world.truth(table, { racedate }));
}

const began = performance.now();
const run = (deaths: readonly Death[]) => killRun({ front, selection, oracle, deaths });
const whole = await run([]);
const windows = Array.from({ length: whole.windows }, (_, at) => at + 1);
const ways = ['body', 'before', 'after'] as const;
const random = randomFrom(seed);
const all: (readonly Death[])[] = [
  ...windows.flatMap((n) => ways.map((at) => [{ at, n }])),
  ...Array.from({ length: randomRuns }, () =>
    Array.from({ length: 1 + Math.floor(random() * DEATHS_AT_RANDOM) }, () => ({
      at: 'time' as const,
      ms: Math.round(random() * LONGEST_LIFE_MS),
    })),
  ),
];

const done: KillRun[] = [whole];
const isViolated = ({ lost, requestedAgain, ended }: KillRun) =>
  lost > 0 || requestedAgain > 0 || ended !== 'done';
async function lane(): Promise<void> {
  for (let deaths = all.shift(); deaths; deaths = all.shift()) {
    const killed = await run(deaths);
    done.push(killed);
    if (isViolated(killed)) process.stdout.write(`VIOLATION ${JSON.stringify({ deaths, ...killed })}\n`);
  }
}
await Promise.all(Array.from({ length: LANES }, lane));
await front.close();
await world.close();

const sum = (of: (each: KillRun) => number) => done.reduce((total, each) => total + of(each), 0);
process.stdout.write(
  `${JSON.stringify({
    name: 'download-kills',
    runs: done.length,
    kills: sum((each) => each.kills),
    windows: whole.windows,
    lost: sum((each) => each.lost),
    asked_again: sum((each) => each.requestedAgain),
    not_done: done.filter(({ ended }) => ended !== 'done').length,
    seed,
    seconds: Math.round((performance.now() - began) / 1000),
  })}\n`,
);
if (done.some(isViolated)) process.exitCode = 1;

/** Numbers in [0, 1), the same for the same seed. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
