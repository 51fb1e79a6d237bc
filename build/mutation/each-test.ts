// Runs before every test file: reports to the mutants which test is running, so that each test's mutants are known, and
// limits the runs of property tests, since they are repeated for every mutant that they reach.

import fc from 'fast-check';
import { afterEach, beforeEach } from 'vitest';

/** The time limit of a property, in milliseconds. */
const LONGEST_PROPERTY = 2000;

// Any failure is enough: shrinking it to the smallest example would waste time.
fc.configureGlobal({ interruptAfterTimeLimit: LONGEST_PROPERTY, endOnFailure: true });

const mutation = (globalThis as { railbirdMutation?: { testIs: (id: string) => void } }).railbirdMutation;

beforeEach(({ task }) => mutation?.testIs(task.id));

afterEach(() => mutation?.testIs(''));
