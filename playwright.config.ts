// End-to-end tests in the machine's own Chromium, two at a time: the app in a browser window, and what only the desktop
// app can show under the stand-in for Electron. RAILBIRD_TEST_HOST chooses one host for all of them (CONTRIBUTING.md).

import { defineConfig, type Project } from '@playwright/test';
import { CHROMIUM } from './e2e/chromium.ts';
import { IN_A_BROWSER, type Host, type WorkerOptions } from './e2e/fixtures.ts';

type HostProject = Project<object, WorkerOptions>;

const onDesktop = (host: Host): HostProject => ({
  name: host,
  testDir: 'e2e',
  testMatch: ['specs/**/*.spec.ts', 'desktop/**/*.spec.ts'],
  grepInvert: new RegExp(IN_A_BROWSER),
  use: { host },
});

function projects(): HostProject[] {
  // Set by `npm test -- screens`, which takes the pictures in docs/screens anew.
  if (process.env.RAILBIRD_SCREENS !== undefined) return [{ name: 'screens', testDir: 'e2e/screens' }];
  const host = process.env.RAILBIRD_TEST_HOST;
  if (host === 'stand-in' || host === 'electron') return [onDesktop(host)];
  return [
    { name: 'web', testDir: 'e2e/specs' },
    { name: 'desktop', testDir: 'e2e/desktop', use: { host: 'stand-in' } },
  ];
}

/**
 * A test's page lives for seconds, mostly in code that runs once: V8's optimizing compilers take more than they save. Six
 * tests of `grid` and `horse` took 33 s of processor time instead of 37 (measured).
 */
const UNOPTIMIZED = '--js-flags=--no-opt,--no-maglev';

export default defineConfig<object, WorkerOptions>({
  projects: projects(),
  outputDir: 'test-results',
  globalSetup: './e2e/prepare.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Tokyo',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    launchOptions: { ...CHROMIUM, args: [...(CHROMIUM.args ?? []), UNOPTIMIZED] },
  },
});
