// A file "as shown" has the header and the cells of the screen: tables, the tabs of a race, a horse, payoffs, in both
// languages. The page is read as it stands, and the file with another project's reader.

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import type { Language } from '#shared/text.ts';
import { RACE_TABS, type RaceTab } from '../../renderer/features/race/race-tabs.ts';
import { exports as words } from '../../renderer/text/exports.ts';
import { payoffs } from '../../renderer/text/payoffs.ts';
import { summary } from '../../renderer/text/summary.ts';
import { expect, test } from '../fixtures.ts';
import { typeDate } from '../pages/date-field.ts';
import { rowsOnScreen, type ShownHead, type ShownRows } from '../pages/on-screen.ts';
import { TableScreen } from '../pages/table.ts';
import { jump } from '../pages/tour.ts';
import { lastMonth, pastStops } from '../racing.ts';

// Wide and high enough that no grid leaves a row or column out.
test.use({ sharesApp: true, viewport: { width: 4000, height: 1500 } });

const OTHER: { readonly [language in Language]: Language } = { en: 'ja', ja: 'en' };
const SWITCH: { readonly [language in Language]: string } = { en: '言語: English', ja: 'Language: 日本語' };

/** What a group without a value is called. */
const EMPTY = { en: '(empty)', ja: '（空欄）' } as const;

/** Rows of all bets on one day, heads included; four weeks have more. */
const MOST_OF_A_DAY = 700;

/** Cells are drawn one by one, so only their parts could stand closer or wider in the file. */
const unspaced = (text: string): string => text.replaceAll(/\s/gu, '');

/** A dash stands for no value. */
const cellOf = (text: string): string => (text === '–' ? '' : unspaced(text));

/** The head has the unit beside its short label, or in it. */
function headOf({ label, short, unit }: ShownHead, inFile: string): string {
  if (unit !== '') return unspaced(`${label} (${unit})`);
  const inLabel = inFile.startsWith(`${label} (`) ? inFile.slice(label.length + 2, -1) : '';
  return unspaced(inLabel !== '' && short.includes(inLabel) ? `${label} (${inLabel})` : label);
}

/** The screen once all of its rows and columns are drawn. */
async function wholeScreen(page: Page): Promise<ShownRows> {
  let shown = await rowsOnScreen(page);
  const isWhole = ({ rows, heads, of, isLoading }: ShownRows): boolean =>
    !isLoading &&
    rows.length > 0 &&
    (of === undefined || (of.rows === rows.length && of.columns === heads.length));
  const look = async (): Promise<boolean> => isWhole((shown = await rowsOnScreen(page)));
  if (!isWhole(shown)) await expect.poll(look, { message: 'every row and column is drawn' }).toBe(true);
  return shown;
}

/** Exports what is on screen as CSV with labels, through the dialog. */
async function exportShown(
  page: Page,
  language: Language,
  part: Locator = page.getByRole('main'),
): Promise<readonly string[][]> {
  const word = words[language];
  await part.getByRole('button', { name: word.export, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: word.title });
  // Not `check`: the choice is shown once the window has stored it, a moment after the click.
  const choose = async (question: string, answer: string): Promise<void> => {
    const option = dialog.getByRole('group', { name: question }).locator(`input[value="${answer}"]`);
    if (!(await option.isChecked())) await option.click();
    await expect(option).toBeChecked();
  };
  await choose(word.form, 'shown');
  await choose(word.header, 'label');
  await dialog.getByRole('button', { name: word.start, exact: true }).click();
  const path = await dialog.locator('.export-facts code').first().innerText();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  return parse(await readFile(path), { bom: true, relax_column_count: true });
}

async function expectSameFile(page: Page, language: Language, screen: string): Promise<void> {
  await test.step(`${screen} (${language})`, async () => {
    const shown = await wholeScreen(page);
    const [header = [], ...rows] = await exportShown(page, language);
    const heads = shown.heads.map((head, at) => headOf(head, header[at] ?? ''));
    expect(header.map(unspaced)).toEqual(heads);
    expect(rows.map((cells) => cells.map(unspaced))).toEqual(shown.rows.map((cells) => cells.map(cellOf)));
    // Meanwhile nothing changed on screen, though panels below may still be loading.
    expect(await rowsOnScreen(page)).toEqual({ ...shown, isLoading: expect.any(Boolean) });
  });
}

/** Compares the screen in the present language, then in the other, which stays. */
async function inBoth(page: Page, present: Language, screen: string): Promise<Language> {
  const other = OTHER[present];
  await expectSameFile(page, present, screen);
  await jump(page, SWITCH[other]);
  await expect(page.locator('html')).toHaveAttribute('lang', other);
  await expectSameFile(page, other, screen);
  return other;
}

interface Wanted {
  readonly racekey: string;
  readonly racedate: string;
  readonly horseId: string;
}

async function openTable(page: Page, code: TableCode, wanted: Wanted, language: Language): Promise<void> {
  const { filters } = TABLES[code];
  await jump(page, code);
  const form = page.getByRole('main').locator('form.filter-form');
  const clear = form.locator('button').filter({ hasText: '×' });
  if (filters.some((name) => FILTER_RULES[name].isDate)) await expect(clear.last()).toBeVisible();
  if (filters.includes('racekey') || filters.includes('horse_id')) {
    while ((await clear.count()) > 0) await clear.first().click();
    const name = filters.includes('racekey') ? 'racekey' : 'horse_id';
    const field = form.getByLabel(FILTER_RULES[name].label[language], { exact: true });
    await field.fill(name === 'racekey' ? wanted.racekey : wanted.horseId);
  } else await typeDate(form, FILTER_RULES.racedate.label[language], wanted.racedate);
  await form.locator('button[type="submit"]').click();
}

const FAMILIES: readonly (readonly [string, readonly TableCode[]])[] = [
  ['tables of a race or day', TABLE_CODES.filter((code) => code.startsWith('t_'))],
  ['past tables and the horses', TABLE_CODES.filter((code) => !code.startsWith('t_'))],
];

for (const [family, codes] of FAMILIES) {
  test(`${family} as shown are the screen, header and cells, in both languages`, async ({
    page,
    service,
  }) => {
    const stops = await pastStops(service);
    let language: Language = 'en';
    for (const code of codes) {
      await openTable(page, code, stops, language);
      language = await inBoth(page, language, code);
    }
  });
}

test('so are weeks of a table, whose cells the archive writes itself, names of races in words included', async ({
  page,
}) => {
  const { from, to } = lastMonth();
  const table = new TableScreen(page);
  await table.open('d_se');
  await table.query({ start_racedate: from, end_racedate: to });
  await expect(table.records).toBeVisible();
  await expect.poll(async () => (await rowsOnScreen(page)).isLoading).toBe(false);
  let language: Language = 'en';
  for (const _ of [1, 2]) {
    // Of thousands of rows the first ones are drawn.
    const { rows, of } = await rowsOnScreen(page);
    expect(rows.length).toBeGreaterThan(9);
    expect(of?.rows).toBeGreaterThan(2000);
    expect(rows.flat().some((text) => /R [2-4]yo\+? /.test(text))).toBe(language === 'en');
    const [, ...inFile] = await exportShown(page, language);
    expect(inFile).toHaveLength(of?.rows ?? 0);
    expect(inFile.slice(0, rows.length).map((cells) => cells.map(unspaced))).toEqual(
      rows.map((cells) => cells.map(cellOf)),
    );
    language = OTHER[language];
    await jump(page, SWITCH[language]);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
});

test('so are the tabs of races, the runs of a horse and payoffs', async ({ page, service }) => {
  const stops = await pastStops(service);
  let language: Language = 'en';
  const tabsOf = async (racekey: string, tabs: readonly RaceTab[]): Promise<void> => {
    await jump(page, racekey);
    for (const tab of tabs) {
      const at = RACE_TABS.indexOf(tab);
      await page.keyboard.press(String(at + 1));
      await expect(page.getByRole('tab').nth(at)).toHaveAttribute('aria-selected', 'true');
      language = await inBoth(page, language, `${racekey} ${tab}`);
    }
  };
  // The comparison is a picture of a race, not rows to export.
  await tabsOf(
    stops.racekey,
    RACE_TABS.filter((tab) => tab !== 'compare'),
  );
  await tabsOf(stops.racekey.replace(/..$/, '01'), ['card', 'result']);
  await jump(page, stops.horseId);
  language = await inBoth(page, language, 'horse');
  await page.keyboard.press('Control+3');
  // The payoffs of one bet on the last race day.
  const lastDay = page.getByRole('button', { name: payoffs[language].lastDay, exact: true });
  await lastDay.click();
  await expect(lastDay).toHaveAttribute('aria-pressed', 'true');
  const grid = page.getByRole('main').getByRole('grid');
  const rows = async (): Promise<number> => Number(await grid.getAttribute('aria-rowcount'));
  await expect.poll(rows).toBeLessThan(MOST_OF_A_DAY);
  await page.locator('.payoff-table tbody button').first().click();
  language = await inBoth(page, language, 'payoffs of a day');
});

test('so are the groups of runners by two columns, with those without a value and the row of all rows', async ({
  page,
}) => {
  const { to } = lastMonth();
  const { ask, records } = new TableScreen(page);
  const open = async (from: string, until: string): Promise<void> => {
    const filter = JSON.stringify({ start_racedate: from, end_racedate: until });
    await page.evaluate(
      (hash) => {
        window.location.hash = hash;
      },
      `#/table/runners?filter=${encodeURIComponent(filter)}`,
    );
    await ask.click();
    await expect(records).toBeVisible();
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
  let language: Language = 'en';
  for (const _ of [1, 2]) {
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(60);
    const shown = await rows();
    expect(shown.some(([grade]) => grade === EMPTY[language])).toBe(true);
    expect(shown.at(-1)?.[2]).toMatch(/^\d,\d{3}$/);
    const [, ...inFile] = await exportShown(page, language, panel);
    // The screen lists the first of many groups.
    const listed = [...inFile.slice(0, shown.length - 1), ...inFile.slice(-1)];
    expect(listed.map((cells) => cells.map(unspaced))).toEqual(shown.map((cells) => cells.map(cellOf)));
    language = OTHER[language];
    await jump(page, SWITCH[language]);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
});
