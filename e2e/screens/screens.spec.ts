// A picture of every screen in light and dark, into docs/screens: npm test -- screens

import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '../fixtures.ts';
import { TOUR } from '../pages/tour.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { pastStops } from '../racing.ts';

const FOLDER = fileURLToPath(new URL('../../docs/screens', import.meta.url));

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
    for (const { name, open } of TOUR) {
      await open(page, stops);
      await take(name);
    }
  });
}
