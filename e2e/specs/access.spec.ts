// Every screen for users who do not see it, or use no mouse.

import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { DayScreen } from '../pages/day.ts';
import { focused, Frame } from '../pages/frame.ts';
import { HorseScreen } from '../pages/horse.ts';
import { RaceScreen } from '../pages/race.ts';
import { TOUR } from '../pages/tour.ts';
import { pastStops } from '../racing.ts';

test.use({ sharesApp: true });

/** As the attribute that chooses the colors: a screen's content is the same in every theme. */
const OTHER_THEMES = ['dark', 'contrast'] as const;

test('axe finds nothing serious on any screen, in any theme', async ({ page, service }) => {
  test.slow();
  const stops = await pastStops(service);
  const root = page.locator('html');
  await new Frame(page).command('Theme: Light');
  for (const { name, open } of TOUR) {
    await test.step(name, async () => {
      await open(page, stops);
      await expectAccessible(page);
      for (const theme of OTHER_THEMES) {
        await root.evaluate((html, wanted) => html.setAttribute('data-theme', wanted), theme);
        await expectAccessible(page, ['color-contrast']);
      }
      await root.evaluate((html) => html.setAttribute('data-theme', 'light'));
    });
  }
  // The themes are chosen by these attributes.
  for (const [label, theme] of [
    ['Dark', 'dark'],
    ['High contrast', 'contrast'],
  ] as const) {
    await page.keyboard.press('Escape');
    await new Frame(page).command(`Theme: ${label}`);
    await expect(root).toHaveAttribute('data-theme', theme);
  }
});

test('the whole route works by keyboard alone', async ({ page, service }) => {
  const { racedate, racekey } = await pastStops(service);
  const frame = new Frame(page);
  const day = new DayScreen(page);
  const race = new RaceScreen(page);

  await frame.command(racedate);
  await expect(day.races.first()).toBeVisible();
  await expect.poll(() => focused(page)).toContain('1R');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toContain('2R');
  await page.keyboard.press('Enter');
  await expect(race.heading).toContainText('2R');
  await expect(race.tab('Card')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Space');
  await expect(race.tab('Pre-race')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+Space');
  await expect(race.tab('Card')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press(']');
  await expect(race.heading).toContainText('3R');

  await frame.command(racekey);
  await expect(race.heading).toContainText('11R');
  await expect(race.card).toBeVisible();
  await page.keyboard.press('5');
  await expect(race.tab('Result')).toHaveAttribute('aria-selected', 'true');
  // Its columns are complete when the card has loaded too.
  await expect(frame.status).toContainText('Idle');
  const at = (row: number, column: number) =>
    race.result.root.locator(`[data-row="${row}"] [data-index="${column}"]`);
  // Tab alone leads into the grid, to its single tab stop.
  await expect(async () => {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell');
  }).toPass({ intervals: [0] });
  await page.keyboard.press('Control+Home');
  await expect(at(0, 0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(at(1, 0)).toBeFocused();
  for (const column of [1, 2, 3]) {
    await page.keyboard.press('ArrowRight');
    await expect(at(1, column)).toBeFocused();
  }
  const name = await race.result.cell(1, 'Horse');
  await expect(name).toBeFocused();
  const horse = (await name.innerText()).trim();
  await page.keyboard.press('Enter');
  await expect(new HorseScreen(page).heading).toContainText(horse);
  await page.keyboard.press('Escape');
  await expect(name).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(frame.heading).toHaveText('Payoffs');
  await page.keyboard.press('Backspace');
  await expect(name).toBeFocused();
});
