// End-to-end tests in the machine's own Chromium, two at a time.

import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './e2e/chromium.ts';

export default defineConfig({
  // Set by `npm test -- screens`, which takes the pictures in docs/screens anew.
  testDir: process.env.RAILBIRD_SCREENS === undefined ? 'e2e/specs' : 'e2e/screens',
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
    launchOptions: CHROMIUM,
  },
});
