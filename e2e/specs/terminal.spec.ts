// The page of a race on the terminal compared with the window's: both show the same.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { programOf } from '../../electron/testing/program.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import type { SampleService, ServiceRecord } from '../sample-service.ts';

const CLI = programOf('electron/cli');

/** The columns of the terminal are the first ones of the window. */
const COLUMNS = 17;

test.use({ sharesApp: true });

/** A small and a large field, a jump race, a horse that did not finish or run, and horses that share a place. */
async function oddRaces(service: SampleService): Promise<ReadonlySet<string>> {
  const today = todayInTokyo(Date.now());
  const period = { start_racedate: addDays(today, -30), end_racedate: addDays(today, -7) };
  const [programs, results] = await Promise.all([
    service.query('d_ra', period),
    service.query('d_se', period),
  ]);
  const keyOf = (record: ServiceRecord | undefined) => String(record?.['racekey'] ?? '');
  const places = Map.groupBy(
    results.filter((result) => Number(result['order_of_finish']) > 0),
    (result) => `${keyOf(result)} ${Number(result['order_of_finish'])}`,
  );
  const found = [
    keyOf(programs.toSorted((a, b) => Number(a['headcount']) - Number(b['headcount']))[0]),
    keyOf(programs.toSorted((a, b) => Number(b['headcount']) - Number(a['headcount']))[0]),
    keyOf(programs.find(({ track_type: type }) => String(type).trim() === '3')),
    keyOf(results.find(({ trouble_classification: trouble }) => Number(trouble) > 0)),
    keyOf([...places.values()].find((alike) => alike.length > 1)?.[0]),
  ];
  return new Set(found.filter((racekey) => racekey !== ''));
}

async function printed(racekey: string, { url, apiKey, userKey }: SampleService, dataDir: string) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CLI, 'race', racekey, '--data-dir', dataDir],
    {
      env: {
        ...process.env,
        RAILBIRD_BASE_URL: url,
        RAILBIRD_API_KEY: apiKey,
        RAILBIRD_USER_KEY: userKey,
      },
    },
  );
  return stdout;
}

/** After finish, bracket, number and name. */
const MARK_AT = 4;

/** Only the window shows a rank beside a figure, and the user's own marks. */
const cellsOf = async (race: RaceScreen, row: number): Promise<readonly string[]> => {
  const cells = await race.result
    .row(row)
    .getByRole('gridcell')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const copy = element.cloneNode(true) as Element;
        for (const rank of copy.querySelectorAll('[class*="rank"]')) rank.remove();
        return copy.textContent.trim();
      }),
    );
  return cells.toSpliced(MARK_AT, 1).slice(0, COLUMNS);
};

/** The terminal leaves out an empty column. */
const joined = (cells: readonly string[]): string =>
  cells
    .filter((cell) => cell !== '–')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const noticesOf = (page: Page): Promise<readonly string[]> =>
  page.getByRole('tabpanel').locator('.notice strong').allInnerTexts();

test('a race on the terminal equals the race in the window, cell by cell', async ({
  page,
  service,
  dataDir,
}) => {
  test.setTimeout(180_000);
  const frame = new Frame(page);
  const race = new RaceScreen(page);
  const racekeys = await oddRaces(service);
  expect(racekeys.size).toBeGreaterThanOrEqual(3);
  for (const racekey of racekeys)
    await test.step(racekey, async () => {
      const text = await printed(racekey, service, dataDir);
      const lines = text.split('\n');
      await frame.command(racekey);
      await race.open('Result');
      await expect(race.result.row(0)).toBeVisible();
      const rows = await race.result.rows();
      expect(lines.length).toBeGreaterThan(rows);
      for (let row = 0; row < rows; row += 1) {
        const [name] = await race.result.texts('Horse', row, 1);
        const line = lines.find((each) => each.includes(` ${name} `)) ?? '';
        // The card's data may arrive a moment later in the window.
        await expect.poll(async () => joined(await cellsOf(race, row))).toBe(joined(line.split(/\s+/)));
      }
      for (const notice of await noticesOf(page)) expect(text).toContain(notice);
      expect(text).toContain((await page.getByRole('main').innerText()).match(/\d+ runners/)?.[0] ?? '?');
    });
});
