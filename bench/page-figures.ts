// Every figure of a race's tabs and of horses' pages, read off the screen, beside the subjects' typed rows of SQL:
// races of the sample, one after another, in Chromium. Prints each difference, and how many figures were compared.
//
//   npm run bench -- page-figures [--races N] [--horses N]

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { expect } from '@playwright/test';
import { chromium } from 'playwright';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { programOf } from '../electron/testing/program.ts';
import { CHROMIUM } from '../e2e/chromium.ts';
import { Frame } from '../e2e/pages/frame.ts';
import { rowsOnScreen, type ShownRows } from '../e2e/pages/on-screen.ts';
import prepare, { SAMPLE_FOLDER } from '../e2e/prepare.ts';
import { openApp } from './grid/app.ts';
import { callsWaiting, countCalls } from './pages/drawn-whole.ts';
import {
  cardOf,
  horseOf,
  pastOf,
  payoffsOf,
  resultOf,
  shownPayoff,
  type Expected,
  type SqlRow,
} from './page-figures/expected.ts';

const { values: options } = parseArgs({
  options: { races: { type: 'string', default: '500' }, horses: { type: 'string', default: '100' } },
});
const MOST_SHOWN = 20;
const TABLES = ['d_ra', 'd_ka', 'd_ky', 'd_se', 'd_hj', 'd_zk', 't_ze', 't_pd', 't_ch'];

const dataDir = mkdtempSync(join(tmpdir(), 'railbird-page-figures-'));
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const dropSample = await prepare();
const browser = await chromium.launch(CHROMIUM);
const { page, close } = await openApp(browser, dataDir, process.env[SAMPLE_FOLDER] ?? '', countCalls);
// So wide and high that everything is drawn.
await page.setViewportSize({ width: 4000, height: 1500 });

const run = promisify(execFile);
/** What the command prints; a download that is not complete ends with another exit code. */
const railbird = async (...words: readonly string[]): Promise<string> => {
  const running = run(
    process.execPath,
    [programOf('electron/cli'), ...words, '--sample', '--data-dir', dataDir],
    {
      maxBuffer: 1e9,
    },
  );
  return (await running.catch((error: { readonly stdout: string }) => error)).stdout;
};
async function sql(query: string): Promise<SqlRow[]> {
  const printed = await railbird('sql', query, '--format', 'json');
  if (printed === '') throw new Error(`no answer: ${query}`);
  return JSON.parse(printed) as SqlRow[];
}

const by = (rows: readonly SqlRow[], name: string): Map<string, SqlRow[]> =>
  Map.groupBy(rows, (row) => String(row[name]));

const today = todayInTokyo(Date.now());
/** As a date of SQL. */
const before = today.replace(/(....)(..)(..)/, '$1-$2-$3');
await railbird('download', ...TABLES, '--from', addDays(today, -60), '--to', addDays(today, -1));

const counts = new Map<string, { compared: number; different: number }>();
let shown = 0;

/** Counts and prints what differs; each expected row takes one of the shown ones. */
function compare(screen: string, key: string, of: ShownRows, expected: Expected): void {
  const count = counts.get(screen) ?? { compared: 0, different: 0 };
  counts.set(screen, count);
  const tell = (what: object): void => {
    count.different += 1;
    shown += 1;
    if (shown <= MOST_SHOWN) process.stdout.write(`${JSON.stringify({ screen, key, ...what })}\n`);
  };
  const placeOf = (head: string): number => of.heads.findLastIndex(({ label }) => label === head);
  const keyOf = (texts: readonly string[]): string =>
    screen === 'payoffs' ? shownPayoff(texts) : (texts[placeOf(expected.keyHead ?? '')] ?? '');
  const left = [...of.rows];
  if (screen !== 'payoffs' && left.length !== expected.rows.length)
    tell({ rows: left.length, expected: expected.rows.length });
  for (const { key: wanted, cells } of expected.rows) {
    const at = wanted === undefined ? 0 : left.findIndex((texts) => keyOf(texts) === wanted);
    const [texts] = at < 0 ? [] : left.splice(at, 1);
    for (const { head, check, value } of cells) {
      count.compared += 1;
      const place = placeOf(head);
      const text = texts?.[place];
      // A column of the outcome is missing before there is one.
      if (text === undefined ? texts === undefined || value !== null : !check(text))
        tell({ row: wanted, head, text, value });
    }
  }
}

const wholeRows = async (rows: number): Promise<ShownRows> => {
  let now = await rowsOnScreen(page);
  await expect
    .poll(async () => {
      if ((await callsWaiting(page)) > 0) return false;
      now = await rowsOnScreen(page);
      return !now.isLoading && now.rows.length >= rows;
    })
    .toBe(true)
    .catch(() => undefined);
  return now;
};

try {
  const frame = new Frame(page);
  const raced = await sql(
    `select racekey from typed.races where racedate < '${before}'
       and racekey in (select racekey from d_se) order by hash(racekey) limit ${options.races}`,
  );
  const keys = raced.map(({ racekey }) => String(racekey));
  const all = keys.map((key) => `'${key}'`).join(', ');
  const runnersOf = by(
    await sql(`from typed.runners where racekey in (${all}) order by horse_number`),
    'racekey',
  );
  const payoffsOfRace = by(await sql(`from typed.payoffs where racekey in (${all})`), 'racekey');
  const runsOf = by(
    await sql(
      `select runs.*, runners.racekey as of_race, runners.horse_number as in_race
         from typed.runs join typed.runners using (horse_id)
         where runners.racekey in (${all}) and runs.racedate < runners.racedate`,
    ),
    'of_race',
  );
  for (const key of keys) {
    const runners = runnersOf.get(key) ?? [];
    await frame.command(key);
    for (const [screen, digit, expected] of [
      ['card', '1', cardOf(runners)],
      ['past', '4', pastOf(runners, runsOf.get(key) ?? [])],
      ['result', '5', resultOf(runners)],
      ['payoffs', '6', payoffsOf(payoffsOfRace.get(key) ?? [])],
    ] as const) {
      await page.keyboard.press(digit);
      await expect(page.getByRole('tab').nth(Number(digit) - 1)).toHaveAttribute('aria-selected', 'true');
      compare(screen, key, await wholeRows(expected.rows.length), expected);
    }
  }
  const horses = await sql(
    `select horse_id from (select distinct horse_id from typed.runners where racedate < '${before}')
       order by hash(horse_id) limit ${options.horses}`,
  );
  const ids = horses.map(({ horse_id: id }) => `'${String(id)}'`).join(', ');
  const runsOfHorse = by(
    await sql(`from typed.runs where horse_id in (${ids}) order by racedate desc`),
    'horse_id',
  );
  for (const { horse_id: horse } of horses) {
    await frame.command(String(horse));
    const runs = runsOfHorse.get(String(horse)) ?? [];
    // The screen of the horse before stands until the palette is gone.
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      String(runs[0]?.['horse_name']).trim(),
    );
    compare('horse', String(horse), await wholeRows(runs.length), horseOf(runs));
  }
} finally {
  await close();
  await browser.close();
  await dropSample();
}
for (const [screen, count] of counts) process.stdout.write(`${JSON.stringify({ screen, ...count })}\n`);
if ([...counts.values()].some(({ compared, different }) => compared === 0 || different > 0))
  process.exitCode = 1;
