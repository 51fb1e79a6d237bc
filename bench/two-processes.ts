// Two processes on one data folder: both change settings, views, layouts, accounts and learned paces at once, in orders
// drawn from seeds; in every fourth run one process is killed. Every acknowledged change exists afterwards; otherwise
// this fails.
//
//   npm run bench -- two-processes [--runs N] [--seed N]

import { parseArgs } from 'node:util';
import { playInterleaving, startPlayers } from '../electron/testing/two-processes/lab.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed))
  throw new Error('--runs and --seed take whole numbers');

const began = performance.now();
const players = startPlayers();
let [steps, kills, violations] = [0, 0, 0];
for (let at = seed; at < seed + runs; at += 1) {
  const run = await playInterleaving(at, players);
  steps += run.steps;
  kills += run.kills;
  violations += run.violations.length;
  for (const violation of run.violations) process.stdout.write(`VIOLATION seed ${at}: ${violation}\n`);
}
await players.end();
process.stdout.write(
  `${JSON.stringify({
    name: 'two-processes',
    runs,
    seed,
    steps,
    kills,
    violations,
    violations_wanted: 0,
    seconds: Math.round((performance.now() - began) / 1000),
  })}\n`,
);
if (violations > 0) process.exitCode = 1;
