// The grid on half a million rows of 276 columns, in Chromium: opening, scrolling, sorting, filtering, memory. Glide
// Data Grid and AG Grid Community show the same rows in the same browser in the same run; AG Grid Community has no
// grouping.
//
//   npm run bench -- grid [--rows N] [--seconds N]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright';
import { addDays } from '#shared/racing/racedate.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { BUILT_IN_VIEWS } from '#shared/saved-views/built-in/built-in-views.ts';
import { CHROMIUM } from '../e2e/chromium.ts';
import prepare, { SAMPLE_FOLDER } from '../e2e/prepare.ts';
import { Frame } from '../e2e/pages/frame.ts';
import { TableScreen } from '../e2e/pages/table.ts';
import { makeLongTable } from './archive/long-table.ts';
import { agDoes } from './grid/ag.ts';
import { openApp } from './grid/app.ts';
import { clickToChanged, sinceAnswer } from './grid/painted.ts';
import { endsOf, peerColumns } from './grid/peer-columns.ts';
import { servePeers } from './grid/peers.ts';
import { questionsOf } from './grid/questions.ts';
import { paintCard } from './grid/race-card.ts';
import { print, printRatio, printTimes } from './grid/report.ts';
import { drag, sideways, wheel } from './grid/scroll.ts';
import { watching, type Watched } from './grid/watch.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '500000' },
    seconds: { type: 'string', default: '6' },
  },
});
const rows = Number(options.rows);
const seconds = Number(options.seconds);
const TABLE: TableCode = 'd_zk';
const PERIOD = { start_racedate: '20160101', end_racedate: '20251231' };
const COLUMNS = TABLES[TABLE].columns.length;
/** Columns that the other grids repeat in place of all, and those of them that each grid sorts. */
const SHOWN = BUILT_IN_VIEWS[TABLE][0]?.columns ?? [];
const SORTED = SHOWN.filter((name) => name.startsWith('race_back_')).slice(0, 7);
/** Columns to group by: a few values each. */
const GROUPED = TABLES[TABLE].columns
  .filter(({ kind }) => kind === 'code')
  .slice(0, 5)
  .map(({ name }) => name);
/** A part of some values in the filtered columns, for each grid. */
const CONTAINED = '12';
/** Waits until the columns of a newly opened table are loaded. */
const CACHED_AFTER_MS = 6_000;

const GRID = '[role="grid"]';
/** A cell that shows its value; a dash for a missing value counts as well. */
const SHOWN_CELL = '[role="gridcell"]:not(:has(.grid-skeleton))';

const times = () => ({
  first: [] as number[],
  held: [] as number[],
});
const rounded = (watched: Watched): Record<string, number> =>
  Object.fromEntries(Object.entries(watched).map(([name, value]) => [name, Math.round(value * 100) / 100]));

async function scrolled(
  page: Page,
  name: string,
  scrollers: { readonly down: string; readonly across: string },
) {
  const cell = name === 'railbird' ? SHOWN_CELL : undefined;
  const first = await watching(page, cell, () => sideways(page, scrollers.across, seconds));
  print({ grid: name, scroll: 'sideways, first time', ...rounded(first) });
  await sideways(page, scrollers.across, 0.1);
  const across = await watching(page, cell, () => sideways(page, scrollers.across, seconds));
  print({ grid: name, scroll: 'sideways, held', ...rounded(across) });
  await page.evaluate((selector) => {
    document.querySelector(selector)?.scrollTo({ left: 0 });
  }, scrollers.across);
  const wheeled = await watching(page, cell, () => wheel(page, seconds, { y: 240 }));
  print({ grid: name, scroll: 'wheel', ...rounded(wheeled) });
  const dragged = await watching(page, cell, () => drag(page, scrollers.down, seconds));
  print({ grid: name, scroll: 'bar', ...rounded(dragged) });
  return { across, wheeled, dragged };
}

const work = mkdtempSync(join(tmpdir(), 'railbird-bench-grid-'));
const dataDir = join(work, 'data');
const file = join(dataDir, 'archive', 'sample.duckdb');
const dropSample = await prepare();
await makeLongTable(file, { table: TABLE, rows, from: PERIOD.start_racedate, to: PERIOD.end_racedate });
const columns = await peerColumns(file, TABLE, SHOWN);
const peers = await servePeers(columns);
const browser = await chromium.launch(CHROMIUM);

const opened = await openApp(browser, dataDir, process.env[SAMPLE_FOLDER] ?? '');

try {
  const { page } = opened;
  const screen = new TableScreen(page);
  await new Frame(page).open('Tables');
  await screen.open(TABLE);
  const heapBefore = await opened.heap();
  const memoryBefore = opened.memory();
  const clear = screen.filters.getByRole('button', { name: /^Clear / });
  while ((await clear.count()) > 0) await clear.first().click();
  for (const [name, value] of Object.entries(PERIOD)) await screen.fill(name as keyof typeof PERIOD, value);
  const openMs = await clickToChanged(page, screen.ask, `${GRID} [role="gridcell"]`);
  const afterAnswer = await sinceAnswer(page, 'results/open');
  print({ grid: 'railbird', opened: 'Ask to first rows', ms: Math.round(openMs), rows });
  print({ grid: 'railbird', opened: 'answer to first rows', ms: Math.round(afterAnswer), wanted: 300 });
  print({
    grid: 'railbird',
    memory: 'a first view',
    windowHeapMb: Math.round(await opened.heap()),
    windowHeapBeforeMb: Math.round(heapBefore),
    mainMb: Math.round(opened.memory() - memoryBefore),
  });

  const ask = questionsOf(page, screen, TABLE);
  const own = { sort: times(), filter: times(), group: times() };
  // At once, while the columns are still loading.
  for (const name of SORTED) own.sort.first.push(await ask.sort(name));
  await page.waitForTimeout(CACHED_AFTER_MS);
  for (const name of SORTED) {
    for (let again = 0; again < 2; again += 1) own.sort.held.push(await ask.sort(name));
  }
  const passing: number[] = [];
  for (const name of SORTED) {
    await ask.prepareFilter(name, CONTAINED);
    const { ms, rows: left } = await ask.filter();
    own.filter.held.push(ms);
    passing.push(left);
    await ask.removeFilter();
  }
  await ask.openGroups();
  for (const way of ['first', 'held'] as const) {
    for (const name of GROUPED) own.group[way].push(await ask.group(name));
  }
  await ask.closeGroups();
  await page.getByRole('button', { name: /^Columns: / }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.keyboard.press('Escape');
  const scrolledOwn = await scrolled(page, 'railbird', { down: GRID, across: GRID });
  print({
    grid: 'railbird',
    memory: 'after all',
    windowHeapMb: Math.round(await opened.heap()),
    mainMb: Math.round(opened.memory() - memoryBefore),
  });
  // Another query is another result, of which nothing is loaded yet.
  let days = 0;
  for (const name of SORTED) {
    days += 1;
    await ask.prepareFilter(name, CONTAINED);
    await screen.fill('start_racedate', addDays(PERIOD.start_racedate, days));
    await clickToChanged(page, screen.ask, `${GRID} [role="gridcell"]`);
    own.filter.first.push((await ask.filter()).ms);
    await ask.removeFilter();
  }
  for (const [question, asked] of Object.entries(own)) {
    for (const [columns, ms] of Object.entries(asked)) {
      if (ms.length > 0)
        printTimes({ grid: 'railbird', question, columns, wanted: columns === 'first' ? 400 : 60 }, ms);
    }
  }
  const card = await paintCard(page);
  printTimes({ grid: 'railbird', card: `${card.rows} rows of ${card.columns}`, wanted: 50 }, card.ms);
  await opened.close();

  const glide = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await glide.goto(peers.page('glide', rows, COLUMNS));
  await glide.locator('.dvn-scroller').waitFor();
  await glide.waitForTimeout(2_000);
  const canvas = await scrolled(glide, 'glide', { down: '.dvn-scroller', across: '.dvn-scroller' });
  await glide.close();
  for (const way of ['wheeled', 'dragged', 'across'] as const) {
    const ratio = scrolledOwn[way].framesPerSecond / canvas[way].framesPerSecond;
    print({ ratio: `frames of Glide's, ${way}`, value: Math.round(ratio * 100) / 100, wanted: 0.9 });
  }

  const ag = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await ag.goto(peers.page('ag', rows, COLUMNS));
  await ag.locator('.ag-row').first().waitFor({ timeout: 120_000 });
  const agScrollers = {
    down: '.ag-body-vertical-scroll-viewport',
    across: '.ag-body-horizontal-scroll-viewport',
  };
  const peer = { sort: [] as number[], filter: [] as number[], sortInOrder: [] as number[] };
  for (const name of SORTED) {
    for (const sort of ['asc', 'desc'] as const) peer.sort.push((await agDoes(ag, { sort }, name)).ms);
  }
  for (const [index, name] of SORTED.entries()) {
    const { ms, rows: left } = await agDoes(ag, { contains: CONTAINED }, name);
    if (left !== passing[index]) throw new Error(`${name}: ${left} rows there, ${passing[index]} here`);
    peer.filter.push(ms);
    await agDoes(ag, { contains: '' }, name);
  }
  await scrolled(ag, 'ag', agScrollers);
  // By default it sorts text by characters, "10" before "9": a second run uses the order shown here.
  await ag.goto(peers.page('ag', rows, COLUMNS, '&order=catalogue'));
  await ag.locator('.ag-row').first().waitFor({ timeout: 120_000 });
  for (const column of columns.filter(({ name }) => SORTED.includes(name))) {
    const ends = endsOf(TABLE, column);
    for (const sort of ['asc', 'desc'] as const) {
      const { ms, first: at } = await agDoes(ag, { sort }, column.name);
      if (at !== ends[sort]) throw new Error(`${column.name} ${sort}: begins with ${at}, not ${ends[sort]}`);
      peer.sortInOrder.push(ms);
    }
  }
  await ag.close();
  printTimes({ grid: 'ag', question: 'sort', order: 'of texts' }, peer.sort);
  printTimes({ grid: 'ag', question: 'sort', order: 'as here' }, peer.sortInOrder);
  printTimes({ grid: 'ag', question: 'filter' }, peer.filter);
  for (const way of ['held', 'first'] as const) {
    const wanted = way === 'first' ? 4 : 20;
    for (const [question, theirs, ours] of [
      ['sort', peer.sortInOrder, own.sort[way]],
      ['sort of texts', peer.sort, own.sort[way]],
      ['filter', peer.filter, own.filter[way]],
    ] as const) {
      if (ours.length > 0) printRatio(`AG Grid's ${question} to ours, ${way}`, theirs, ours, wanted);
    }
  }
} finally {
  await opened.app.stop();
  await browser.close();
  peers.stop();
  await dropSample();
  rmSync(work, { recursive: true, force: true });
}
