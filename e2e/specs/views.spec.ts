// Named views: a user's layout comes back, after a kill as well as through a file.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { addDays } from '#shared/racing/racedate.ts';
import { expect, test, type Host } from '../fixtures.ts';
import { ExportDialog } from '../pages/export-dialog.ts';
import { TableScreen } from '../pages/table.ts';
import { Views } from '../pages/views.ts';
import { pastRace } from '../racing.ts';
import type { SampleService } from '../sample-service.ts';

test.use({ appArgs: ['--sample'] });

async function openEntries(screen: TableScreen, service: SampleService): Promise<void> {
  const { racedate } = await pastRace(service);
  await screen.open('d_ky');
  await screen.query({ start_racedate: addDays(racedate, -1), end_racedate: racedate });
  await expect(screen.grid('d_ky').row(0)).toBeVisible();
}

/** A view with everything that one can contain, as a file. */
const FILE = {
  format: 'railbird-views',
  version: 1,
  views: [
    {
      table: 'd_ky',
      name: 'Handicap',
      content: {
        columns: {
          shown: [
            'racekey',
            'jockey_name',
            'horse_name',
            'adjust_idm',
            'ten_index',
            'agari_index',
            'sire_name',
          ],
          widths: { jockey_name: 187, adjust_idm: 91 },
          pinnedStart: ['racekey', 'horse_name'],
          pinnedEnd: ['adjust_idm'],
          foldedGroups: [],
        },
        sort: [{ column: 'adjust_idm', direction: 'descending' }],
        filters: [
          { column: 'adjust_idm', text: '>=20', on: true },
          { column: 'ten_index', text: '<0', on: false },
        ],
        quick: '',
      },
    },
  ],
  layouts: [],
} as const;

const asUpload = (file: unknown) => ({
  name: 'views.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(file)),
});

/** How a table looks: columns with their widths, records, filters, sort. */
async function looksOf(page: Page) {
  const screen = new TableScreen(page);
  const grid = screen.grid('d_ky');
  return {
    heads: await grid.root.evaluate((root) =>
      [...root.querySelectorAll<HTMLElement>('[role="row"][data-row="-1"] [role="columnheader"]')]
        .toSorted((a, b) => Number(a.ariaColIndex) - Number(b.ariaColIndex))
        .map((head) => [head.ariaLabel, Math.round(head.getBoundingClientRect().width)]),
    ),
    records: await screen.records.innerText(),
    chips: await screen.chips.innerText(),
    on: await screen.chips
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked)),
    sort: await grid.head('Adjusted IDM').getAttribute('aria-sort'),
  };
}

test('a saved view is unchanged after the app is killed and restarted', async ({
  page,
  app,
  dataDir,
  launch,
  windowOf,
  service,
  trouble,
}) => {
  const screen = new TableScreen(page);
  const views = new Views(page);
  const grid = screen.grid('d_ky');
  await openEntries(screen, service);
  await views.file.setInputFiles(asUpload(FILE));
  await expect(page.getByText('Added. Views: 1, layouts: 0.')).toBeVisible();
  await views.choose('Handicap');
  await screen.filterBy('Finish index', '<=0');
  await expect(views.shows('Handicap', true)).toBeVisible();
  await views.saveAs('Saturday');
  await grid.scrollTo({ top: 700 });

  const before = await looksOf(page);
  expect(before.on).toEqual([true, false, true]);
  expect(before.sort).toBe('descending');
  expect(before.heads.at(1)?.[0]).toBe('Horse');
  expect(before.heads).toContainEqual(['Jockey', 187]);

  // The window shows at once what reaches the disk shortly after; after the kill only the disk remains.
  const onDisk = (file: string) => readFile(path.join(dataDir, file), 'utf8');
  await expect.poll(() => onDisk('views.json')).toContain('Saturday');
  await expect.poll(() => onDisk('settings.json')).toMatch(/\\"top\\":700/);
  trouble.allow(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/,
  );
  await app.kill();
  const window = await windowOf(await launch({ dataDir, args: ['--sample'] }));

  await expect(new Views(window).shows('Saturday')).toBeVisible();
  const { root } = new TableScreen(window).grid('d_ky');
  await expect(root).toBeVisible();
  await expect.poll(() => looksOf(window)).toEqual(before);
  await expect.poll(() => root.evaluate(({ scrollTop }) => scrollTop)).toBe(700);
});

test('a view is changed, reset, renamed, deleted and restored, and opens its table', async ({
  page,
  service,
}) => {
  const screen = new TableScreen(page);
  const views = new Views(page);
  await openEntries(screen, service);
  await views.choose('Pace');
  await expect(screen.grid('d_ky').head('Predicted pace')).toBeVisible();
  await screen.filterBy('Early index', '>=-10');
  await expect(views.shows('Pace', true)).toBeVisible();
  await views.saveAs('Front runners');
  await screen.chips.getByRole('checkbox').uncheck();
  await expect(views.shows('Front runners', true)).toBeVisible();
  await views.bar.getByRole('button', { name: 'Revert to saved' }).click();
  await expect(screen.chips.getByRole('checkbox')).toBeChecked();

  await views.act('Rename…');
  await views.name('Rename…', 'Leaders');
  await views.act('Make default for this table');
  await views.act('Delete');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(views.shows('Leaders')).toBeVisible();

  await screen.open('d_se');
  await openEntries(screen, service);
  await expect(views.shows('Leaders')).toBeVisible();
  await expect(screen.chip('Early index', '>=-10').getByRole('checkbox')).toBeChecked();
});

/** The file of views: downloaded in a browser, saved by the desktop app. */
async function writtenFile(page: Page, host: Host, dataDir: string): Promise<string> {
  if (host === 'web') {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the file' }).click();
    return await (await download).path();
  }
  await expect(page.getByText(/^Saved\. Views: /)).toBeVisible();
  const folder = path.join(dataDir, 'exports');
  const [file = ''] = await readdir(folder);
  return path.join(folder, file);
}

test('views are written to a file and read from one, and a frozen layout keeps an export’s columns', async ({
  page,
  host,
  dataDir,
  service,
}) => {
  const screen = new TableScreen(page);
  const views = new Views(page);
  await openEntries(screen, service);
  await views.choose('Jockey');
  await views.saveAs('Riders');
  await views.act('Freeze columns for exports…');
  await views.name('Freeze columns for exports…', 'Macro');
  await expect(page.getByText('“Macro” version 1')).toBeVisible();

  await views.act('Save this table’s views to a file');
  const written = JSON.parse(await readFile(await writtenFile(page, host, dataDir), 'utf8'));
  expect(written).toMatchObject({ format: 'railbird-views', views: [{ name: 'Riders' }] });
  const [layout] = written.layouts as { columns: string[] }[];
  if (layout === undefined) throw new Error('no layout was written');

  await views.file.setInputFiles(asUpload({ ...written, version: 9 }));
  await expect(page.getByText(/written by a newer version of Railbird/)).toBeVisible();
  // Another user's layout, with a column that this service does not have.
  const other = { table: 'd_ky', name: 'Theirs', version: 4, columns: [...layout.columns, 'gone_column'] };
  await views.file.setInputFiles(asUpload({ ...written, views: [], layouts: [other] }));
  await expect(page.getByText('Added. Views: 0, layouts: 1.')).toBeVisible();

  await views.choose('Card');
  const exporting = new ExportDialog(page);
  await exporting.open();
  await exporting.dialog.getByLabel('Frozen layout').selectOption({ label: 'Theirs v4' });
  await expect(exporting.dialog).toContainText('gone_column');
  await exporting.start.click();
  const file = (await exporting.path.innerText()).trim();
  const [header, first] = (await readFile(file, 'utf8')).split('\r\n');
  expect(header?.split(',')).toEqual(other.columns);
  expect(first?.endsWith(',')).toBe(true);
  const manifest = JSON.parse(await readFile(`${file}.manifest.json`, 'utf8'));
  expect(manifest).toMatchObject({
    layout: { name: 'Theirs', version: 4 },
    empty_columns: ['gone_column'],
  });
});
