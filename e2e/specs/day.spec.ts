// The forms of a race day: all races by post time, odds against an index, and what stands beside them.

import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { DayScreen } from '../pages/day.ts';
import { pastRace } from '../racing.ts';

test.use({ appArgs: ['--sample'], sharesApp: true });

test('a day as a list is sorted, filtered and walked by keyboard, and stays a list', async ({
  page,
  service,
}) => {
  const { racedate } = await pastRace(service);
  const programs = await service.query('d_ra', { start_racedate: racedate, end_racedate: racedate });
  const day = new DayScreen(page);
  await day.show(racedate);
  await expect(day.races.first()).toBeVisible();
  await day.chooseForm('List');
  const rows = day.list.locator('tbody tr');
  await expect(rows).toHaveCount(programs.length);

  // The first race of the day is the one with the earliest post time at any course.
  const earliest = programs.map((race) => String(race['post_time'])).toSorted()[0] ?? '';
  await expect(rows.first()).toContainText(`${earliest.slice(0, 2)}:${earliest.slice(2)}`);
  await expectAccessible(page);

  await day.list.getByRole('button', { name: 'Win payoff' }).click();
  const paid = await rows.locator('td:last-child').allInnerTexts();
  const amounts = paid.map((text) => Number(text.split(',').join('').replace('¥', '')));
  expect(amounts[0]).toBe(Math.max(...amounts));

  await page.getByRole('combobox', { name: 'Surface' }).selectOption('Dirt');
  const dirt = programs.filter((race) => String(race['track_type']) === '2').length;
  await expect(rows).toHaveCount(dirt);
  await expect(page.getByText(`${dirt} of ${programs.length} races`)).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();

  await rows.nth(0).getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const opened = rows.nth(2).getByRole('button');
  await expect(opened).toBeFocused();
  const name = (await opened.getAttribute('aria-label')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Card' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(day.list.getByRole('button', { name, exact: true })).toBeFocused();

  // The key changes the form, and a click anywhere in a row opens its race.
  await page.keyboard.press('v');
  await expect(day.map).toBeVisible();
  await page.keyboard.press('v');
  await expect(day.races.first()).toBeVisible();
  await day.chooseForm('List');
  await page.reload();
  await expect(rows).toHaveCount(programs.length);
  await rows.nth(4).click({ position: { x: 600, y: 10 } });
  await expect(page.getByRole('tab', { name: 'Card' })).toBeVisible();
});

test('odds against an index: by keyboard, by mouse, and as a table', async ({ page, service }) => {
  const { racedate } = await pastRace(service);
  const day = new DayScreen(page);
  await day.show(racedate);
  await expect(day.races.first()).toBeVisible();
  await day.chooseForm('Odds and index');
  await expect(day.map).toBeVisible();
  await expectAccessible(page);

  const first = day.map.locator('[tabindex="0"]');
  await expect(first).toHaveCount(1);
  await first.focus();
  await page.keyboard.press('ArrowRight');
  const label = (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '';
  expect(label).toMatch(/R \d+ .+, Overall index .+, odds .+ \(final\)/);
  await expect(day.map.locator('.odds-map-bubble')).toContainText(label.split(', ')[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Card' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(day.map.getByRole('link', { name: label, exact: true })).toBeFocused();

  await page.getByRole('button', { name: 'As a table' }).click();
  const results = await service.query('d_se', { start_racedate: racedate, end_racedate: racedate });
  const finished = results.filter(({ order_of_finish: finish }) => Number(finish) > 0).length;
  const rows = page.getByRole('main').getByRole('table').locator('tbody tr');
  expect(await rows.count()).toBeGreaterThanOrEqual(finished);
  await expectAccessible(page);
  await rows.first().getByRole('link').click();
  await expect(page.getByRole('tab', { name: 'Card' })).toBeVisible();
});

test('the biggest payoffs of the day lead to the payoffs of their races', async ({ page, service }) => {
  const { racedate } = await pastRace(service);
  const payoffs = await service.query('d_hj', { start_racedate: racedate, end_racedate: racedate });
  const most = Math.max(
    ...payoffs.flatMap((record) =>
      Object.entries(record).flatMap(([field, value]) => (/_payoff_\d+$/.test(field) ? Number(value) : [])),
    ),
  );
  const day = new DayScreen(page);
  await day.show(racedate);
  const panel = page.getByRole('region', { name: /Biggest payoffs/ });
  await expect(panel.getByRole('link')).toHaveCount(5);
  await expect(panel.getByRole('link').first()).toContainText(`¥${most.toLocaleString('en-US')}`);
  await panel.getByRole('link').first().click();
  await expect(page.getByRole('tab', { name: 'Payoffs' })).toHaveAttribute('aria-selected', 'true');
});
