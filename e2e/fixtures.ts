// Each test gets a data folder and an app of its own, and a page at its window. Import `test` and `expect` from here.

import { constants } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { startApp, type App, type AppOptions } from './app-process.ts';
import { SAMPLE_FOLDER } from './prepare.ts';
import { startSampleService, type SampleService } from './sample-service.ts';
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
  /** Starts an app; all of them are stopped when the test is over. */
  launch: (options: AppOptions) => Promise<App>;
  app: App;
  /** Fails the test on console errors, exceptions and failed requests that were not allowed. */
  trouble: Trouble;
  /** A service of the test's own, which it may stop. */
  account: SampleService;
}

interface WorkerFixtures {
  /** The same racing as the app's sample, asked directly: what the window shows is held against it. */
  service: SampleService;
}

/** Copies the racing that prepare.ts made; where the file system can, without writing it twice. */
async function copySample(to: string): Promise<void> {
  const sample = process.env[SAMPLE_FOLDER];
  if (sample === undefined) throw new Error('prepare.ts did not run');
  await cp(sample, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

const newFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'railbird-e2e-'));

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** A service on racing that is made already, while it is used. */
async function withSampleService(use: (service: SampleService) => Promise<void>): Promise<void> {
  const folder = await newFolder();
  await copySample(folder);
  const service = await startSampleService(folder);
  await use(service);
  await service.stop();
  await removeFolder(folder);
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  appArgs: [[], { option: true }],
  sampleIsMade: [true, { option: true }],

  service: [({}, use) => withSampleService(use), { scope: 'worker' }],

  account: ({}, use) => withSampleService(use),

  dataDir: async ({ sampleIsMade }, use) => {
    const folder = await newFolder();
    if (sampleIsMade) await copySample(path.join(folder, 'sample-service'));
    await use(folder);
    await removeFolder(folder);
  },

  launch: async ({}, use, testInfo) => {
    const apps: App[] = [];
    await use(async (options) => {
      const app = await startApp(options);
      apps.push(app);
      return app;
    });
    for (const app of apps) await app.stop();
    if (testInfo.status === testInfo.expectedStatus) return;
    for (const app of apps)
      await testInfo.attach('app output', { body: app.output(), contentType: 'text/plain' });
  },

  app: async ({ dataDir, appArgs, launch }, use) => {
    await use(await launch({ dataDir, args: appArgs }));
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
