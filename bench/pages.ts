// A race, its tabs, a day and a horse of ten years of held racing, opened in Chromium: milliseconds from the key to the
// last paint, and how many requests went to the service. The limits are what a person does not wait for.
//
//   npm run bench -- pages [--runners N] [--openings N] [--archive FILE]
//
// `--archive`: the archive of an earlier run, which is made there if it is missing.

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright';
import { Archive } from '../electron/archive/archive.ts';
import { CHROMIUM } from '../e2e/chromium.ts';
import { Frame } from '../e2e/pages/frame.ts';
import prepare, { SAMPLE_FOLDER } from '../e2e/prepare.ts';
import { makeDecade } from './archive/decade.ts';
import { openApp } from './grid/app.ts';
import { median } from './measuring/figures.ts';
import { countCalls, drawnWhole } from './pages/drawn-whole.ts';

const { values: options } = parseArgs({
  options: {
    runners: { type: 'string', default: '475000' },
    openings: { type: 'string', default: '100' },
    archive: { type: 'string' },
  },
});
const openings = Number(options.openings);
const PAGE_MS = 150;
const TAB_MS = 50;
const TABS = ['Pre-race', 'Training', 'Past runs', 'Result', 'Payoffs', 'Card'] as const;

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-pages-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const made = options.archive ?? join(folder, 'decade.duckdb');
const dataDir = join(folder, 'data');
const dropSample = await prepare();
if (!existsSync(made)) await makeDecade(made, Number(options.runners));
const file = join(dataDir, 'archive', 'sample.duckdb');
mkdirSync(join(dataDir, 'archive'), { recursive: true });
copyFileSync(made, file);

/** Opened at random, but the same ones in each run. */
async function drawn(sql: string): Promise<string[]> {
  const archive = await Archive.open(file, Date.now());
  try {
    return (await archive.rows(sql)).map(([value]) => String(value));
  } finally {
    await archive.close();
  }
}
const races = await drawn(
  `select racekey from d_ra where racedate > '2018' order by hash(racekey) limit ${openings + 5}`,
);
const horses = await drawn(
  `select horse_id from d_ky group by horse_id order by hash(horse_id) limit ${openings + 5}`,
);
const days = await drawn(
  `select racedate from d_ra where racedate > '2018' group by racedate order by hash(racedate) limit ${openings + 5}`,
);
/** Requests to the service leave a unit of coverage. */
const units = `select table_code || ' ' || unit from coverage where fetched_at > (select max(fetched_at) from coverage where table_code = 'd_hj') order by 1`;

function report(what: object, times: readonly number[], limit: number): void {
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  const [load = 0] = loadavg();
  const figures = {
    median: Math.round(median(sorted)),
    p95: Math.round(p95),
    limit,
    ofLimit: Number((p95 / limit).toFixed(2)),
  };
  process.stdout.write(
    `${JSON.stringify({ ...what, ...figures, n: times.length, load: Number(load.toFixed(1)) })}\n`,
  );
}

/** Opens each by its key through the palette; the first five warm the app up. */
async function openedAll(page: Page, keys: readonly string[]): Promise<number[]> {
  const frame = new Frame(page);
  const times: number[] = [];
  for (const key of keys) {
    await page.keyboard.press('Control+k');
    await frame.palette.fill(key);
    await page.getByRole('option').first().and(page.locator('[aria-selected="true"]')).waitFor();
    times.push(await drawnWhole(page, 'keydown', () => frame.palette.press('Enter')));
  }
  return times.slice(5);
}

const browser = await chromium.launch(CHROMIUM);
const opened = await openApp(browser, dataDir, process.env[SAMPLE_FOLDER] ?? '', countCalls);
try {
  const { page } = opened;
  report({ page: 'race' }, await openedAll(page, races), PAGE_MS);
  const frame = new Frame(page);
  const tabs = new Map<string, number[]>(TABS.map((name) => [name, []]));
  for (const racekey of races.slice(0, Math.ceil(openings / 5))) {
    await frame.command(racekey);
    for (const name of TABS) {
      const tab = page.getByRole('tab', { name, exact: true });
      tabs.get(name)?.push(await drawnWhole(page, 'pointerdown', () => tab.click()));
    }
  }
  for (const [tab, times] of tabs) report({ tab }, times, TAB_MS);
  report({ page: 'horse' }, await openedAll(page, horses), PAGE_MS);
  report(
    { page: 'day' },
    await openedAll(
      page,
      days.map((day) => day.replace(/(....)(..)(..)/, '$1-$2-$3')),
    ),
    PAGE_MS,
  );
} finally {
  await opened.close();
  await browser.close();
  await dropSample();
}
process.stdout.write(`${JSON.stringify({ requestsOfPages: await drawn(units) })}\n`);
