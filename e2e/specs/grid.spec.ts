// Working in the grid as in a spreadsheet, with the real rows behind it: the keyboard, copying, arranging columns that
// are remembered, the plain table.

import type { Page } from '@playwright/test';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, IN_A_BROWSER, test } from '../fixtures.ts';
import { typeDate } from '../pages/date-field.ts';
import { DownloadsScreen } from '../pages/downloads.ts';
import { Frame } from '../pages/frame.ts';
import { TableScreen } from '../pages/table.ts';
import { pastRace } from '../racing.ts';
import type { SampleService } from '../sample-service.ts';

test.use({ sharesApp: true, permissions: ['clipboard-read', 'clipboard-write'] });

const label = (name: string): string =>
  TABLES.d_se.columns.find((column) => column.name === name)?.label.en ?? '';

/** The results of a past race in the table browser. */
async function openResult(page: Page, service: SampleService) {
  const { racekey } = await pastRace(service);
  const screen = new TableScreen(page);
  await screen.open('d_se');
  await screen.query({ racekey });
  return { racekey, grid: screen.grid('d_se') };
}

test('cells are walked, selected and copied by the keyboard', async ({ page, service }) => {
  const { racekey, grid } = await openResult(page, service);
  const records = await service.query('d_se', { racekey });
  const names = await grid.texts(label('horse_name'), 0, 3);
  const horse = await grid.cell(0, label('horse_name'));
  await grid.focusOn(horse);
  await test.step('to the corners and back', async () => {
    await page.keyboard.press('Control+End');
    await expect(grid.focused).toHaveAttribute(
      'aria-colindex',
      (await grid.root.getAttribute('aria-colcount')) ?? '',
    );
    await expect(grid.row(records.length - 1).locator(':focus')).toBeVisible();
    await page.keyboard.press('Control+Home');
    await expect(grid.row(0).locator(':focus')).toBeVisible();
  });
  await test.step('a range as tab-separated text', async () => {
    await grid.focusOn(horse);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(grid.selected).toHaveCount(3);
    await page.keyboard.press('Control+c');
    await expect(page.getByText('3 cells copied')).toBeVisible();
    expect(await grid.pasted()).toBe(names.join('\r\n'));
  });
  await test.step('a whole column with its name, as Markdown', async () => {
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Control+Shift+c');
    await page.getByRole('menuitem', { name: 'Markdown with column names' }).click();
    await expect(page.getByText(`${records.length} cells copied`)).toBeVisible();
    const lines = (await grid.pasted()).split('\n');
    expect(lines[0]).toBe(`| ${label('horse_name')} |`);
    expect(lines).toHaveLength(records.length + 2);
  });
  await test.step('Escape clears the selection before it goes back', async () => {
    await grid.focusOn(horse);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Escape');
    await expect(grid.selected).toHaveCount(0);
    await expect(grid.root).toBeVisible();
  });
});

test('columns are pinned, moved and folded by the keyboard, and persist after a reload', async ({
  page,
  service,
}) => {
  const { grid } = await openResult(page, service);
  await grid.focusOn(await grid.cell(0, label('horse_name')));
  await page.keyboard.press('ArrowUp');
  await expect(grid.head(label('horse_name'))).toBeFocused();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  const last = (await grid.root.getAttribute('aria-colcount')) ?? '';
  await expect(grid.head(label('horse_name'))).toHaveAttribute('aria-colindex', last);
  await expect(grid.head(label('horse_name'))).toBeFocused();
  const group = grid.root.getByRole('columnheader', { expanded: true }).first();
  const groupLabel = (await group.getAttribute('aria-label')) ?? '';
  await group.click();
  const folded = grid.root.getByRole('columnheader', {
    name: `${groupLabel.split(',')[0]}, `,
    expanded: false,
  });
  await expect(folded).toBeVisible();
  const columns = (await grid.root.getAttribute('aria-colcount')) ?? '';
  expect(Number(columns)).toBeLessThan(Number(last));
  await page.reload();
  await expect(grid.head(label('horse_name'))).toHaveAttribute('aria-colindex', columns);
  await expect(grid.root).toHaveAttribute('aria-colcount', columns);
});

test('the plain table has the same rows and columns, and is accessible', async ({ page, service }) => {
  const { racekey, grid } = await openResult(page, service);
  const records = await service.query('d_se', { racekey });
  await expect(grid.row(0)).toBeVisible();
  const columns = Number(await grid.root.getAttribute('aria-colcount'));
  await page.getByRole('button', { name: 'Plain table' }).click();
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(records.length + 1);
  await expect(table.getByRole('columnheader')).toHaveCount(columns);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to the grid' }).click();
  await expect(grid.focused).toBeVisible();
});

test.describe('in an app of its own, whose records it deletes', () => {
  test.use({ sharesApp: false, appArgs: ['--sample'] });

  test(
    'rows that the archive gains or loses above do not move the focused record',
    { tag: IN_A_BROWSER },
    async ({ page, app, service }) => {
      const to = todayInTokyo(Date.now());
      const from = addDays(to, -28);
      const screen = new TableScreen(page);
      await screen.open('d_se');
      await screen.query({ start_racedate: from, end_racedate: addDays(to, -1) });
      const grid = screen.grid('d_se');
      const records = await service.query('d_se', { start_racedate: from, end_racedate: addDays(to, -1) });
      const [first] = records.map(({ racedate }) => String(racedate)).toSorted();
      const gone = records.filter(({ racedate }) => racedate === first).length;

      await grid.focusOn(await grid.cell(0, label('horse_name')));
      await page.keyboard.press('Control+End');
      for (let screens = 0; screens < 3; screens += 1) await page.keyboard.press('PageUp');
      await expect(grid.focused).toHaveText(/\S/);
      const row = page.locator('[role="row"]:has(:focus)');
      const before = { text: await row.innerText(), y: (await row.boundingBox())?.y };
      const index = Number(await row.getAttribute('aria-rowindex'));

      const other = await page.context().newPage();
      await other.goto(app.url);
      await new Frame(other).open('Downloads');
      const { disk } = new DownloadsScreen(other);
      await disk.getByRole('button', { name: 'Delete records of Past results' }).click();
      const dialog = other.getByRole('dialog');
      await dialog.getByRole('combobox').selectOption('period');
      await typeDate(dialog, 'From', from);
      await typeDate(dialog, 'To', first ?? '');
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();

      await expect(row).toHaveAttribute('aria-rowindex', String(index - gone));
      expect({ text: await row.innerText(), y: (await row.boundingBox())?.y }).toEqual(before);
      await expect(screen.records).toContainText((records.length - gone).toLocaleString('en'));
    },
  );
});
