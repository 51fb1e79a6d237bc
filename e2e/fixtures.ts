// Each test gets its own data folder, app and page at the app's window, or with `sharesApp` a page of its own at an app
// that it finds as if just installed. Import `test` and `expect` from here.

import { constants } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect, type TestInfo } from '@playwright/test';
import { startApp, type App, type AppOptions } from './app-process.ts';
import { FIRST_STATE } from '../electron/settings/state-schema.ts';
import { openSettingsFile } from '../electron/settings/settings-file.ts';
import { SAMPLE_FOLDER } from './prepare.ts';
import { startSampleService, type SampleService } from './sample-service.ts';
import { watchTrouble, type Trouble } from './trouble.ts';

interface Options {
  /** Additional flags of the app: `test.use({ appArgs: ['--sample'] })`. */
  appArgs: readonly string[];
  /** Set to false to see the app generate its sample racing itself, which takes a while. */
  sampleIsMade: boolean;
  /**
   * The test uses an app on the sample that other tests use as well, one after another: starting one takes as long as
   * half a test. For tests that store nothing but settings and what the window remembers, which are reset before each.
   */
  sharesApp: boolean;
}

interface Fixtures {
  /** The test's own folder, with only the sample racing in it; it outlives a restart of the app. */
  dataDir: string;
  /** Starts an app; every app is stopped when the test is over. */
  launch: (options: AppOptions) => Promise<App>;
  app: App;
  /** Fails the test on console errors, exceptions and failed requests that were not allowed. */
  trouble: Trouble;
  /** The test's own service, which it may stop. */
  account: SampleService;
}

interface WorkerFixtures {
  /** The app's sample racing, queried directly: the tests compare the window with it. */
  service: SampleService;
  /** Starts the app of the tests that share one. */
  sharedApp: () => Promise<SharedApp>;
}

interface SharedApp {
  readonly app: App;
  readonly dataDir: string;
}

/** Copies the racing that prepare.ts generated; without writing it twice if the file system allows that. */
async function copySample(to: string): Promise<void> {
  const sample = process.env[SAMPLE_FOLDER];
  if (sample === undefined) throw new Error('prepare.ts did not run');
  await cp(sample, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

const newFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'railbird-e2e-'));

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

async function startSharedApp(): Promise<SharedApp> {
  const dataDir = await newFolder();
  await copySample(path.join(dataDir, 'sample-service'));
  return { app: await startApp({ dataDir, args: ['--sample'] }), dataDir };
}

/** Resets the user's choices, and what the window remembers: its place, the columns of its tables. */
async function resetSettings(dataDir: string): Promise<void> {
  const notify = (notice: unknown) => expect(notice, 'the settings can be read').toBeUndefined();
  const file = await openSettingsFile({ dataDir, notify });
  await file.update(({ connection, paces }) => ({ ...FIRST_STATE, connection, paces }));
  await file.close();
}

/** Shows what the app printed if the test failed. */
async function attachOutput(app: App, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  await testInfo.attach('app output', { body: app.output(), contentType: 'text/plain' });
}

/** A service on generated racing, for the duration of its use. */
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
  sharesApp: [false, { option: true }],

  service: [({}, use) => withSampleService(use), { scope: 'worker' }],

  sharedApp: [
    async ({}, use) => {
      let started: Promise<SharedApp> | undefined;
      await use(() => (started ??= startSharedApp()));
      if (started === undefined) return;
      const { app, dataDir } = await started;
      await app.stop();
      await removeFolder(dataDir);
    },
    { scope: 'worker' },
  ],

  account: ({}, use) => withSampleService(use),

  dataDir: async ({ sampleIsMade, sharesApp, sharedApp }, use) => {
    if (sharesApp) return use((await sharedApp()).dataDir);
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
    for (const app of apps) await attachOutput(app, testInfo);
  },

  app: async ({ dataDir, appArgs, launch, sharesApp, sharedApp }, use, testInfo) => {
    if (!sharesApp) return use(await launch({ dataDir, args: appArgs }));
    const { app } = await sharedApp();
    await resetSettings(dataDir);
    await use({ ...app, url: app.newestUrl() });
    await attachOutput(app, testInfo);
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
    // The page closes before the app does: its requests to a stopping app are not trouble.
    await page.close();
  },
});

export { expect };
