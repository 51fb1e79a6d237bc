// The window opens, can be used, and leaves nothing behind.

import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

test('the window says that it is ready, in words and to programs', async ({ page }) => {
  await expect(page.locator('[data-app-state="ready"]')).toBeVisible();
  await expect(page).toHaveTitle(/Railbird/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on the first screen, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  });
}

test('a call without the launch token is refused', async ({ app, request }) => {
  const { origin } = new URL(app.url);
  const answer = await request.post(`${origin}/rpc/app/state`, { data: {}, failOnStatusCode: false });
  expect(answer.status()).toBe(401);
});
