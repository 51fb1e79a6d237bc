// Tells the mutants which test is running, so that each test's own are known. Set up before every test file.

import { afterEach, beforeEach } from 'vitest';

const mutation = (globalThis as { railbirdMutation?: { testIs: (id: string) => void } }).railbirdMutation;

beforeEach(({ task }) => mutation?.testIs(task.id));

afterEach(() => mutation?.testIs(''));
