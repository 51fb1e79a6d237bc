// Tables of several weeks are downloaded completely: the plan before, the job, the stored records after, and deletion.

import type { Page } from '@playwright/test';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { expect, test } from '../fixtures.ts';
import { DownloadsScreen } from '../pages/downloads.ts';
import { Frame } from '../pages/frame.ts';
import { WelcomeScreen } from '../pages/welcome.ts';

const JOB = /Past race program, Past payoffs/;
const ALL_DAYS = /^(\d+) of \1 days$/;

test('a month is downloaded as planned, stays after SIGKILL, and can be deleted', async ({
  page,
  app,
  dataDir,
  launch,
  windowOf,
  service,
  trouble,
}) => {
  const screen = new DownloadsScreen(page);
  const frame = new Frame(page);
  const to = todayInTokyo(Date.now());
  const from = addDays(to, -27);
  await new WelcomeScreen(page).startSample();
  await frame.open('Downloads');
  await screen.choose(page, 'Last 4 weeks', true);
  for (const table of ['Past meetings', 'Past entries', 'Past entries’ run notes', 'Past results'])
    await screen.choose(page, table, false);

  // Before: the planned requests, and nothing stored.
  await expect(screen.plan.getByRole('row', { name: /^Past payoffs/ })).toBeVisible();
  await expect(screen.plan.getByRole('row', { name: /^Past meetings/ })).toContainText(
    'to verify the records',
  );
  const [requests] = await screen.line(screen.plan, /^Total/);
  expect(Number(requests)).toBeGreaterThan(0);
  await screen.start.click();

  const job = screen.jobs.getByRole('row', { name: JOB });
  await expect(job).toContainText('Complete', { timeout: 30_000 });
  await expect(screen.plan.getByRole('status')).toHaveText(/^Nothing to request/);
  await expect(screen.start).toBeDisabled();
  const records = (await service.query('d_hj', { start_racedate: from, end_racedate: to })).length;
  await expect(screen.stored.getByRole('row', { name: /^Past payoffs/ }).getByText(ALL_DAYS)).toBeVisible();
  await expect(screen.disk.getByRole('row', { name: /d_hj/ }).getByRole('cell').first()).toHaveText(
    records.toLocaleString('en'),
  );

  // A kill loses none of it, and nothing is requested again.
  trouble.allow(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/,
  );
  await app.kill();
  const window = await windowOf(await launch({ dataDir }));
  await afterRestart(window, records);
});

async function afterRestart(page: Page, records: number): Promise<void> {
  const screen = new DownloadsScreen(page);
  await expect(screen.plan.getByRole('status')).toHaveText(/^Nothing to request/);
  await expect(screen.jobs.getByRole('row', { name: JOB })).toContainText('Complete');

  await screen.disk.getByRole('button', { name: 'Delete records of Past payoffs' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(screen.disk.getByRole('status')).toContainText('records deleted');
  await expect(screen.start).toBeEnabled();
  const payoffs = screen.stored.getByRole('row', { name: /^Past payoffs/ });
  await expect(payoffs).toContainText(/^Past payoffs0 of/);

  // Only the gaps are downloaded again, as a separate job.
  await screen.fillGaps.click();
  const filled = screen.jobs.getByRole('row', { name: /^Gaps Past race program, Past payoffs/ });
  await expect(filled).toContainText('Complete', { timeout: 30_000 });
  await expect(payoffs.getByText(ALL_DAYS)).toBeVisible();
  await expect(screen.plan.getByRole('status')).toHaveText(/^Nothing to request/);
  const [, , refetched] = await screen.line(screen.jobs, /^Gaps/);
  expect(refetched).toBe(records.toLocaleString('en'));
}
