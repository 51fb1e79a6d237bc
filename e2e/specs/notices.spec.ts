// A damaged archive as the window shows it: above every screen, at every start, until the user dismisses it.

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { createArchives } from '../../electron/archive/archives.ts';
import {
  damageLongDay,
  fillLong,
  LONG_DAYS,
  ROWS_A_DAY,
} from '../../electron/archive/testing/long-archive.ts';
import { NO_NOTICES } from '../../electron/testing/no-notices.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { Frame, type Screen } from '../pages/frame.ts';
import { TableScreen } from '../pages/table.ts';
import type { Trouble } from '../trouble.ts';

/** Nothing answers there: the archive opens all the same. */
const ADDRESS = 'http://127.0.0.1:9';
const ENV = { RAILBIRD_BASE_URL: ADDRESS, RAILBIRD_API_KEY: 'app', RAILBIRD_USER_KEY: 'user' };

const SCREENS: readonly Screen[] = ['Race day', 'Tables', 'Payoffs', 'Downloads', 'Settings'];

test.use({ sampleIsMade: false });

/** Nothing answers at the address of the account, which the window receives as a coded failure. */
const allowUnreachable = (trouble: Trouble): void => {
  trouble.allow(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/,
  );
};

const archivesIn = (dataDir: string) => createArchives({ dataDir, now: () => 0, notices: NO_NOTICES });
const ACCOUNT = { kind: 'account', baseUrl: ADDRESS } as const;

const noticeIn = (page: Page) =>
  page.getByRole('status').filter({ hasText: /The archive was damaged|保存データが壊れていました/ });

/** The notice takes space of its own: the screen begins below it. */
async function expectNothingCovered(page: Page): Promise<void> {
  const notice = await noticeIn(page).boundingBox();
  const screen = await page.getByRole('main').boundingBox();
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual((screen?.y ?? 0) + 1);
  // Most of the window still belongs to the screen.
  expect(screen?.height ?? 0).toBeGreaterThan(600);
}

test('a damaged archive is reported above every screen and at every start until the user dismisses it', async ({
  windowOf,
  app,
  dataDir,
  launch,
  trouble,
}) => {
  test.setTimeout(300_000);
  allowUnreachable(trouble);
  await app.stop();
  const archive = archivesIn(dataDir).pathOf(ACCOUNT);
  await mkdir(path.dirname(archive), { recursive: true });
  await writeFile(archive, 'no archive any more '.repeat(1_000));

  const first = await launch({ dataDir, env: ENV });
  await expectAboveEverything(await windowOf(first));
  await first.stop();

  const second = await launch({ dataDir, env: ENV });
  const dismissing = noticeIn(await windowOf(second));
  await expect(dismissing).toBeVisible();
  await dismissing.getByRole('button', { name: '閉じる' }).click();
  await expect(dismissing).toBeHidden();
  await second.stop();

  const window = await windowOf(await launch({ dataDir, env: ENV }));
  await expect(new Frame(window).heading).toBeVisible();
  await expect(noticeIn(window)).toBeHidden();
  expect(await readdir(path.dirname(archive))).toEqual(
    expect.arrayContaining([expect.stringMatching(/\.duckdb\.damaged-\d+$/)]),
  );
});

/** On every screen, in both languages and schemes; the language stays Japanese. */
async function expectAboveEverything(page: Page): Promise<void> {
  const frame = new Frame(page);
  const picture = (name: string) => page.screenshot({ path: test.info().outputPath(`notice-${name}.png`) });
  await expect(noticeIn(page)).toContainText('All records of this archive.');
  await expect(noticeIn(page)).toContainText('.duckdb.damaged-');
  for (const screen of SCREENS) {
    await frame.open(screen);
    await expect(noticeIn(page)).toBeVisible();
    await expectNothingCovered(page);
  }
  await frame.open('Downloads');
  for (const language of ['English', '日本語'] as const) {
    await frame.command(language);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(noticeIn(page)).toBeVisible();
      await expectNothingCovered(page);
      await picture(`${language === 'English' ? 'en' : 'ja'}-${colorScheme}`);
    }
  }
  await expectAccessible(page);
}

test('of an archive with a damaged block, the saved records are shown, and the window names the lost day', async ({
  windowOf,
  app,
  dataDir,
  launch,
  trouble,
}) => {
  test.setTimeout(180_000);
  allowUnreachable(trouble);
  await app.stop();
  const archives = archivesIn(dataDir);
  const path = archives.pathOf(ACCOUNT);
  await (await archives.of(ACCOUNT)).setNote('made', 'yes');
  await archives.close();
  await fillLong(path);
  await damageLongDay(path, '20261108');

  const window = await windowOf(await launch({ dataDir, env: ENV }));
  // Only then does it accept keys.
  await expect(window.locator('[data-app-state="ready"]')).toBeAttached({ timeout: 30_000 });
  const table = new TableScreen(window);
  await table.open('d_se');
  const [first = '', , last = ''] = LONG_DAYS;
  await table.query({ start_racedate: first, end_racedate: last });

  const kept = (2 * ROWS_A_DAY).toLocaleString('en');
  await expect(noticeIn(window)).toContainText(`(d_se): ${kept} records`);
  await expect(noticeIn(window)).toContainText('1 day, 2026-11-08');
  await expect(noticeIn(window)).toContainText('fill the gaps');
  await expect(table.records).toHaveText(`${kept} records`);
  // The lost day is one of those that are not fetched, from the first time that its table is opened.
  await expect(window.getByRole('main')).toContainText(
    'Not fetched yet (2026-11-02 (Mon) – 2026-11-14 (Sat))',
  );
  await expectNothingCovered(window);
  await window.screenshot({ path: test.info().outputPath('notice-partly.png') });
});
