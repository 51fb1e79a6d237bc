// Unit, property and contract tests: one project per folder, tests beside what they test.
//
// `*.keyring.test.ts` talk to a real secret service and run in their own session bus: build/test.mjs starts it and
// sets RAILBIRD_TEST_KEYRING.

import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';

const KEYRING = '**/*.keyring.test.ts';

/** How long a test waits for what has to come, in milliseconds: on a busy machine a second, the usual, is soon gone. */
const PATIENCE = 20_000;
const expectInTime = { poll: { timeout: PATIENCE } };

/** Files that replace modules: they would replace them for the others too. */
const mocking = globSync('{shared,service,electron,build,bench}/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('vi.mock('),
);

/** Test files share a worker's modules: to import them for each file takes a twelfth of the time of all tests. */
const inNode = (name: string): TestProjectConfiguration => ({
  test: {
    name,
    isolate: false,
    include: [`${name}/**/*.test.{ts,mjs}`],
    exclude: [...configDefaults.exclude, KEYRING, ...mocking],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: expectInTime,
  },
});

const withMocks: TestProjectConfiguration = {
  test: {
    name: 'mocks',
    include: mocking,
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: expectInTime,
  },
};

const inThePage: TestProjectConfiguration = {
  test: {
    name: 'renderer',
    include: ['renderer/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    // Every test cleans the page up, and making a page for each file takes longer than most of them.
    isolate: false,
    setupFiles: ['renderer/testing/patience.ts'],
    provide: { patience: PATIENCE },
    testTimeout: 30_000,
    expect: expectInTime,
  },
};

const withKeyring: TestProjectConfiguration = {
  test: { name: 'keyring', include: [KEYRING], fileParallelism: false, testTimeout: 30_000 },
};

export default defineConfig({
  test: {
    // One more than the cores of the machine that this is measured on: many tests wait for processes and disks.
    maxWorkers: 3,
    projects: process.env.RAILBIRD_TEST_KEYRING
      ? [withKeyring]
      : [
          inNode('shared'),
          inNode('service'),
          inNode('electron'),
          inNode('build'),
          inNode('bench'),
          withMocks,
          inThePage,
        ],
  },
});
