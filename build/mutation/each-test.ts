// Set up before every test file: tells the mutants which test is running, so that each test's own are known, and bounds
// what property tests draw, since they are run once for every mutant that they reach.

import fc from 'fast-check';
import { afterEach, beforeEach } from 'vitest';

/** How long a property is tried, in milliseconds. */
const LONGEST_PROPERTY = 2000;

// A failure is enough: the smallest example of it is of no use here.
fc.configureGlobal({ interruptAfterTimeLimit: LONGEST_PROPERTY, endOnFailure: true });

const mutation = (globalThis as { railbirdMutation?: { testIs: (id: string) => void } }).railbirdMutation;

beforeEach(({ task }) => mutation?.testIs(task.id));

afterEach(() => mutation?.testIs(''));
