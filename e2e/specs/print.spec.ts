// What a page has on paper: every column of a grid, no figure that is cut through, the day, and when it was fetched.

import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { DayScreen } from '../pages/day.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen, type Tab } from '../pages/race.ts';
import { TabStrip } from '../pages/tabs.ts';
import { pastRace } from '../racing.ts';

test.use({ appArgs: ['--sample'], sharesApp: true });

/** Pixels between the margins of A4 landscape. */
const PAPER_WIDTH = 1047;

/** The page as its paper, since `emulateMedia` leaves the window's size. */
async function onPaper(page: Page, look: () => Promise<void>): Promise<void> {
  const window = page.viewportSize();
  await page.setViewportSize({ width: PAPER_WIDTH, height: 718 });
  await page.emulateMedia({ media: 'print' });
  await look();
  await page.emulateMedia({ media: null });
  if (window !== null) await page.setViewportSize(window);
}

/** Texts of the tables' cells that do not fit the paper, their cell, or a box around them. */
const cutCells = (page: Page, tables: string): Promise<readonly string[]> =>
  page.locator(`${tables} :is(th, td)`).evaluateAll((cells, width) => {
    const isCut = (cell: Element): boolean => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      const { left, right, bottom } = words.getBoundingClientRect();
      if (left < -1 || right > width + 1) return true;
      for (let at = cell.parentElement; at !== null && at !== document.body; at = at.parentElement) {
        const box = at.getBoundingClientRect();
        const { overflowX, overflowY } = getComputedStyle(at);
        if (overflowX !== 'visible' && right > box.right + 1) return true;
        if (overflowY !== 'visible' && bottom > box.bottom + 1) return true;
      }
      return false;
    };
    return cells
      .filter((cell) => cell.checkVisibility() && isCut(cell))
      .map(({ textContent }) => textContent);
  }, PAPER_WIDTH);

test('a printed race and day have every column uncut, their date and the time of their figures', async ({
  page,
  service,
}) => {
  const { racekey, racedate } = await pastRace(service);
  const frame = new Frame(page);
  const race = new RaceScreen(page);
  const date = `${racedate.slice(0, 4)}-${racedate.slice(4, 6)}-${racedate.slice(6)}`;
  await frame.command('Names: With Latin letters beside them');
  await frame.command(racekey);
  await race.opened();
  // Another tab's name is no part of the page.
  await page.getByRole('button', { name: 'Payoffs' }).click({ button: 'middle' });
  const { strip } = new TabStrip(page);
  await expect(strip).toBeVisible();
  await onPaper(page, async () => {
    await expect(strip).toBeHidden();
    await expect(page.getByText(date).first()).toBeVisible();
    await expect(page.getByText('Sample data: fictional horses and results')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    // The other tab, which is not printed, has a time of its own.
    const fetched = page.getByText(/^Fetched \d{4}-\d{2}-\d{2} \d{2}:\d{2} \(Tokyo\)$/);
    await expect(fetched.filter({ visible: true })).toHaveCount(1);
    expect(await cutCells(page, '.card')).toEqual([]);
  });
  for (const name of ['Result', 'Training', 'Pre-race'] satisfies readonly Tab[]) {
    await race.open(name);
    const grid = page.getByRole('grid').filter({ visible: true });
    await expect(grid.getByRole('gridcell').first()).toBeVisible();
    const shown = Number(await grid.getAttribute('aria-colcount'));
    // Wherever the screen's columns are scrolled to.
    await grid.evaluate((element) => element.scrollBy(400, 0));
    await onPaper(page, async () => {
      const heads = page.locator('.grid-paper th').filter({ visible: true });
      await expect.poll(() => heads.count()).toBeGreaterThanOrEqual(shown);
      expect(await cutCells(page, '.grid-paper')).toEqual([]);
    });
  }
  const day = new DayScreen(page);
  await frame.command(racedate);
  await day.chooseForm('List');
  await expect(day.list.locator('tbody tr').first()).toBeVisible();
  await onPaper(page, async () => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(date);
    await expect(page.getByRole('button', { name: 'Courses' })).toBeHidden();
    expect(await cutCells(page, '.race-list')).toEqual([]);
  });
});

test('every page says that its rows are a sample, in both languages', async ({ page }) => {
  // The margins take it from the page: what stands in them is in no element.
  const margin = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--paper-mark').slice(1, -1),
    );
  const words = page.locator('.frame-sample');
  for (const [language, start] of [
    ['English', 'Sample data'],
    ['日本語', 'サンプルデータ'],
  ] as const) {
    await new Frame(page).command(`Language: ${language}`);
    await onPaper(page, async () => {
      await expect(words).toContainText(start);
      expect(await margin()).toBe(await words.textContent());
    });
    expect(await margin()).toBe('');
  }
});

test('the rows of a table are on paper, of which days they are, and nothing to press', async ({
  page,
  service,
}) => {
  const { racekey } = await pastRace(service);
  const runners = await service.query('d_ky', { racekey });
  const filter = encodeURIComponent(JSON.stringify({ racekey }));
  await new Frame(page).command(`railbird://table/d_ky?filter=${filter}`);
  const grid = page.getByRole('grid');
  await expect(grid.locator('.grid-cell').first()).toHaveText(/\S/);
  const shown = Number(await grid.getAttribute('aria-colcount'));
  // What the page is when the app prints: `window.print` itself does nothing here.
  const printed = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<{ rows: number; heads: number }>();
    window.print = () => {
      const tables = [...document.querySelectorAll('.grid-paper table')];
      const heads = new Set(tables.flatMap((table) => [...table.querySelectorAll('th')]));
      resolve({ rows: tables[0]?.querySelectorAll('tbody tr').length ?? 0, heads: heads.size });
    };
    return { promise };
  });
  await page.keyboard.press('Control+p');
  const { rows, heads } = await printed.evaluate(({ promise }) => promise);
  expect(rows).toBe(runners.length);
  expect(heads).toBeGreaterThanOrEqual(shown);
  await onPaper(page, async () => {
    await expect(page.locator('.grid-paper table').first()).toBeVisible();
    expect(await cutCells(page, '.grid-paper')).toEqual([]);
    await expect(page.getByText(`Race key ${racekey}`)).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Run|Copy as…|Export…|Plain table)$/ })).toHaveCount(0);
  });
  await expect(page.locator('.grid-paper')).toHaveCount(0);
});
