// Loaded before everything else (--import) in each process and thread of a test run: switches the mutant on that the
// environment names, or writes down which mutants are reached.

import { appendFileSync } from 'node:fs';

/** A mutant that is reached so often loops for ever; what tests do ends long before. */
const HIT_LIMIT = 30_000_000;

/** Where the instrumented code looks. */
const NAMESPACE = '__stryker__';

const space = (globalThis[NAMESPACE] ??= {});
const active = process.env['__STRYKER_ACTIVE_MUTANT__'];
const reached = process.env['RAILBIRD_MUTANTS_REACHED'];

if (active) Object.assign(space, { activeMutant: active, hitCount: 0, hitLimit: HIT_LIMIT });

/** More than an area ever has. */
const MOST_MUTANTS = 5000;

/** Counts of hits that write down the first of each; the others cost what they cost in any object. */
function countsOf(test) {
  const firsts = {};
  for (let id = 0; id < MOST_MUTANTS; id += 1)
    Object.defineProperty(firsts, id, {
      get: () => 0,
      set(count) {
        Object.defineProperty(this, id, { value: count, writable: true });
        // Written at once, not at the exit: a process may be killed by its test.
        appendFileSync(reached, `${id} ${test}\n`);
      },
    });
  return Object.create(firsts);
}

if (reached) {
  const ofTests = new Proxy({}, { get: (tests, test) => (tests[test] ??= countsOf(test)) });
  space.mutantCoverage = { static: countsOf(''), perTest: ofTests };
}
