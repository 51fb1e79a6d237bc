// The app over an hour: how soon it can be used, and how much memory it takes while a person browses eight weeks of
// racing that are stored. A line for each start and for each minute.
//
//   npm run bench -- life [--host web|stand-in] [--starts N] [--minutes N] [--pause SECONDS] [--archive FILE]
//
// `--pause`: how long the person looks at each screen; without it the next one is opened at once.
// `--archive`: the archive of an earlier run of the same day, which is made there if it is missing.
//
// A start: the app was started before and left in order, so files are in the system's cache. `firstPaintMs` counts from
// the start of the process to the first paint of the window, `usableMs` until the screen that was left is drawn whole.
// In a browser window the browser runs already, with an empty tab in which the first printed address is opened; the
// stand-in starts Chromium, as Electron's binary starts its own, and before each of its starts an app starts that has
// nothing but an empty window: `ofEmptyMs` is how much later the first paint is. Both hosts run bundled, as they are
// packaged.

import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { Archive } from '../electron/archive/archive.ts';
import { startApp, type App, type AppOptions } from '../e2e/app-process.ts';
import { CHROMIUM } from '../e2e/chromium.ts';
import { desktopWindow, startDesktop } from '../e2e/desktop-process.ts';
import prepare, { SAMPLE_FOLDER } from '../e2e/prepare.ts';
import { railbird } from '../e2e/railbird.ts';
import { Browsing, type Places } from './life/browse.ts';
import { median } from './measuring/figures.ts';
import { processorTime, processorTimeOfAll, residentMemory, wholeMemory } from './measuring/process.ts';
import { countCalls, screenIsWhole } from './pages/drawn-whole.ts';

const { values: options } = parseArgs({
  options: {
    host: { type: 'string', default: 'web' },
    starts: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '10' },
    pause: { type: 'string', default: '0' },
    archive: { type: 'string' },
  },
});
const isWeb = options.host === 'web';
const FIRST_PAINT_MS = 500;
const USABLE_MS = 1200;
const MOST_MB = 350;
const EMPTY_APP = path.join(import.meta.dirname, 'life', 'empty-app');
const PATIENCE_MS = 300_000;
const STORED = ['d_ra', 'd_ka', 'd_ky', 'd_se', 'd_hj', 'd_zk'];

const folder = mkdtempSync(path.join(tmpdir(), 'railbird-bench-life-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const dataDir = path.join(folder, 'data');
const programs = path.join(folder, 'programs');
execFileSync(process.execPath, [
  path.join(import.meta.dirname, '..', 'build', 'test', 'programs.mjs'),
  programs,
]);
process.env['RAILBIRD_TEST_PROGRAMS'] = programs;
const dropSample = await prepare();

function print(line: object): void {
  const [load = 0] = loadavg();
  process.stdout.write(`${JSON.stringify({ host: options.host, ...line, load: Number(load.toFixed(1)) })}\n`);
}

/** Stores eight weeks of every past table, as a download does. */
async function storeWeeks(): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  cpSync(process.env[SAMPLE_FOLDER] ?? '', path.join(dataDir, 'sample-service'), { recursive: true });
  const stored = path.join(dataDir, 'archive', 'sample.duckdb');
  const { archive } = options;
  if (archive !== undefined && existsSync(archive)) {
    mkdirSync(path.dirname(stored));
    copyFileSync(archive, stored);
    return;
  }
  const today = todayInTokyo(Date.now());
  const period = ['--from', addDays(today, -56), '--to', addDays(today, -1)];
  await railbird(dataDir, 'download', ...STORED, ...period);
  if (archive !== undefined) copyFileSync(stored, archive);
}

/** Drawn at random, but the same ones in each run. */
async function readPlaces(): Promise<Places> {
  const archive = await Archive.open(path.join(dataDir, 'archive', 'sample.duckdb'), Date.now());
  const drawn = async (table: string, column: string): Promise<string[]> => {
    const sql = `select distinct ${column} from ${table} order by hash(${column}) limit 200`;
    return (await archive.rows(sql)).map(([value]) => String(value));
  };
  try {
    return {
      races: await drawn('d_ra', 'racekey'),
      horses: await drawn('d_ky', 'horse_id'),
      days: await drawn('d_ra', 'racedate'),
    };
  } finally {
    await archive.close();
  }
}

interface Started {
  readonly app: App;
  readonly page: Page;
  readonly firstPaintMs: number;
  readonly usableMs: number;
}

async function start(browser: Browser): Promise<Started> {
  const given = { dataDir, args: ['--sample'] };
  const { began, app, page } = await (isWeb ? startWeb(browser, given) : startStandIn(given));
  await screenIsWhole(page);
  const usableMs = Date.now() - began;
  return { app, page, firstPaintMs: (await paintedAt(page)) - began, usableMs };
}

/** Of the first paint, which the page may still be waiting for; in milliseconds since 1970. */
const paintedAt = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const [first] = list.getEntriesByName('first-contentful-paint');
          if (first !== undefined) resolve(performance.timeOrigin + first.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );

interface Starting {
  readonly began: number;
  readonly app: App;
  readonly page: Page;
}

async function startWeb(browser: Browser, given: AppOptions): Promise<Starting> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(countCalls);
  const began = Date.now();
  const printed = Promise.withResolvers<string>();
  const ready = startApp({ ...given, onAddress: printed.resolve });
  await page.goto(await Promise.race([printed.promise, ready.then(({ url }) => url)]));
  return { began, app: await ready, page };
}

async function startStandIn(given: AppOptions): Promise<Starting> {
  const began = Date.now();
  const app = await startDesktop('stand-in', given);
  const page = await desktopWindow(app, null);
  // A machine that others use as well makes the measurement slower, not wrong.
  page.setDefaultTimeout(PATIENCE_MS);
  return { began, app, page };
}

async function stop({ app, page }: Started): Promise<void> {
  if (isWeb) await page.close();
  await app.stop();
}

/** What the stand-in and Chromium take until any app's window is painted, in milliseconds. */
async function firstPaintOfEmptyApp(): Promise<number> {
  const began = Date.now();
  const empty = await startDesktop('stand-in', { app: EMPTY_APP, dataDir: path.join(folder, 'empty') });
  const page = await empty.electron?.firstWindow();
  if (page === undefined) throw new Error('The empty app has no window.');
  await page.getByText('Empty').waitFor();
  const painted = await paintedAt(page);
  await empty.stop();
  return painted - began;
}

async function measureStarts(browser: Browser): Promise<void> {
  const times: { firstPaintMs: number; usableMs: number; ofEmptyMs: number }[] = [];
  for (let at = 0; at < Number(options.starts); at += 1) {
    const emptyMs = isWeb ? 0 : await firstPaintOfEmptyApp();
    const started = await start(browser);
    const { firstPaintMs, usableMs } = started;
    const ofEmptyMs = firstPaintMs - emptyMs;
    // The first one has made caches that later ones use.
    if (at > 0) times.push({ firstPaintMs, usableMs, ofEmptyMs });
    const processorMs = processorTimeOfAll(started.app.pid);
    print({
      start: at,
      firstPaintMs: Math.round(firstPaintMs),
      ...(isWeb ? {} : { emptyMs: Math.round(emptyMs) }),
      usableMs: Math.round(usableMs),
      processorMs,
    });
    await stop(started);
  }
  if (times.length === 0) return;
  const middle = (name: keyof (typeof times)[number]) => Math.round(median(times.map((each) => each[name])));
  print({
    starts: times.length,
    firstPaintMs: middle('firstPaintMs'),
    wanted: FIRST_PAINT_MS,
    ...(isWeb ? {} : { ofEmptyMs: middle('ofEmptyMs') }),
    usableMs: middle('usableMs'),
    usableWanted: USABLE_MS,
  });
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

async function measureMinutes(browser: Browser): Promise<void> {
  const started = await start(browser);
  const { app, page } = started;
  const browsing = new Browsing(page, await places, Number(options.pause) * 1000);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  const began = Date.now();
  const busyBefore = processorTime(app.pid);
  let [rounds, most] = [0, 0];
  const each: number[] = [];
  for (let minute = 0; minute <= Number(options.minutes); minute += 1) {
    while (Date.now() - began < minute * 60_000) {
      await browsing.round();
      rounds += 1;
      most = Math.max(most, wholeMemory(app.pid));
    }
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const whole = wholeMemory(app.pid);
    each.push(whole);
    most = Math.max(most, whole);
    const heapMb = megabytes(usedSize);
    print({ minute, rounds, mainMb: megabytes(whole), ownMb: megabytes(residentMemory(app.pid)), heapMb });
  }
  // Level: the second half takes no more than the minutes from the second on did.
  const [early, late] = [each.slice(2, Math.ceil(each.length / 2)), each.slice(Math.ceil(each.length / 2))];
  const grownMb = megabytes(median(late) - median(early));
  const processorMsOfRound = Math.round((processorTime(app.pid) - busyBefore) / rounds);
  const figures = { mostMb: megabytes(most), wanted: MOST_MB, grownMb, processorMsOfRound };
  print({ minutes: each.length - 1, rounds, pause: Number(options.pause), ...figures });
  await stop(started);
}

await storeWeeks();
const places = readPlaces();
await places;
const browser = await chromium.launch(CHROMIUM);
try {
  await measureStarts(browser);
  if (Number(options.minutes) > 0) await measureMinutes(browser);
} finally {
  await browser.close();
  await dropSample();
}
