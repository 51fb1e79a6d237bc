// The window opens, can be used, and leaves nothing behind.

import { mkdir, writeFile } from 'node:fs/promises';
import { answerToUpgrade } from '../../electron/testing/loopback-session.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, IN_A_BROWSER, test } from '../fixtures.ts';

test('the window reports that it is ready, to users and to programs', async ({ page }) => {
  await expect(page.locator('[data-app-state="ready"]')).toBeVisible();
  await expect(page).toHaveTitle(/Railbird/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on the first screen, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  });
}

test(
  'an address opens one browser; the next needs the address that was printed since',
  { tag: IN_A_BROWSER },
  async ({ app, page, browser }) => {
    await expect(page.locator('[data-app-state="ready"]')).toBeVisible();
    // The address of the screen, without the token.
    await expect(page).toHaveURL(`${new URL(app.url).origin}/#/day`);
    const other = await browser.newContext();
    const window = await other.newPage();
    await window.goto(app.url);
    await expect(window.getByText('This address no longer opens Railbird')).toBeVisible();

    const printed = app.newestUrl();
    // Opens it as the system's browser does: through a page on disk.
    const dir = test.info().outputPath();
    await mkdir(dir, { recursive: true });
    await writeFile(`${dir}/open.html`, `<meta http-equiv="refresh" content="0; url=${printed}">`);
    await window.goto(`file://${dir}/open.html`);
    await expect(window.locator('[data-app-state="ready"]')).toBeVisible();
    await window.reload();
    await expect(window.locator('[data-app-state="ready"]')).toBeVisible();
    expect(await other.cookies()).toEqual([]);
    await other.close();
  },
);

test('a window without a session is refused', { tag: IN_A_BROWSER }, async ({ app }) => {
  expect((await answerToUpgrade(new URL('/rpc', app.url).href, {})).status).toBe(401);
});
