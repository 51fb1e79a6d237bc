// Loaded before everything else (--import) in each process and thread of a test run: switches the mutant on that the
// environment names, or writes down which mutants are reached. The instrumented code asks it at every mutant, in loops
// over hundreds of thousands of rows too, so that it has to cost next to nothing.

import { appendFileSync } from 'node:fs';

/** A mutant that is on and reached so often loops for ever; what tests do ends long before. */
const HIT_LIMIT = 30_000_000;

/** More than all areas have together. */
const MOST_MUTANTS = 100_000;

const active = process.env['RAILBIRD_MUTANT'];
const reached = process.env['RAILBIRD_MUTANTS_REACHED'];

let hits = 0;

/** Counts how often the mutant that is on is reached. */
function hit() {
  hits += 1;
  if (hits > HIT_LIMIT) throw new Error('Hit count limit: the mutant loops for ever.');
  return true;
}

/** The number of the test that runs, and when each mutant was last reached: in which test. 0 is outside of any. */
let test = { number: 0, id: '' };
let tests = 0;
const lastReached = new Int32Array(MOST_MUTANTS).fill(-1);

function writeDown(...ids) {
  for (const id of ids) {
    if (lastReached[id] === test.number) continue;
    lastReached[id] = test.number;
    // Written at once, not at the exit: a process may be killed by its test.
    appendFileSync(reached, `${id} ${test.id}\n`);
  }
}

globalThis.railbirdMutation = {
  on: active ? Number(active) : undefined,
  hit,
  reach: reached ? writeDown : undefined,
  /** Says which test runs from now on; '' for none. */
  testIs(id) {
    if (id !== '') tests += 1;
    test = { number: id === '' ? 0 : tests, id };
  },
};
