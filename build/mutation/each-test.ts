// Tells the mutants which test is running, so that each test's own are known. Set up before every test file.

import { afterEach, beforeEach } from 'vitest';

/** Where the instrumented code looks. */
const NAMESPACE = '__stryker__';

const globals = globalThis as { [NAMESPACE]?: { currentTestId?: string | undefined } };
const space = (globals[NAMESPACE] ??= {});

beforeEach(({ task }) => {
  space.currentTestId = task.id;
});

afterEach(() => {
  space.currentTestId = undefined;
});
