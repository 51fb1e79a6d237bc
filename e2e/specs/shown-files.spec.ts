// A file "as shown" has the header and the cells of the screen: fifty and more screens of tables, subjects, races, horses,
// payoffs and queries, each in one language, and every kind of them in both.

import { addDays } from '#shared/racing/racedate.ts';
import type { Language } from '#shared/text.ts';
import { summary } from '../../renderer/text/summary.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { rowsOnScreen, type ShownRows } from '../pages/on-screen.ts';
import { expectSameCells, expectSameFile, exportShown, switchTo, wholeScreen } from '../pages/shown-file.ts';
import {
  DELIVERED,
  DELIVERED_RUNNERS,
  OF_PAYOFFS_AND_QUERIES,
  OF_PEOPLE,
  OF_RACES,
  OF_SUBJECTS,
  openAddress,
  type ShownPart,
  type ShownStops,
} from '../pages/shown-screens.ts';
import { TableScreen } from '../pages/table.ts';
import { lastMonth, pastStops, unusualRaces } from '../racing.ts';
import type { SampleService } from '../sample-service.ts';

// Wide enough for every column, and high enough for the rows of most screens.
test.use({ sharesApp: true, viewport: { width: 4000, height: 1500 } });

/** How many different screens are compared at least. */
const SCREENS = 50;

const LANGUAGES = ['en', 'ja'] as const satisfies readonly Language[];

/** What a group without a value is called. */
const EMPTY = { en: '(empty)', ja: '（空欄）' } as const;

async function shownStops(service: SampleService): Promise<ShownStops> {
  const { racedate, racekey, horseId } = await pastStops(service);
  const unusual = await unusualRaces(service);
  const results = await service.query('d_se', { racekey: unusual.jumps });
  const winner = results.find((result) => Number(result['order_of_finish']) === 1);
  return {
    racedate,
    racekey,
    horseId,
    ...unusual,
    otherHorse: String(winner?.['horse_id']),
    week: { from: addDays(racedate, -6), to: racedate },
    month: lastMonth(),
  };
}

const PARTS: readonly (readonly [string, ShownPart])[] = [
  ['tables of races and horses as delivered', DELIVERED],
  ['tables of runners as delivered', DELIVERED_RUNNERS],
  ['subjects, in views, sorted, filtered and rearranged', OF_SUBJECTS],
  ['figures of horses and people, and rows of tables', OF_PEOPLE],
  ['tabs of races and runs of horses', OF_RACES],
  ['payoffs of bets and periods, and results of queries', OF_PAYOFFS_AND_QUERIES],
];

for (const [title, part] of PARTS)
  test(`${title} as shown are the screen, header and cells`, async ({ page, service }) => {
    const stops = await shownStops(service);
    const compared: ShownRows[] = [];
    for (const language of LANGUAGES) {
      if (language !== 'en') await switchTo(page, language);
      let before = await rowsOnScreen(page);
      for (const { name, open } of part[language])
        await test.step(`${name} (${language})`, async () => {
          await open(page, stops, language);
          compared.push((before = await expectSameFile(page, language, before)));
        });
    }
    const different = new Set(compared.map(({ heads, rows }) => JSON.stringify([heads, rows])));
    expect(different.size, 'no screen was compared twice').toBe(part.en.length + part.ja.length);
  });

const WEEKS = 'weeks of a table, whose cells the archive writes itself';

test(`so are ${WEEKS}, names of races in words included`, async ({ page }) => {
  const { from, to } = lastMonth();
  const table = new TableScreen(page);
  await table.open('d_se');
  await table.query({ start_racedate: from, end_racedate: to });
  await expect(table.records).toBeVisible();
  await expect.poll(async () => (await rowsOnScreen(page)).isLoading).toBe(false);
  for (const language of LANGUAGES) {
    if (language !== 'en') await switchTo(page, language);
    // Of thousands of rows the first ones are drawn.
    const { rows, of } = await expectSameFile(page, language);
    expect(rows.length).toBeGreaterThan(9);
    expect(of?.rows).toBeGreaterThan(2000);
    expect(rows.flat().some((text) => /R [2-4]yo\+? /.test(text))).toBe(language === 'en');
  }
});

const GROUPS = 'groups of runners by two columns';

test(`so are the ${GROUPS}, with those without a value and the row of all rows`, async ({ page }) => {
  const { to } = lastMonth();
  // Not the table of another test, which the app's tab may come back with: its rows would be taken for those asked for.
  await openAddress(page, 'settings');
  await expect(new Frame(page).heading).toHaveText('Settings');
  let before = await rowsOnScreen(page);
  const open = async (from: string, until: string): Promise<void> => {
    const filter = JSON.stringify({ start_racedate: from, end_racedate: until });
    await openAddress(page, `table/runners?filter=${encodeURIComponent(filter)}`);
    before = await wholeScreen(page, before);
  };
  // Up to a week is fetched at once; two have more than a thousand runners.
  await open(addDays(to, -13), addDays(to, -7));
  await open(addDays(to, -6), to);
  await open(addDays(to, -13), to);
  await page.getByRole('button', { name: 'Summary', exact: true }).click();
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: summary.en.groups, exact: true }).click();
  await panel.getByLabel(summary.en.groupBy).selectOption('grade_cd');
  await panel.getByLabel(summary.en.thenBy).selectOption('rider_name');
  const rows = async (): Promise<readonly string[][]> =>
    panel
      .locator('table')
      .evaluate((shown: HTMLTableElement) =>
        [...shown.tBodies, ...(shown.tFoot === null ? [] : [shown.tFoot])]
          .flatMap((part) => [...part.rows])
          .map((row) =>
            [...row.cells].flatMap((cell) => [cell.innerText, ...(cell.colSpan > 1 ? [''] : [])]),
          ),
      );
  for (const language of LANGUAGES) {
    if (language !== 'en') await switchTo(page, language);
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(60);
    const shown = await rows();
    expect(shown.some(([grade]) => grade === EMPTY[language])).toBe(true);
    expect(shown.at(-1)?.[2]).toMatch(/^\d,\d{3}$/);
    const [, ...inFile] = await exportShown(page, language, panel);
    // The screen lists the first of many groups.
    expectSameCells([...inFile.slice(0, shown.length - 1), ...inFile.slice(-1)], shown);
  }
});

test(`these are ${SCREENS} different screens at least`, () => {
  const ofParts = PARTS.flatMap(([, { en, ja }]) => [...en, ...ja].map(({ name }) => name));
  const names = [...ofParts, WEEKS, GROUPS];
  expect(new Set(names).size, 'every name stands for one screen').toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(SCREENS);
});
