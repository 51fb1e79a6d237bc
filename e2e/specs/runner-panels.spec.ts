// What stands below the grids of a race for the chosen runner: its gear and legs before the race, and its work against the
// works of its trainer's winners.

import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { Grid } from '../pages/grid.ts';
import { RaceScreen } from '../pages/race.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { lastMonth, pastRace } from '../racing.ts';
import { railbird } from '../railbird.ts';

test.describe('on a card', () => {
  test.use({ sharesApp: true });

  test('the chosen runner’s gear is drawn and listed, by keyboard and by mouse', async ({
    page,
    service,
  }) => {
    const { racekey } = await pastRace(service);
    const runners = (await service.query('t_pd', { racekey }))
      .map((record) => ({
        name: String(record['horse_name']).trim(),
        gear: [1, 2, 3, 4, 5, 6, 7].filter((n) => String(record[`this_gear${n}_cd`] ?? '').trim() !== '')
          .length,
        number: Number(record['horse_number']),
      }))
      .toSorted((a, b) => a.number - b.number);
    await new Frame(page).command(racekey);
    const race = new RaceScreen(page);
    await race.opened();
    await page.keyboard.press('2');
    const grid = new Grid(page, 'Pre-race');
    await expect(grid.root).toBeVisible();
    const [, second, third] = runners;

    // From the tab into the grid, and to the second runner.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const panel = page.getByRole('region', { name: `Gear and legs: ${second?.name}` });
    await expect(panel.getByRole('img')).toBeVisible();
    const present = panel.getByRole('row').filter({ hasNotText: 'not noted this time' });
    expect(await present.count()).toBeGreaterThan(second?.gear ?? 0);
    await expectAccessible(page);

    await grid.root
      .getByText(third?.name ?? '')
      .locator('xpath=ancestor::*[@role="gridcell"]')
      .click({ position: { x: 4, y: 4 } });
    await expect(page.getByRole('region', { name: `Gear and legs: ${third?.name}` })).toBeVisible();
    await expect(panel).toHaveCount(0);
  });
});

test('the work of the chosen runner is set against those of its trainer’s winners', async ({
  page,
  service,
  dataDir,
}) => {
  const { racekey, racedate } = await pastRace(service);
  const { from } = lastMonth();
  await new WelcomeScreen(page).startSample();
  await railbird(dataDir, 'download', 'd_ra', 'd_ky', 'd_se', 't_ch', '--from', from, '--to', racedate);
  await new Frame(page).command(racekey);
  const race = new RaceScreen(page);
  await race.opened();
  await page.keyboard.press('3');
  await expect(new Grid(page, 'Training').root).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const entries = (await service.query('d_ky', { racekey })).toSorted(
    (a, b) => Number(a['horse_number']) - Number(b['horse_number']),
  );
  const trainer = String(entries[1]?.['trainer_name']).trim();
  const code = String(entries[1]?.['trainer_cd']).trim();
  const part = page.getByRole('region', { name: `Against the works of ${trainer}’s winners` });
  await expect(part).toBeVisible();

  // The winners of the trainer before this race, of the days that were downloaded, by the service itself.
  const filter = { start_racedate: from, end_racedate: racedate };
  const own = new Set(
    (await service.query('d_ky', filter))
      .filter((entry) => String(entry['trainer_cd']).trim() === code && String(entry['racedate']) < racedate)
      .map((entry) => `${String(entry['racekey'])} ${Number(entry['horse_number'])}`),
  );
  const won = (await service.query('d_se', filter)).filter(
    (result) =>
      Number(result['order_of_finish']) === 1 &&
      own.has(`${String(result['racekey'])} ${Number(result['horse_number'])}`),
  );
  await expect(part).toContainText(
    won.length === 0 ? 'No work of a winner of this trainer is stored' : `${won.length} winner`,
  );
  await expect(page.getByRole('region', { name: 'With a partner' })).toContainText(
    /Stored works of this horse/,
  );
  await expectAccessible(page);
});
