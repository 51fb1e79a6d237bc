// Every figure tells where it comes from, by the right button and by a key, and can be cited.

import type { Locator } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { HorseScreen } from '../pages/horse.ts';
import { RaceScreen } from '../pages/race.ts';
import { pastStops } from '../racing.ts';

test.use({ sharesApp: true, permissions: ['clipboard-read', 'clipboard-write'] });

const copied = (): Promise<string> => navigator.clipboard.readText();

test('a cell of a grid names its table, column, time and completeness, and is cited', async ({
  page,
  service,
}) => {
  const { racekey } = await pastStops(service);
  const results = await service.query('d_se', { racekey });
  const winner = results.find((result) => Number(result['order_of_finish']) === 1);
  const frame = new Frame(page);
  const race = new RaceScreen(page);
  await frame.command(racekey);
  await race.open('Result');
  const odds = await race.result.cell(0, 'Win odds');
  await odds.click();
  await page.keyboard.press('Alt+c');
  await expect(frame.status).toContainText('Copied: d_se');
  const citation = await page.evaluate(copied);
  expect(citation).toContain(`racekey=${racekey}`);
  expect(citation).toContain(`horse_number=${String(winner?.['horse_number']).trim()}`);
  expect(citation).toMatch(
    /: confirmed_win_odds \(.+\) = [\d.,]+.*; fetched \d{4}-\d\d-\d\dT[\d:]+\+09:00; (in)?complete$/,
  );

  await page.keyboard.press('Alt+i');
  const dialog = page.getByRole('dialog', { name: 'About this figure' });
  await expect(dialog).toContainText('d_se');
  await expect(dialog).toContainText('confirmed_win_odds');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(race.heading).toContainText('11R');

  await odds.click({ button: 'right' });
  await page.getByRole('menuitem', { name: /About this figure/ }).click();
  await expect(dialog).toContainText('confirmed_win_odds');
  await dialog.getByRole('button', { name: 'Copy citation' }).click();
  expect(await page.evaluate(copied)).toBe(citation);
});

test('rows and panels outside grids tell the same', async ({ page, service }) => {
  const { racekey, horseId } = await pastStops(service);
  const frame = new Frame(page);
  const race = new RaceScreen(page);
  const dialog = page.getByRole('dialog', { name: 'About this figure' });
  await frame.command(racekey);
  await expect(race.card).toBeVisible();
  await race.card.locator('td[data-figure="criteria_win_odds"]').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /About this figure/ }).click();
  await expect(dialog).toContainText('d_ky');
  await expect(dialog.getByLabel('Figure')).toHaveValue('criteria_win_odds');
  await dialog.getByLabel('Figure').selectOption({ value: 'horse_name' });
  await expect(dialog).toContainText('horse_name');
  await dialog.getByRole('button', { name: 'Close' }).click();

  // By keyboard, of the current row.
  await race.card.locator('[data-stop]').first().focus();
  await page.keyboard.press('Alt+i');
  await expect(dialog).toContainText('d_ky');
  await page.keyboard.press('Escape');

  await page.locator('.race-facts').click({ button: 'right', position: { x: 3, y: 3 } });
  await page.getByRole('menuitem', { name: /About this figure/ }).click();
  await expect(dialog).toContainText('_ra');
  await page.keyboard.press('Escape');
  await frame.command(`railbird://horse/${horseId}`);
  await expect(new HorseScreen(page).runs.root).toBeVisible();
  await page.locator('.horse-facts dt').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /About this figure/ }).click();
  await expect(dialog).toContainText('m_uk');
});

test('payoffs, the biggest ones of a day, and runners side by side tell it of the figure that is pressed', async ({
  page,
  service,
}) => {
  const { racekey, racedate } = await pastStops(service);
  const frame = new Frame(page);
  const race = new RaceScreen(page);
  const dialog = page.getByRole('dialog', { name: 'About this figure' });
  const ask = async (cell: Locator): Promise<void> => {
    await cell.click({ button: 'right' });
    await page.getByRole('menuitem', { name: /About this figure/ }).click();
  };
  await frame.command(racekey);
  await race.open('Payoffs');
  for (const column of ['win_payoff_1', 'quinella_popularity_1']) {
    await ask(page.locator(`td[data-figure="${column}"]`));
    await expect(dialog.getByLabel('Figure')).toHaveValue(column);
    await expect(dialog).toContainText('d_hj');
    await page.keyboard.press('Escape');
  }
  await race.open('Past runs');
  await ask(page.locator('.past-run-idm').first());
  await expect(dialog.getByLabel('Figure')).toHaveValue(/^race_back_\d_idm$/);
  await expect(dialog).toContainText('_ze');
  await page.keyboard.press('Escape');
  await race.open('Compare');
  const expected = page
    .getByRole('row', { name: /^Overall/ })
    .getByRole('cell')
    .first();
  await ask(expected);
  await expect(dialog).toContainText('d_ky');
  await expect(dialog).toContainText('integration_index');
  await page.keyboard.press('Escape');
  await frame.command(racedate);
  await ask(page.locator('.day-biggest li').first());
  await expect(dialog.getByLabel('Figure')).toHaveValue(/_payoff_\d$/);
});
