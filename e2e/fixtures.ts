// Each test gets a data folder and an app of its own, and a page at its window. Import `test` and `expect` from here.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { SAMPLE_FOLDER } from './prepare.ts';
import { startApp, type App } from './app-process.ts';
import { watchTrouble, type Trouble } from './trouble.ts';

interface Options {
  /** Further flags of the app: `test.use({ appArgs: ['--sample'] })`. */
  appArgs: readonly string[];
  /** Off, to see the app make its sample racing itself, which takes a while. */
  sampleIsMade: boolean;
}

interface Fixtures {
  /** A folder of the test's own, with the sample racing in it and nothing else; it outlives a restart of the app. */
  dataDir: string;
  app: App;
  /** Fails the test on console errors, exceptions and failed requests that were not allowed. */
  trouble: Trouble;
}

export const test = base.extend<Options & Fixtures>({
  appArgs: [[], { option: true }],
  sampleIsMade: [true, { option: true }],

  dataDir: async ({ sampleIsMade }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'railbird-e2e-'));
    const sample = process.env[SAMPLE_FOLDER];
    if (sampleIsMade && sample !== undefined)
      await cp(sample, path.join(folder, 'sample-service'), { recursive: true });
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  app: async ({ dataDir, appArgs }, use, testInfo) => {
    const app = await startApp({ dataDir, args: appArgs });
    await use(app);
    await app.stop();
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('app output', { body: app.output(), contentType: 'text/plain' });
  },

  trouble: async ({}, use) => {
    const trouble = watchTrouble();
    await use(trouble);
    expect(trouble.found(), 'nothing went wrong in the page').toEqual([]);
  },

  page: async ({ page, app, trouble }, use) => {
    trouble.watch(page);
    await page.goto(app.url);
    await expect(page.locator('[data-app-state="ready"]')).toBeAttached({ timeout: 30_000 });
    await use(page);
    // The page goes before the app does: what it asks of a stopping app is no trouble.
    await page.close();
  },
});

export { expect };
