// The fault lab: seeded runs of the app's core against a service behind a proxy that corrupts answers and connections.
// Each ends with the service's exact records, or reports what is missing and why; otherwise it prints its seed and
// fails.
//
//   npm run bench -- fault-lab [--runs N] [--seed N] [--fault NAME] [--verbose]

import { parseArgs } from 'node:util';
import { FAULTS } from './fault-lab/faults.ts';
import { runSeed } from './fault-lab/run.ts';
import { tableOfRuns, unknowableOf } from './fault-lab/table-of-runs.ts';
import { openWorld } from './fault-lab/world.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '560' },
    seed: { type: 'string', default: '1' },
    /** Runs only faults whose names start with this. */
    fault: { type: 'string', default: '' },
    /** Skips the month of more than 5,000 results, which takes a while to make. */
    small: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed))
  throw new Error('--runs and --seed take whole numbers');

const began = performance.now();
const world = await openWorld({ large: !values.small });
const made = performance.now();
const done = [];
for (let at = seed; at < seed + runs; at += 1) {
  if (!(FAULTS[at % FAULTS.length]?.name ?? '').startsWith(values.fault)) continue;
  const run = await runSeed(at, world);
  done.push(run);
  if (values.verbose) process.stdout.write(`${JSON.stringify(run)}\n`);
  for (const violation of run.violations) {
    process.stdout.write(`VIOLATION seed ${at}: ${violation}\n  ${JSON.stringify(run.scenario)}\n`);
    process.exitCode = 1;
  }
}
await world.close();

process.stdout.write(tableOfRuns(done));
process.stdout.write(
  `${JSON.stringify({
    name: 'fault-lab',
    runs,
    seed,
    violations: done.reduce((sum, run) => sum + run.violations.length, 0),
    violations_wanted: 0,
    unknowable: unknowableOf(done.flatMap(({ verdicts }) => verdicts)),
    seconds_to_make: Math.round((made - began) / 1000),
    seconds: Math.round((performance.now() - made) / 1000),
  })}\n`,
);

// Node 24.21 has been seen to spin forever in its own clean-up after all of this.
process.stdout.write('', () => process.exit());
