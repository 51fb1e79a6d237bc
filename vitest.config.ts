// Unit, property and contract tests: one project per folder, tests beside what they test.
//
// `*.keyring.test.ts` talk to a real secret service and run in their own session bus: build/test.mjs starts it and
// sets RAILBIRD_TEST_KEYRING.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';

const SEED = 'build/test/seed.ts';
const KEYRING = '**/*.keyring.test.ts';

/** How long a test waits for what has to come, in milliseconds: on a busy machine a second, the usual, is soon gone. */
const PATIENCE = 20_000;
const expectInTime = { poll: { timeout: PATIENCE } };

/** Test files that change what other files of a worker would find: modules, timers, and who executes the commands. */
const replacing = globSync('{shared,service,electron,build,bench}/**/*.test.{ts,mjs}', {
  cwd: import.meta.dirname,
})
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) =>
    /\bvi\.(mock|hoisted|useFakeTimers|setSystemTime|stubGlobal|stubEnv|spyOn)\b|\bexecuteBy\(/.test(
      readFileSync(join(import.meta.dirname, file), 'utf8'),
    ),
  );

/** Files of a worker share its modules, which saves a fifth of the time; those that replace some have their own. */
const inNode = (name: string, isolate = false): TestProjectConfiguration => ({
  test: {
    name,
    isolate,
    include: isolate ? replacing : [`${name}/**/*.test.{ts,mjs}`],
    exclude: [...configDefaults.exclude, KEYRING, ...(isolate ? [] : replacing)],
    environment: 'node',
    setupFiles: [SEED],
    ...(isolate || name === 'electron' || name === 'bench'
      ? { globalSetup: 'electron/testing/empty-archive.ts' }
      : {}),
    // A user's sample has a year of racing; no test needs more than the eight weeks that it begins with.
    env: { RAILBIRD_SAMPLE: 'weeks' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: expectInTime,
  },
});

const inThePage: TestProjectConfiguration = {
  test: {
    name: 'renderer',
    include: ['renderer/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    // Every test cleans the page up, and making a page for each file takes longer than most of them.
    isolate: false,
    setupFiles: [SEED, 'renderer/testing/patience.ts'],
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
          inNode('e2e'),
          inNode('replacing', true),
          inThePage,
        ],
  },
});
