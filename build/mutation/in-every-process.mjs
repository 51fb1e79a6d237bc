// Loaded first (--import) in each process and thread of a test run: activates the mutant that the environment names, or
// records which mutants are reached. The instrumented code calls it at every mutant, including in loops over hundreds
// of thousands of rows, so it has to be almost free.

import { appendFileSync } from 'node:fs';

/** An active mutant that is reached this often loops forever; tests end long before. */
const HIT_LIMIT = 30_000_000;

/** More than all areas have together. */
const MOST_MUTANTS = 100_000;

const active = process.env['RAILBIRD_MUTANT'];
const reached = process.env['RAILBIRD_MUTANTS_REACHED'];

let hits = 0;

/** Counts how often the active mutant is reached. */
function hit() {
  hits += 1;
  if (hits > HIT_LIMIT) throw new Error('Hit count limit: the mutant loops forever.');
  return true;
}

/** The number of the running test, and the test in which each mutant was last reached. 0 is outside any test. */
let test = { number: 0, id: '' };
let tests = 0;
const lastReached = new Int32Array(MOST_MUTANTS).fill(-1);

function writeDown(...ids) {
  for (const id of ids) {
    if (lastReached[id] === test.number) continue;
    lastReached[id] = test.number;
    // Written at once, not at the exit: a test may kill its process.
    appendFileSync(reached, `${id} ${test.id}\n`);
  }
}

globalThis.railbirdMutation = {
  on: active ? Number(active) : undefined,
  hit,
  reach: reached ? writeDown : undefined,
  /** Sets the running test; '' for none. */
  testIs(id) {
    if (id !== '') tests += 1;
    test = { number: id === '' ? 0 : tests, id };
  },
};
