// Each test gets its own data folder, app and page at the app's window, or with `sharesApp` a page of its own at an app
// that it finds as if just installed. Import `test` and `expect` from here.

import { constants } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  test as base,
  expect,
  type BrowserContext,
  type ElectronApplication,
  type Page,
  type TestInfo,
  type WebSocket,
} from '@playwright/test';
import { startApp, type App, type AppOptions } from './app-process.ts';
import { onFrame, watchFrames } from './bridge-frames.ts';
import { desktopWindow, startDesktop, type Desktop } from './desktop-process.ts';
import { FIRST_STATE } from '../electron/settings/state-schema.ts';
import { putEmptyArchiveOf } from '../electron/testing/empty-archive.ts';
import { openSettingsFile } from '../electron/settings/settings-file.ts';
import { SAMPLE_FOLDER } from './prepare.ts';
import { downloadMonth } from './railbird.ts';
import { startSampleService, type SampleService } from './sample-service.ts';
import { watchTrouble, type Trouble } from './trouble.ts';

interface Options {
  /** Additional flags of the app: `test.use({ appArgs: ['--sample'] })`. */
  appArgs: readonly string[];
  /** Set to false to see the app generate its sample racing itself, which takes a while. */
  sampleIsMade: boolean;
  /** The app's temporary folder is `tmp` in the test's own, so that all that it writes can be searched. */
  ownsTemporaryFolder: boolean;
  /**
   * The test uses an app on the sample that other tests use as well, one after another: starting one takes as long as
   * half a test. For tests that store nothing but settings and what the window remembers, which are reset before each.
   * `with a month`: another one, which has downloaded the month up to yesterday with all that a record is counted from.
   */
  sharesApp: boolean | 'with a month';
}

interface Fixtures {
  /** The test's own folder, with only the sample racing in it; it outlives a restart of the app. */
  dataDir: string;
  /** Starts an app; every app is stopped when the test is over. */
  launch: (options: AppOptions) => Promise<App>;
  /** The main process of the desktop app; there is none in a browser window. */
  mainProcess: ElectronApplication;
  /** The window of another app than `app`, such as a later start: in a browser the same page, now at its address. */
  windowOf: (app: App) => Promise<Page>;
  app: App;
  /** Fails the test on console errors, exceptions and failed requests that were not allowed. */
  trouble: Trouble;
  /** The test's own service, which it may stop. */
  account: SampleService;
}

/** What the app runs in (playwright.config.ts). */
export type Host = 'web' | Desktop;

/** Marks a test of what only the app in a browser window has: addresses with tokens, downloads, a second page. */
export const IN_A_BROWSER = '@in-a-browser';

export interface WorkerOptions {
  host: Host;
}

interface WorkerFixtures {
  /** The app's sample racing, queried directly: the tests compare the window with it. */
  service: SampleService;
  /** Starts the apps of the tests that share one. */
  sharedApps: (which: Shared) => Promise<SharedApp>;
}

type Shared = 'fresh' | 'with a month';

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

/** As an earlier start has left it: the racing, and the archive, whose making takes half of a start. */
async function putSample(dataDir: string): Promise<void> {
  await copySample(path.join(dataDir, 'sample-service'));
  await putEmptyArchiveOf(dataDir, { kind: 'sample' });
}

const newFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'railbird-e2e-'));

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

async function startSharedApp(which: Shared): Promise<SharedApp> {
  const dataDir = await newFolder();
  await putSample(dataDir);
  const app = await startApp({ dataDir, args: ['--sample'] });
  if (which === 'with a month') await downloadMonth(dataDir);
  return { app, dataDir };
}

const whichOf = (sharesApp: true | 'with a month'): Shared => (sharesApp === true ? 'fresh' : sharesApp);

/** Resets the user's choices, and what the window remembers: its place, the columns of its tables. */
async function resetSettings(dataDir: string): Promise<void> {
  const notify = (notice: unknown) => expect(notice, 'the settings can be read').toBeUndefined();
  const file = await openSettingsFile({ dataDir, notify });
  await file.update(({ connection, paces }) => ({ ...FIRST_STATE, connection, paces }));
  await file.close();
}

/** What a page sends as it leaves is read by the app at once; nothing says when it is stored. */
const STORED_WITHIN_MS = 1000;

/** What a page stores of the user's choices and of its place. */
const WRITES: ReadonlySet<string | undefined> = new Set(['/settings/update', '/settings/remember']);

/**
 * Watches what the pages of a context store of their choices and their place, from before they open. The returned function
 * ends that: a page also writes as it closes, and what arrives after `resetSettings` would open the next test's page
 * elsewhere, or in another language.
 */
function watchMemory(context: BrowserContext): () => Promise<void> {
  /** The socket of each page, and the writes over it without an answer. */
  const writes = new Map<Page, { readonly socket: WebSocket; readonly unanswered: Set<string> }>();
  /** A page left its address with writes whose answers it never reads. */
  let left = false;
  const leave = (page: Page): void => {
    left ||= (writes.get(page)?.unanswered.size ?? 0) > 0;
    writes.delete(page);
  };
  const watch = (page: Page): void => {
    page.on('websocket', (socket) => {
      leave(page);
      writes.set(page, { socket, unanswered: new Set() });
    });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && frame.url() === 'about:blank') leave(page);
    });
    watchFrames(page);
    onFrame(page, ({ socket, from, path, id }) => {
      const current = writes.get(page);
      if (current?.socket !== socket) return;
      if (from === 'app') current.unanswered.delete(id);
      else if (WRITES.has(path)) current.unanswered.add(id);
    });
  };
  context.pages().forEach(watch);
  context.on('page', watch);
  return async () => {
    const pages = context.pages().filter((page) => !page.isClosed());
    await Promise.all(
      pages.map((page) =>
        page.evaluate(() => {
          globalThis.WebSocket.prototype.send = () => undefined;
        }),
      ),
    );
    await expect.poll(() => pages.flatMap((page) => [...(writes.get(page)?.unanswered ?? [])])).toEqual([]);
    if (left) await setTimeout(STORED_WITHIN_MS);
  };
}

/** The variables that every system, Node and Chromium know it by. */
async function temporaryFolderIn(dataDir: string): Promise<Record<string, string>> {
  const folder = path.join(dataDir, 'tmp');
  await mkdir(folder);
  return { TMPDIR: folder, TEMP: folder, TMP: folder };
}

/** Shows what the app printed if the test failed, and its window, which Playwright shows only of a browser. */
async function attachOutput(app: App, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  const [window] = app.electron?.windows() ?? [];
  const picture = await window?.screenshot({ timeout: 5000 }).catch(() => undefined);
  if (picture !== undefined) await testInfo.attach('window', { body: picture, contentType: 'image/png' });
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

export const test = base.extend<Options & Fixtures, WorkerOptions & WorkerFixtures>({
  host: ['web', { option: true, scope: 'worker' }],
  appArgs: [[], { option: true }],
  ownsTemporaryFolder: [false, { option: true }],
  sampleIsMade: [true, { option: true }],
  sharesApp: [false, { option: true }],

  service: [({}, use) => withSampleService(use), { scope: 'worker' }],

  sharedApps: [
    async ({}, use) => {
      const started = new Map<Shared, Promise<SharedApp>>();
      await use((which) => {
        const found = started.get(which) ?? startSharedApp(which);
        started.set(which, found);
        return found;
      });
      for (const starting of started.values()) {
        const { app, dataDir } = await starting;
        await app.stop();
        await removeFolder(dataDir);
      }
    },
    { scope: 'worker' },
  ],

  account: ({}, use) => withSampleService(use),

  dataDir: async ({ sampleIsMade, sharesApp, sharedApps, host }, use) => {
    if (sharesApp !== false && host === 'web') return use((await sharedApps(whichOf(sharesApp))).dataDir);
    const folder = await newFolder();
    if (sampleIsMade) await putSample(folder);
    await use(folder);
    await removeFolder(folder);
  },

  launch: async ({ host, locale, timezoneId: timezone }, use, testInfo) => {
    const apps: App[] = [];
    await use(async (options) => {
      const app = await (host === 'web'
        ? startApp(options)
        : startDesktop(host, { ...options, locale, timezone }));
      apps.push(app);
      return app;
    });
    for (const app of apps) await attachOutput(app, testInfo);
    for (const app of apps) await app.stop();
  },

  app: async (
    { dataDir, appArgs, launch, sharesApp, sharedApps, host, ownsTemporaryFolder },
    use,
    testInfo,
  ) => {
    if (sharesApp === false) {
      const env = ownsTemporaryFolder ? await temporaryFolderIn(dataDir) : {};
      return use(await launch({ dataDir, args: appArgs, env }));
    }
    if (host !== 'web') {
      // A desktop app has one window, and no other test's.
      const own = await launch({ dataDir, args: ['--sample'] });
      if (whichOf(sharesApp) === 'with a month') {
        // Commands reach the app once it has a window; before, they would find its archive locked.
        await desktopWindow(own, null);
        await downloadMonth(dataDir);
      }
      return use(own);
    }
    const { app } = await sharedApps(whichOf(sharesApp));
    await resetSettings(dataDir);
    await use({ ...app, url: app.newestUrl() });
    await attachOutput(app, testInfo);
  },

  mainProcess: ({ app: { electron } }, use) => {
    if (electron === undefined) throw new Error('This test needs the desktop app (playwright.config.ts).');
    return use(electron);
  },

  trouble: async ({}, use) => {
    const trouble = watchTrouble();
    await use(trouble);
    expect(trouble.found(), 'nothing went wrong in the page').toEqual([]);
  },

  page: async ({ page: inBrowser, app, trouble, host, viewport, permissions }, use) => {
    const page = host === 'web' ? inBrowser : await desktopWindow(app, viewport);
    trouble.watch(page);
    const finish = host === 'web' ? watchMemory(page.context()) : undefined;
    if (host === 'web') await page.goto(app.url);
    else if (permissions !== undefined)
      await page.context().grantPermissions(permissions, { origin: new URL(page.url()).origin });
    await expect(page.locator('[data-app-state="ready"]')).toBeAttached({ timeout: 30_000 });
    await use(page);
    await finish?.();
    // The page closes before the app does: its requests to a stopping app are not trouble.
    if (host === 'web') await page.close();
  },

  windowOf: ({ page, trouble, host, viewport }, use) =>
    use(async (app) => {
      if (host === 'web') {
        await page.goto(app.url);
        return page;
      }
      const window = await desktopWindow(app, viewport);
      trouble.watch(window);
      return window;
    }),
});

export { expect };
