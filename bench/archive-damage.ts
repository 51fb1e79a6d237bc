// Damages archives by a changed byte, a cut or zeroes. No archive may be stuck, every readable table must be kept, no
// lost record may be claimed, and the user must be notified; otherwise this prints the seed and fails.
//
//   npm run bench -- archive-damage [--runs N] [--seed N] [--verbose]

import { parseArgs } from 'node:util';
import { DAMAGES, openDamageLab, type DamageRun } from '../electron/archive/testing/damage-lab.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed))
  throw new Error('--runs and --seed take whole numbers');

const began = performance.now();
const lab = await openDamageLab(10);
const done: DamageRun[] = [];
for (let at = seed; at < seed + runs; at += 1) {
  const run = await lab.run(at);
  done.push(run);
  if (values.verbose) process.stdout.write(`${JSON.stringify(run)}\n`);
  for (const violation of run.violations) {
    process.stdout.write(`VIOLATION seed ${at}: ${violation}\n  ${JSON.stringify(run)}\n`);
    process.exitCode = 1;
  }
}
await lab.close();

for (const damage of DAMAGES) {
  const of = done.filter((run) => run.damage === damage);
  const outcomes = Object.groupBy(of, ({ outcome }) => outcome);
  const counts = Object.entries(outcomes).map(([outcome, found]) => `${outcome} ${found.length}`);
  process.stdout.write(`${damage.padEnd(16)} ${String(of.length).padStart(4)}  ${counts.join(', ')}\n`);
}
process.stdout.write(
  `${JSON.stringify({
    name: 'archive-damage',
    runs,
    seed,
    violations: done.reduce((sum, run) => sum + run.violations.length, 0),
    violations_wanted: 0,
    stuck: done.filter((run) => run.violations.some((each) => each.startsWith('stuck'))).length,
    seconds: Math.round((performance.now() - began) / 1000),
  })}\n`,
);
