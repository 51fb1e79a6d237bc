// The page of the design system: all components, in all themes, without a serious finding.

import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';

test.use({ sharesApp: true });

test('the design system shows the components and the contrasts of all themes', async ({ page }) => {
  const frame = new Frame(page);
  await frame.command('Design system');
  await expect(frame.heading).toHaveText('Design system');
  await expect(page).toHaveURL(/#\/design$/);
  const light = page.getByRole('region', { name: 'Light', exact: true });
  await expect(light.getByRole('row', { name: /^ink paper 16\.\d/ })).toBeVisible();
  await expect(page.getByText('too low')).toHaveCount(0);
  await expect(page.getByRole('grid', { name: 'Runners, an example' })).toBeVisible();
  for (const theme of ['Light', 'Dark', 'High contrast']) {
    await frame.command(`Theme: ${theme}`);
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Open a dialog' }).click();
  await expect(page.getByRole('dialog', { name: 'Open a dialog' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Open a dialog' })).toBeFocused();
});
