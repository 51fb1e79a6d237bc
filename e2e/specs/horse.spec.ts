// The page of a horse: its runs as a chart that opens races by keyboard and by mouse, the rows behind its record, what hid
// its form, and whom it met.

import type { Page } from '@playwright/test';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { HorseScreen } from '../pages/horse.ts';
import { RaceScreen } from '../pages/race.ts';
import { lastMonth, pastStops } from '../racing.ts';
import type { SampleService, ServiceRecord } from '../sample-service.ts';

test.use({ sharesApp: 'with a month' });

async function openHorse(page: Page, horseId: string): Promise<HorseScreen> {
  await new Frame(page).command(horseId);
  const horse = new HorseScreen(page);
  await expect(horse.runs.root).toBeVisible();
  return horse;
}

/** A runner of the month whose index was corrected for trouble or a slow start, with the points of both. */
async function troubled(service: SampleService): Promise<{ record: ServiceRecord; points: number }> {
  const { from, to } = lastMonth();
  const results = await service.query('d_se', { start_racedate: from, end_racedate: to });
  const found = results
    .map((record) => ({
      record,
      points: ['start', 'positioning', 'adverse']
        .map((part) => Number(record[`correction_value_${part}`] ?? 0))
        .reduce((sum, points) => sum + Math.max(0, points), 0),
    }))
    .find(({ record }) => Number(record['correction_value_adverse'] ?? 0) > 0);
  if (found === undefined) throw new Error('The sample has no run with trouble in this month.');
  return found;
}

test('the chart, the record and the opponents of a horse lead to its races and back', async ({
  page,
  service,
}) => {
  const { horseId } = await pastStops(service);
  const horse = await openHorse(page, horseId);
  const race = new RaceScreen(page);
  await expect(horse.points.first()).toBeVisible();
  await expectAccessible(page);

  await test.step('by keyboard, a run of the chart opens its race, and Escape returns to it', async () => {
    await horse.points.first().focus();
    await page.keyboard.press('End');
    const label = await page.locator(':focus').getAttribute('aria-label');
    await expect(horse.chart.locator('.run-chart-read')).toHaveText(String(label));
    await page.keyboard.press('Enter');
    await expect(race.tab('Result')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(horse.chart).toBeVisible();
    await expect(page.locator(':focus')).toHaveAttribute('aria-label', String(label));
  });

  await test.step('by mouse too; the table has the same runs', async () => {
    const count = await horse.points.count();
    // Other tests of the app may have read earlier runs, whose races the sample does not have.
    await horse.points.last().click();
    await expect(race.tab('Result')).toHaveAttribute('aria-selected', 'true');
    await new Frame(page).back.click();
    await horse.chart.getByRole('button', { name: 'As a table' }).click();
    await expect(horse.chart.getByRole('table').getByRole('link')).toHaveCount(count);
    await expectAccessible(page);
    await horse.chart.getByRole('button', { name: 'As a chart' }).click();
    await expect(horse.points).toHaveCount(count);
  });

  await test.step('a number of runs opens these runs', async () => {
    const opener = horse.record('By surface').locator('tbody tr').first().getByRole('button');
    const count = (await opener.innerText()).trim();
    await opener.click();
    await expect(new Frame(page).heading).toContainText('Runs');
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(
      new RegExp(`^${count}\\b`),
    );
    await new Frame(page).back.click();
    await expect(opener).toBeVisible();
  });

  await test.step('the last meeting with an opponent opens the race in which both finished so', async () => {
    const line = horse.opponents.getByRole('table').locator('tbody tr').first();
    const opponent = (await line.getByRole('link').first().innerText()).trim();
    const [own, other] = (await line.getByRole('cell').last().innerText()).split(' – ');
    await line.getByRole('link').last().click();
    await expect(race.tab('Result')).toHaveAttribute('aria-selected', 'true');
    const field = await race.result.rows();
    const rows = await race.result.texts('Horse', 0, field);
    const finishes = await race.result.texts('Finish', 0, field);
    expect(finishes[rows.indexOf(opponent)]).toBe(other);
    expect(finishes).toContain(own);
    await page.keyboard.press('Escape');
    await expect(horse.opponents).toBeVisible();
  });
});

test('a run with trouble says why it was better than it looked, and by how much', async ({
  page,
  service,
}) => {
  const { record, points } = await troubled(service);
  const horse = await openHorse(page, String(record['horse_id']));
  const all = horse.hidden.getByRole('button', { name: /^Show all/ });
  if (await all.isVisible()) await all.click();
  const racedate = String(record['racedate']);
  // A horse runs once a day.
  const line = horse.hidden
    .locator('tbody tr')
    .filter({ hasText: formatRacedate(racedate, 'en') ?? racedate });
  await expect(line.getByRole('cell', { name: `+${points}`, exact: true })).toBeVisible();
  await expect(line).toContainText(/trouble \((?:early|halfway|late)/);
  await line.getByRole('link').click();
  await expect(new RaceScreen(page).tab('Result')).toHaveAttribute('aria-selected', 'true');
});
