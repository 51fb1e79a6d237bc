// Rows filtered, searched, summarized and grouped, compared with the service's own answer.

import { readFile } from 'node:fs/promises';
import { addDays } from '#shared/racing/racedate.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { ExportDialog } from '../pages/export-dialog.ts';
import { Frame, focused } from '../pages/frame.ts';
import { TableScreen } from '../pages/table.ts';
import { pastRace } from '../racing.ts';
import type { SampleService, ServiceRecord } from '../sample-service.ts';

test.use({ sharesApp: true });

/** Two days of results, opened. */
async function openResults(screen: TableScreen, service: SampleService): Promise<readonly ServiceRecord[]> {
  const { racedate } = await pastRace(service);
  const filter = { start_racedate: addDays(racedate, -1), end_racedate: racedate };
  const records = await service.query('d_se', filter);
  await screen.open('d_se');
  await screen.query(filter);
  await expect(screen.records).toHaveText(`${records.length.toLocaleString('en-US')} records`);
  return records;
}

const finishOf = (record: ServiceRecord): number => Number(record['order_of_finish'] ?? 0);
const odds = (record: ServiceRecord): number => Number(record['confirmed_win_odds'] ?? Number.NaN);

test('filters leave exactly the records that pass, stand as chips, and come back with Back', async ({
  page,
  service,
}) => {
  const screen = new TableScreen(page);
  const all = await openResults(screen, service);
  const counts = (passing: (record: ServiceRecord) => boolean): string => {
    const rows = all.filter(passing).length;
    return rows === all.length
      ? `${all.length.toLocaleString('en-US')} records`
      : `${rows.toLocaleString('en-US')} of ${all.length.toLocaleString('en-US')} records`;
  };
  const placed = (record: ServiceRecord) => finishOf(record) >= 1 && finishOf(record) <= 3;
  await screen.filterBy('Finish', '1..3');
  await expect(screen.records).toHaveText(counts(placed));
  await screen.filterBy('Win odds', '>=10 <50');
  const both = (record: ServiceRecord) => placed(record) && odds(record) >= 10 && odds(record) < 50;
  await expect(screen.records).toHaveText(counts(both));

  await screen.chip('Finish', '1..3').getByRole('checkbox').uncheck();
  await expect(screen.records).toHaveText(counts((record) => odds(record) >= 10 && odds(record) < 50));

  const name = String(all.find(both)?.['horse_name']);
  await page.keyboard.press('Control+f');
  await expect(screen.quick).toBeFocused();
  await screen.quick.fill(name);
  await expect(screen.records).toContainText('1 of ');
  await page.keyboard.press('Escape');
  expect(await focused(page)).not.toContain('INPUT');
  await expect(screen.quick).toHaveValue(name);

  await new Frame(page).open('Payoffs');
  await new Frame(page).back.click();
  await expect(screen.records).toContainText('1 of ');
  await expect(screen.chip('Finish', '1..3').getByRole('checkbox')).not.toBeChecked();
  await screen.chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(screen.records).toHaveText(counts(() => true));
});

test('values are ticked with their counts, an unreadable text is reported, and nothing is lost', async ({
  page,
  service,
}) => {
  const screen = new TableScreen(page);
  const all = await openResults(screen, service);
  const wins = all.filter((record) => finishOf(record) === 1).length;
  const finish = await screen.openFilter('Finish');
  await expectAccessible(page);
  await finish.getByRole('checkbox', { name: `1 ${wins}`, exact: true }).check();
  await expect(screen.records).toContainText(`${wins.toLocaleString('en-US')} of `);
  await page.keyboard.press('Escape');
  await expect(finish).toBeHidden();

  const odd = await screen.openFilter('Win odds');
  await odd.getByRole('textbox', { name: 'Condition' }).fill('>=ten');
  await expect(odd).toContainText('“ten”');
  await page.keyboard.press('Escape');
  await expect(screen.chip('Win odds', '>=ten')).toContainText('not understood');
  await expect(screen.records).toContainText(`${wins.toLocaleString('en-US')} of `);
});

test('an export writes the visible rows', async ({ page, service }) => {
  const screen = new TableScreen(page);
  const all = await openResults(screen, service);
  await screen.filterBy('Finish', '1');
  const wins = all.filter((record) => finishOf(record) === 1).length;
  await expect(screen.records).toContainText(`${wins} of `);
  const exporting = new ExportDialog(page);
  await exporting.open();
  await expect(exporting.dialog).toContainText(`${wins} records`);
  await expect(exporting.dialog).toContainText('Filtered from');
  await exporting.start.click();
  const path = (await exporting.path.innerText()).trim();
  const lines = (await readFile(path, 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(wins + 1);
});

test('the summary groups the visible rows, and a total opens its rows', async ({ page, service }) => {
  const screen = new TableScreen(page);
  const all = await openResults(screen, service);
  await page.getByRole('button', { name: 'Summary' }).click();
  const panel = page.getByRole('complementary', { name: 'Summary' });
  await panel.getByRole('button', { name: 'Groups' }).click();
  await panel.getByLabel('Group by').selectOption({ label: 'Popularity' });
  const favorites = all.filter((record) => Number(record['confirmed_win_popularity']) === 1);
  const row = panel.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '1', exact: true }) });
  await expect(row).toContainText(String(favorites.length));
  const wins = favorites.filter((record) => finishOf(record) === 1).length;
  const rate = ((wins / favorites.length) * 100).toFixed(1);
  await expect(row.getByRole('cell', { name: rate, exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('button').click();
  await expect(screen.records).toContainText(`${favorites.length} of `);
  await expect(screen.chips).toContainText('Popularity');
});
