// The service's dashboard in Chromium, with passkeys of its virtual authenticator.

import { test as base, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { newDevice, personAt, startDashboard, type DashboardService } from '../dashboard-service.ts';
import { IN_A_BROWSER } from '../fixtures.ts';

const test = base.extend<{ dashboard: DashboardService }>({
  dashboard: async ({}, use) => {
    const dashboard = await startDashboard();
    await use(dashboard);
    await dashboard.close();
  },
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Makes a passkey with the link, and ends on the account's page. */
async function accept(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await button(page, 'Make a passkey').click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
}

/** The key that the page shows, this once. */
async function reveal(page: Page, name: string): Promise<string> {
  await button(page, name).click();
  await expect(page.getByRole('heading', { name: 'Your new key' })).toBeVisible();
  const key = (await page.locator('.secret code').textContent()) ?? '';
  expect(key).toMatch(/^rbu_[0-9a-f]{12}_[\w-]{43}$/);
  await page.getByRole('link', { name: 'I have copied it' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  return key;
}

test.describe('dashboard', { tag: IN_A_BROWSER }, () => {
  test('a subscriber is invited, makes a passkey, reveals, replaces and revokes a key', async ({
    browser,
    dashboard,
  }) => {
    const apiKey = await dashboard.run('keys issue --api');
    const link = await dashboard.link('ann');
    await dashboard.run('plans set ann --until 2026-12-31');
    const page = await personAt(browser);
    const seen: string[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'GET')
        void response.text().then(
          (text) => seen.push(text),
          () => {},
        );
    });
    await accept(page, link);
    await expect(page.getByText('Until 31 Dec 2026, inclusive')).toBeVisible();
    await expect(page.getByText('You have no key yet.')).toBeVisible();

    const first = await reveal(page, 'Reveal my key');
    expect(await dashboard.statusOf(apiKey, first)).toBe(200);
    // Going back does not show it again: Chromium asks before it sends a form again, and kept nothing.
    await expect(page.goBack()).rejects.toThrow('ERR_CACHE_MISS');
    await expect(page).toHaveURL('chrome-error://chromewebdata/');
    await page.goto(dashboard.origin);
    const second = await reveal(page, 'Replace my key');
    await expect(page.getByRole('row', { name: /earlier.*21 Nov 2026, 12:00/ })).toBeVisible();
    expect([await dashboard.statusOf(apiKey, first), await dashboard.statusOf(apiKey, second)]).toEqual([
      200, 200,
    ]);

    // A day later the old key is over, and so is the session; the passkey signs in again.
    dashboard.later(24);
    expect([await dashboard.statusOf(apiKey, first), await dashboard.statusOf(apiKey, second)]).toEqual([
      401, 200,
    ]);
    await page.reload();
    await button(page, 'Sign in with a passkey').click();
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
    await expect(page.getByRole('row', { name: /earlier/ })).toHaveCount(0);

    await page.getByLabel(`Revoke key ${second.split('_')[1]}`).click();
    await button(page, 'Revoke it now').click();
    await expect(page.getByRole('status')).toContainText('is revoked');
    expect(await dashboard.statusOf(apiKey, second)).toBe(401);
    await expect(page.getByRole('cell', { name: 'key revoked' })).toBeVisible();

    await button(page, 'Sign out').click();
    await expect(page.getByText('You are signed out.')).toBeVisible();
    await page.goto(dashboard.origin);
    await expect(page).toHaveURL(`${dashboard.origin}/sign-in`);

    for (const text of [...seen, ...dashboard.log, ...dashboard.files()]) {
      for (const secret of [first, second, link.split('#')[1] ?? ''])
        expect(text).not.toContain(secret.slice(-20));
    }
  });

  test('a link that was used, or is not whole, says so; another device does not get in', async ({
    browser,
    dashboard,
  }) => {
    const link = await dashboard.link('ann');
    await accept(await personAt(browser), link);
    const other = await personAt(browser);
    await other.goto(link);
    await button(other, 'Make a passkey').click();
    await expect(other.getByText('This link is not good any more')).toBeVisible();
    await other.goto(`${dashboard.origin}/invitation`);
    await other.reload();
    await button(other, 'Make a passkey').click();
    await expect(other.getByText('The link is not complete.')).toBeVisible();
    await other.goto(`${dashboard.origin}/sign-in`);
    await button(other, 'Sign in with a passkey').click();
    await expect(other.getByText('Your device did not finish.')).toBeVisible();
  });

  test('a second passkey is added and named; the first can then be removed, the last one cannot', async ({
    browser,
    dashboard,
  }) => {
    const page = await personAt(browser);
    await accept(page, await dashboard.link('ann'));
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await expect(passkeys.getByText('your only one')).toBeVisible();
    await passkeys.getByText('Rename').click();
    await passkeys.getByLabel('New name').fill('予備のキー');
    await button(page, 'Save').click();
    await expect(passkeys.getByRole('row', { name: /予備のキー/ })).toBeVisible();
    // This device has one already.
    await button(page, 'Add a passkey').click();
    await expect(page.getByText('The passkey was not added.')).toBeVisible();

    await newDevice(page, 'usb');
    await button(page, 'Add a passkey').click();
    await expect(page.getByText('The passkey is added.')).toBeVisible();
    await expect(passkeys.getByRole('row')).toHaveCount(3);

    await passkeys.getByLabel('Remove passkey: 予備のキー').click();
    await button(page, 'Remove it now').click();
    await expect(page.getByText('The passkey is removed.')).toBeVisible();
    await expect(passkeys.getByText('your only one')).toBeVisible();
    await button(page, 'Sign out').click();
    await button(page, 'Sign in with a passkey').click();
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  });

  test('a plan ends, and an operator renews it', async ({ browser, dashboard }) => {
    const apiKey = await dashboard.run('keys issue --api');
    const subscriber = await personAt(browser);
    await accept(subscriber, await dashboard.link('ann'));
    await expect(subscriber.getByText('Without a plan the service refuses your requests')).toBeVisible();
    const key = await reveal(subscriber, 'Reveal my key');
    expect(await dashboard.statusOf(apiKey, key)).toBe(403);

    const operator = await personAt(browser);
    await accept(operator, await dashboard.link('root', ' --operator'));
    await operator.getByRole('link', { name: 'Users' }).click();
    await operator.getByRole('link', { name: 'ann' }).click();
    await operator.getByLabel('Last day, in Tokyo').fill('2026-11-20');
    await button(operator, 'Save').click();
    await expect(operator.getByRole('status')).toContainText('The plan is set');
    expect(await dashboard.statusOf(apiKey, key)).toBe(200);
    await subscriber.reload();
    await expect(subscriber.getByText('Last day', { exact: true })).toBeVisible();

    dashboard.later(12);
    expect(await dashboard.statusOf(apiKey, key)).toBe(403);
    for (const page of [subscriber, operator]) {
      await page.goto(`${dashboard.origin}/sign-in`);
      await button(page, 'Sign in with a passkey').click();
      await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
    }
    await expect(subscriber.getByText('Ended on 20 Nov 2026')).toBeVisible();
    await operator.goto(`${dashboard.origin}/users/ann`);
    await operator.getByLabel('Last day, in Tokyo').fill('');
    await button(operator, 'Save').click();
    await expect(operator.getByText('Without an end', { exact: true })).toBeVisible();
    expect(await dashboard.statusOf(apiKey, key)).toBe(200);
    await operator.getByRole('link', { name: 'Service' }).click();
    await expect(operator.getByRole('heading', { name: 'Days stored' })).toBeVisible();
  });

  test('every page is accessible, in both languages, light and dark, on a phone too', async ({
    browser,
    dashboard,
  }) => {
    const trouble: string[] = [];
    const page = await personAt(browser, { viewport: { width: 1024, height: 768 } });
    page.on('console', (message) => trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
    await page.goto(await dashboard.link('ann', ' --operator'));
    await expectAccessible(page);
    // The link is still whole in the other language, and back.
    await page.getByRole('link', { name: '日本語' }).click();
    await page.getByRole('link', { name: 'English' }).click();
    await button(page, 'Make a passkey').click();
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
    await dashboard.run('plans set ann --until never');
    await reveal(page, 'Reveal my key');
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    const looks = [
      { language: 'en', colorScheme: 'light', width: 1024 },
      { language: 'ja', colorScheme: 'dark', width: 1440 },
      { language: 'ja', colorScheme: 'light', width: 390 },
    ] as const;
    for (const { language, colorScheme, width } of looks) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`${dashboard.origin}/?lang=${language}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const path of ['/', '/users', '/users/ann', '/service', '/nowhere']) {
        await page.goto(`${dashboard.origin}${path}`);
        await expectAccessible(page);
        expect(await fits(), `${path} fits into ${width}`).toBe(true);
      }
    }
    // Chromium tells the status of a page that is not there.
    expect(trouble.filter((text) => !text.includes('404'))).toEqual([]);
  });
});
