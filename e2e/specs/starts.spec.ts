// The window opens, can be used, and leaves nothing behind.

import { expect, test } from '../fixtures.ts';

test('the window says that it is ready, in words and to programs', async ({ page }) => {
  await expect(page.locator('[data-app-state="ready"]')).toBeVisible();
  await expect(page).toHaveTitle(/Railbird/);
});

test('the address alone, without its launch token, shows nothing', async ({ app, playwright }) => {
  const request = await playwright.request.newContext();
  const { origin } = new URL(app.url);
  const answer = await request.post(`${origin}/`, { failOnStatusCode: false });
  expect(answer.status()).toBeGreaterThanOrEqual(400);
  await request.dispose();
});
