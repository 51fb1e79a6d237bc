// One failing system call a run (open, read, write, fsync, rename or statfs; six errors) while archive, settings,
// views, jobs and exports are in use, and a disk that stays full in every tenth. No acknowledged change may be lost, no
// intact file quarantined, and every failure needs its own message; otherwise this fails. A run without a failing call
// does not count.
//
//   npm run bench -- failing-calls [--runs N] [--seed N] [--verbose]

import { parseArgs } from 'node:util';
import { openLab, type FailingRun } from '../electron/testing/failing-calls/lab.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed))
  throw new Error('--runs and --seed take whole numbers');

const began = performance.now();
const lab = await openLab();
if (lab === undefined) throw new Error('needs Linux and a C compiler (cc)');
const done: FailingRun[] = [];
let vain = 0;
for (let at = seed; done.length < runs && vain < runs; at += 1) {
  const run = await lab.play(at);
  if (run === undefined) {
    vain += 1;
    continue;
  }
  done.push(run);
  const { plan, path, reported } = run;
  const what = `${plan.call} ${plan.nth} ${plan.error}${plan.times < 0 ? ' for good' : ''} ${path}`;
  if (values.verbose) process.stdout.write(`${at}: ${what}: ${reported.join(', ') || 'no effect'}\n`);
  for (const violation of run.violations)
    process.stdout.write(`VIOLATION seed ${at}: ${violation}\n  ${what}: ${reported.join(', ')}\n`);
}
await lab.close();

const count = (of: (run: FailingRun) => string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const run of done) counts[of(run)] = (counts[of(run)] ?? 0) + 1;
  return counts;
};
process.stdout.write(
  `${JSON.stringify({
    name: 'failing-calls',
    runs: done.length,
    seed,
    without_a_failure: vain,
    injected: done.reduce((sum, run) => sum + run.injected, 0),
    by_call: count(({ plan }) => plan.call),
    by_error: count(({ plan }) => plan.error),
    without_effect: done.filter(({ reported }) => reported.length === 0).length,
    broken_runs: done.filter(({ violations }) => violations.length > 0).length,
    violations_wanted: 0,
    seconds: Math.round((performance.now() - began) / 1000),
  })}\n`,
);
if (done.some(({ violations }) => violations.length > 0)) process.exitCode = 1;
