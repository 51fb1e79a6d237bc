// A picture of every screen in light and dark, into docs/screens: npm test -- screens

import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../fixtures.ts';
import { DayScreen } from '../pages/day.ts';
import { jump, TOUR } from '../pages/tour.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { pastStops } from '../racing.ts';

const FOLDER = fileURLToPath(new URL('../../docs/screens', import.meta.url));

/** The forms of a race day after its courses, in the order of their key, each with what it shows. */
const DAY_FORMS = [
  ['day-list', '.race-list tbody tr'],
  ['day-map', '.odds-map-point'],
] as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen, ${colorScheme}`, async ({ page, service }) => {
    test.setTimeout(180_000);
    const take = async (name: string): Promise<void> => {
      // The path of the test's files on this machine does not belong in the picture.
      for (const folder of await page.getByText(tmpdir()).all())
        await folder.evaluate((element) => (element.textContent = '~/.local/share/railbird'));
      // No pointer over anything, no blinking caret.
      await page.mouse.move(720, 899);
      await page.screenshot({
        path: path.join(FOLDER, `${name}-${colorScheme}.png`),
        animations: 'disabled',
      });
    };
    const stops = await pastStops(service);
    await page.emulateMedia({ colorScheme });
    await take('welcome');
    await new WelcomeScreen(page).startSample();
    // Later pictures show what is read of today: all of it, in light and dark alike.
    await expect(new DayScreen(page).courses.first()).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('Idle');
    for (const { name, open } of TOUR) {
      await open(page, stops);
      await expect(page.getByText('Saving', { exact: true })).toHaveCount(0);
      // Names that no stored record has are found a moment later.
      await expect(page.getByText(/^code \d+$/)).toHaveCount(0);
      await take(name);
    }
    await page.keyboard.press('Escape');
    for (const [name, sign] of DAY_FORMS) {
      await jump(page, stops.racedate);
      await page.keyboard.press('v');
      await expect(page.locator(sign).first()).toBeVisible();
      await take(name);
    }
    await jump(page, stops.racekey);
    await page.getByRole('table', { name: 'Runners of the race' }).locator('tbody tr').first().click();
    await page.keyboard.press('x');
    await expect(page.locator('.explain-sentence')).toBeVisible();
    await expect(page.locator('.skeleton, [role="progressbar"]').filter({ visible: true })).toHaveCount(0, {
      timeout: 60_000,
    });
    await take('race-explain');
  });
}
