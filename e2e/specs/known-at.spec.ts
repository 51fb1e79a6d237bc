// A race as it was known before: a rider changes and a horse is scratched between two fetches, and both states are seen.

import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { expectAccessible } from '../accessible.ts';
import { startChangingService } from '../changing-service.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import type { SampleService } from '../sample-service.ts';

test.use({ sharesApp: false });

const RIDER = '替乗太郎';

/** A race of the next race day, which nothing but the test changes. */
async function comingRace(service: SampleService): Promise<string> {
  const today = todayInTokyo(Date.now());
  for (let days = 1; days <= 7; days += 1) {
    const [race] = await service.query('t_ra', { racedate: addDays(today, days) });
    if (race !== undefined) return String(race['racekey']);
  }
  throw new Error('The sample has no racing in the next week.');
}

test('card and scratches are seen as they were fetched, and it is plain that they are of the past', async ({
  page,
  account,
}) => {
  const racekey = await comingRace(account);
  const card = await account.query('t_ky', { racekey });
  const rider = String(card.find((each) => Number(each['horse_number']) === 1)?.['jockey_name']).trim();
  const changing = await startChangingService(account.url);
  await new WelcomeScreen(page).form.send({ ...account, url: changing.url });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('20');
  await new Frame(page).command(racekey);
  const race = new RaceScreen(page);
  const row = (number: number) => race.card.locator('tbody tr').nth(number - 1);
  const slider = page.getByRole('slider', { name: 'As known at' });
  const banner = page.getByRole('status').filter({ hasText: 'The past: as fetched on' });
  // Requests that take long are moments of their own, so there may be more than two.
  const stepUntil = (key: string, shown: string): Promise<void> =>
    expect(async () => {
      await page.keyboard.press(key);
      await expect(row(1)).toContainText(shown, { timeout: 2_000 });
    }).toPass();
  await expect(row(1)).toContainText(rider);
  await expect(slider).toBeHidden();
  // A request that is under way would be shared by the refresh, and its answer is from before the change.
  await expect(page.getByRole('contentinfo')).toContainText('Idle');

  await test.step('after another fetch, the newest is shown, and the one before can be chosen', async () => {
    changing.change((record) => {
      if (record['racekey'] !== racekey || record['jockey_name'] === undefined) return record;
      const number = Number(record['horse_number']);
      return {
        ...record,
        ...(number === 1 ? { jockey_name: RIDER } : {}),
        ...(number === 2 ? { withdrawn_flag: '1' } : {}),
      };
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(row(1)).toContainText(RIDER);
    await expect(row(2)).toContainText('Withdrawn');
    await expect(slider).toBeVisible({ timeout: 30_000 });
    await expect(slider).toHaveAttribute('aria-valuetext', 'Now');
    await expect(banner).toBeHidden();
  });

  await test.step('by the arrows of the slider', async () => {
    await slider.focus();
    await stepUntil('ArrowLeft', rider);
    await expect(banner).toBeVisible();
    await expect(slider).toHaveAttribute('aria-valuetext', /, \d of \d$/);
    await expect(row(2)).not.toContainText('Withdrawn');
    await expectAccessible(page);
    await stepUntil('ArrowRight', RIDER);
    await expect(row(2)).toContainText('Withdrawn');
    await expect(banner).toBeVisible();
  });

  await test.step('Esc returns to now before it leaves, and the keys go back and forth', async () => {
    await page.keyboard.press('Escape');
    await expect(banner).toBeHidden();
    await expect(slider).toBeFocused();
    await row(1).getByRole('link').first().focus();
    await stepUntil(',', rider);
    await page.keyboard.press('Escape');
    await expect(banner).toBeHidden();
    await expect(row(1)).toContainText(RIDER);
  });

  await test.step('by mouse, outcomes are not of that time, nothing can be exported, and the button returns', async () => {
    await stepUntil(',', rider);
    await expect(banner).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export…' })).toBeHidden();
    await race.open('Result');
    await expect(page.getByText('Not of that time')).toBeVisible();
    await race.open('Card');
    await banner.getByRole('button', { name: 'Back to now' }).click();
    await expect(banner).toBeHidden();
    await expect(row(1)).toContainText(RIDER);
    await expect(slider).toBeFocused();
  });
  await changing.stop();
});
