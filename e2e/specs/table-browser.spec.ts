// Every one of the sixteen tables, queried with the filters that its endpoint accepts.

import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { TableScreen } from '../pages/table.ts';
import { pastRace, type PastRace } from '../racing.ts';
import type { SampleService } from '../sample-service.ts';

test.use({ sharesApp: true });

/** The query of each table: every kind of filter occurs. */
async function filterFor(
  table: TableCode,
  { racedate, racekey }: PastRace,
  service: SampleService,
): Promise<Readonly<Record<string, string>>> {
  const { filters, grain } = TABLES[table];
  if (grain === 'master') {
    const [runner] = await service.query('d_se', { racekey });
    return { horse_id: String(runner?.['horse_id']) };
  }
  if (table === 't_ch' || table === 'd_zk') return { racekey };
  if (filters.includes('racedate')) return { racedate };
  return { start_racedate: addDays(racedate, -1), end_racedate: racedate };
}

const FAMILIES: readonly (readonly [string, readonly TableCode[]])[] = [
  ['tables of a race or day', TABLE_CODES.filter((code) => code.startsWith('t_'))],
  ['past tables and the horses', TABLE_CODES.filter((code) => !code.startsWith('t_'))],
];

for (const [family, codes] of FAMILIES) {
  test(`${family} show as many records as the service has`, async ({ page, service }) => {
    const race = await pastRace(service);
    const screen = new TableScreen(page);
    for (const table of codes) {
      await test.step(table, async () => {
        const filter = await filterFor(table, race, service);
        const records = await service.query(table, filter);
        expect(records.length).toBeGreaterThan(0);
        await screen.open(table);
        await screen.query(filter);
        const count = `${records.length.toLocaleString('en-US')} record${records.length === 1 ? '' : 's'}`;
        await expect(screen.records).toHaveText(count);
        expect(await screen.grid(table).rows()).toBe(records.length);
        await expect(screen.grid(table).row(0)).toBeVisible();
      });
    }
  });
}

test('filters that the endpoint would refuse are reported in messages, and nothing is requested', async ({
  page,
}) => {
  const screen = new TableScreen(page);
  await screen.open('d_ky');
  await screen.query({});
  await expect(screen.filters).toContainText('Enter at least one condition');
  await screen.query({ racekey: '0526' });
  await expect(screen.filters).toContainText('Enter 8 characters');
  await screen.query({ racekey: '', start_racedate: '20261101' });
  await expect(screen.filters).toContainText('Enter an end date too');
  await screen.fill('end_racedate', '20261031');
  await screen.ask.click();
  await expect(screen.filters).toContainText('The end date is before the start date');
  await expect(screen.records).toBeHidden();
});

test('a header sorts: the order changes, and is announced', async ({ page, service }) => {
  const { racekey } = await pastRace(service);
  const records = await service.query('d_ky', { racekey });
  const screen = new TableScreen(page);
  const grid = screen.grid('d_ky');
  await screen.open('d_ky');
  await screen.query({ racekey });
  await expect(grid.head('Horse number')).toHaveAttribute('aria-sort', 'none');
  const numbers = records.map((record) => String(Number(record['horse_number'])));
  for (const direction of ['ascending', 'descending'] as const) {
    await grid.sortBy('Horse number', direction);
    const sign = direction === 'ascending' ? 1 : -1;
    const wanted = numbers.toSorted((a, b) => sign * (Number(a) - Number(b))).slice(0, 5);
    await expect.poll(() => grid.texts('Horse number', 0, 5)).toEqual(wanted);
  }
});

test('a record opens beside the grid with every field, and steps to the next', async ({ page, service }) => {
  const { racekey } = await pastRace(service);
  const screen = new TableScreen(page);
  await screen.open('d_se');
  await screen.query({ racekey });
  const grid = screen.grid('d_se');
  const [first = '', second = ''] = await grid.texts('Horse', 0, 2);
  await (await grid.cell(0, 'Horse number')).dblclick();
  const panel = page.getByRole('complementary', { name: /^Record 1 of / });
  await expect(panel.getByText(first, { exact: true })).toBeVisible();
  await expect(panel.locator('dt')).toHaveCount(TABLES.d_se.columns.length);
  await panel.getByRole('button', { name: 'Next record' }).click();
  await expect(
    page.getByRole('complementary', { name: /^Record 2 of / }).getByText(second, { exact: true }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toBeHidden();
  await expect(grid.row(1).getByRole('gridcell').first()).toBeVisible();
});

test('columns are chosen by name, dragged into another order, and stay there', async ({ page, service }) => {
  const { racekey } = await pastRace(service);
  const screen = new TableScreen(page);
  await screen.open('d_ky');
  await screen.query({ racekey });
  const grid = screen.grid('d_ky');
  await expect(grid.head('Sire')).toBeHidden();
  const heads = () =>
    grid.root
      .locator('[data-row="-1"] [role="columnheader"]')
      .evaluateAll((all) => all.slice(0, 5).map((head) => head.getAttribute('aria-label')));
  await page.getByRole('button', { name: /^Columns: / }).click();
  const chooser = page.getByRole('complementary', { name: 'Columns' });
  await chooser.getByLabel('Find a column').fill('sire_name');
  const all = TABLES.d_ky.columns.length;
  await chooser.getByRole('button', { name: 'Show these' }).click();
  await test.step('a column dragged to another place, and one further by a key', async () => {
    await chooser.getByLabel('Find a column').clear();
    await chooser.getByRole('button', { name: 'Shown, in order' }).click();
    const row = (name: string) => chooser.locator(`[data-column="${name}"] button`).first();
    const to = await row('racedate').boundingBox();
    await row('adjust_idm').hover();
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 10, { steps: 4 });
    await page.mouse.up();
    await expect(row('adjust_idm')).toBeFocused();
    await expect.poll(heads).toEqual(['Horse number', 'Horse', 'Adjusted IDM', 'Race date', 'Race key']);
    await page.keyboard.press('Control+Shift+ArrowDown');
    await expect.poll(heads).toEqual(['Horse number', 'Horse', 'Race date', 'Adjusted IDM', 'Race key']);
  });
  await chooser.getByRole('button', { name: 'Close' }).click();
  await grid.scrollTo({ left: 100_000 });
  const sire = TABLES.d_ky.columns.find(({ name }) => name === 'sire_name')?.label.en ?? '';
  await expect(grid.head(sire)).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`^Columns: \\d+ of ${all}$`) })).toBeVisible();
  await page.reload();
  await expect(grid.root).toBeVisible();
  await grid.scrollTo({ left: 100_000 });
  await expect(grid.head(sire)).toBeVisible();
  await grid.scrollTo({ left: 0 });
  await expect.poll(heads).toEqual(['Horse number', 'Horse', 'Race date', 'Adjusted IDM', 'Race key']);
});

test('when scrolled sideways, the name of the horse stays, and every row is counted', async ({
  page,
  service,
}) => {
  const { racedate } = await pastRace(service);
  const records = await service.query('t_zk', { racedate });
  const screen = new TableScreen(page);
  await screen.open('t_zk');
  await screen.query({ racedate });
  await expect(screen.records).toContainText(records.length.toLocaleString('en-US'));
  const grid = screen.grid('t_zk');
  await expect.poll(() => grid.rows()).toBe(records.length);
  const pinned = grid.root.getByRole('columnheader').first();
  const before = await pinned.boundingBox();
  await grid.scrollTo({ left: 400, top: 4000 });
  await expect.poll(() => grid.root.evaluate((root) => root.scrollLeft)).toBe(400);
  expect(await pinned.boundingBox()).toEqual(before);
  // Only nearby rows are drawn, and each reports its position among all.
  expect(await grid.root.getByRole('row').count()).toBeLessThan(120);
  await page.keyboard.press('Escape');
  await new Frame(page).command('Forward');
  await expect.poll(() => grid.root.evaluate((root) => root.scrollLeft)).toBe(400);
});
