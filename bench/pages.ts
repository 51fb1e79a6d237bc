// A race, its tabs, a day and a horse of stored racing, opened in Chromium: milliseconds from the key to the last paint, and
// how many requests went to the service. The limits are what a person does not wait for.
//
//   npm run bench -- pages [--years 2,10] [--openings N] [--archives FOLDER] [--before]
//
// `--archives`: where the archives of these years are kept; they are made if they are missing, ten years in some minutes.
// `--before`: without blocks, as an archive is after a download and before the app has made them.

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright';
import { Archive } from '../electron/archive/archive.ts';
import { CHROMIUM } from '../e2e/chromium.ts';
import { Frame } from '../e2e/pages/frame.ts';
import prepare, { SAMPLE_FOLDER } from '../e2e/prepare.ts';
import { makeReady, makeYears } from './archive/racing-years.ts';
import { openApp } from './grid/app.ts';
import { median } from './measuring/figures.ts';
import { countCalls, drawnWhole, screenIsWhole } from './pages/drawn-whole.ts';

const { values: options } = parseArgs({
  options: {
    years: { type: 'string', default: '2,10' },
    openings: { type: 'string', default: '100' },
    archives: { type: 'string' },
    before: { type: 'boolean', default: false },
  },
});
const openings = Number(options.openings);
const PAGE_MS = 150;
const TAB_MS = 50;
const TABS = ['Pre-race', 'Training', 'Past runs', 'Result', 'Payoffs', 'Card'] as const;
/** How long a person looks at the card before the first tab, in milliseconds: its tabs are drawn ahead meanwhile. */
const LOOK_MS = 3000;
/** Not counted: the window's code is compiled, and the archive's coverage read, with the first pages. */
const WARM_UP = 5;

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-pages-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Runs a query on a file that the app does not have open. */
async function ask(file: string, sql: string): Promise<string[]> {
  const archive = await Archive.open(file, Date.now());
  try {
    return (await archive.rows(sql)).map(([value]) => String(value));
  } finally {
    await archive.close();
  }
}

/** Opened at random, but the same ones in each run. */
const drawn = (column: string, table: string): string =>
  `select ${column} from ${table} where racedate > (select min(racedate)[:4] || '1231' from ${table})
     group by ${column} order by hash(${column}) limit ${openings + WARM_UP}`;

/** Requests to the service leave a unit of coverage. */
const LAST_FETCHED = 'select max(fetched_at) from coverage';
const requestedSince = (last: string): string =>
  `select table_code || ' ' || unit from coverage where fetched_at > ${last} order by 1`;

/** Processor time of a process, in milliseconds. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

interface Timed {
  readonly ms: number[];
  /** Of the core and of the window, for all openings. */
  coreMs: number;
  windowMs: number;
  failed: number;
}

function report(what: object, { ms, coreMs, windowMs, failed }: Timed, limit: number): void {
  const sorted = ms.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  const [load = 0] = loadavg();
  const each = (all: number): number => Math.round(all / ms.length);
  const figures = {
    median: Math.round(median(sorted)),
    p95: Math.round(p95),
    limit,
    ofLimit: Number((p95 / limit).toFixed(2)),
    processor: { core: each(coreMs), window: each(windowMs) },
  };
  process.stdout.write(
    `${JSON.stringify({ ...what, ...figures, n: ms.length, ...(failed > 0 && { failed }), load: Number(load.toFixed(1)) })}\n`,
  );
}

/** Measures openings of one app. */
class Openings {
  readonly #page: Page;
  readonly #pid: number;
  readonly frame: Frame;
  readonly #windowMs: () => Promise<number>;

  private constructor(page: Page, pid: number, windowMs: () => Promise<number>) {
    this.#page = page;
    this.#pid = pid;
    this.frame = new Frame(page);
    this.#windowMs = windowMs;
  }

  static async of(page: Page, pid: number): Promise<Openings> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    return new Openings(page, pid, async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
    });
  }

  /** Adds one opening; one that is never whole is counted and named, and the others go on. */
  async add(
    timed: Timed,
    what: string,
    event: 'keydown' | 'pointerdown',
    act: () => Promise<unknown>,
  ): Promise<void> {
    const [core, window] = [processorMs(this.#pid), await this.#windowMs()];
    try {
      timed.ms.push(await drawnWhole(this.#page, event, act));
    } catch (error) {
      timed.failed += 1;
      process.stderr.write(
        `${what}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`,
      );
    }
    timed.coreMs += processorMs(this.#pid) - core;
    timed.windowMs += (await this.#windowMs()) - window;
  }

  /** Opens each by its key through the palette. */
  async byKey(keys: readonly string[]): Promise<Timed> {
    const timed = nothing();
    for (const [at, key] of keys.entries()) {
      await this.#page.keyboard.press('Control+k');
      await this.frame.palette.fill(key);
      await this.#page
        .getByRole('option')
        .first()
        .and(this.#page.locator('[aria-selected="true"]'))
        .waitFor();
      const into = at < WARM_UP ? nothing() : timed;
      await this.add(into, key, 'keydown', () => this.frame.palette.press('Enter'));
    }
    return timed;
  }
}

const nothing = (): Timed => ({ ms: [], coreMs: 0, windowMs: 0, failed: 0 });

async function measure(browser: Browser, years: number, made: string): Promise<void> {
  const dataDir = join(folder, `data-${years}`);
  const file = join(dataDir, 'archive', 'sample.duckdb');
  mkdirSync(join(dataDir, 'archive'), { recursive: true });
  copyFileSync(made, file);
  if (options.before) await ask(file, 'delete from record_block; delete from horse_block');
  const [lastFetched = '0'] = await ask(file, LAST_FETCHED);
  const races = await ask(file, drawn('racekey', 'd_ra'));
  const horses = await ask(file, drawn('horse_id', 'd_ky'));
  const days = await ask(file, drawn('racedate', 'd_ra'));
  const opened = await openApp(browser, dataDir, process.env[SAMPLE_FOLDER] ?? '', countCalls);
  try {
    const { page, app } = opened;
    const open = await Openings.of(page, app.pid);
    report({ years, page: 'race' }, await open.byKey(races), PAGE_MS);
    const tabs = new Map<string, Timed>(TABS.map((name) => [name, nothing()]));
    for (const [at, racekey] of races.entries()) {
      await open.frame.command(racekey);
      await screenIsWhole(page);
      await page.waitForTimeout(LOOK_MS);
      for (const [name, timed] of tabs) {
        const tab = page.getByRole('tab', { name, exact: true });
        await open.add(at < WARM_UP ? nothing() : timed, `${racekey} ${name}`, 'pointerdown', () =>
          tab.click(),
        );
      }
    }
    for (const [tab, timed] of tabs) report({ years, tab }, timed, TAB_MS);
    report({ years, page: 'horse' }, await open.byKey(horses), PAGE_MS);
    const written = days.map((day) => day.replace(/(....)(..)(..)/, '$1-$2-$3'));
    report({ years, page: 'day' }, await open.byKey(written), PAGE_MS);
  } finally {
    await opened.close();
  }
  const requests = await ask(file, requestedSince(lastFetched));
  process.stdout.write(
    `${JSON.stringify({ years, requests: requests.length, first: requests.slice(0, 5) })}\n`,
  );
  rmSync(dataDir, { recursive: true, force: true });
}

const dropSample = await prepare();
const archives = options.archives ?? folder;
mkdirSync(archives, { recursive: true });
const browser = await chromium.launch(CHROMIUM);
try {
  for (const years of options.years.split(',').map(Number)) {
    const made = join(archives, `years-${years}.duckdb`);
    await (existsSync(made) ? makeReady(made) : makeYears(made, years));
    await measure(browser, years, made);
  }
} finally {
  await browser.close();
  await dropSample();
}
