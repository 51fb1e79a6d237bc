// Every screen has an address: copied with a key, shown by the browser, and opened from either.

import { expectAccessible } from '../accessible.ts';
import { expect, IN_A_BROWSER, test } from '../fixtures.ts';
import { DayScreen } from '../pages/day.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import { TableScreen } from '../pages/table.ts';
import { pastRace } from '../racing.ts';

test.use({ sharesApp: true, permissions: ['clipboard-read', 'clipboard-write'] });

const copied = (): Promise<string> => navigator.clipboard.readText();

test(
  'a race is copied as an address without any secret, and opened from it in another window',
  { tag: IN_A_BROWSER },
  async ({ page, context, service }) => {
    const { racekey } = await pastRace(service);
    const frame = new Frame(page);
    const race = new RaceScreen(page);
    await frame.command(racekey);
    await race.open('Result');
    const title = await race.heading.innerText();
    await page.keyboard.press('Alt+a');
    await expect(frame.status).toContainText('Address copied');
    const address = await page.evaluate(copied);
    const { origin } = new URL(page.url());
    expect(address).toBe(`${origin}/#/race/${racekey}/result`);
    // The browser's bar follows once the address has rested for a moment.
    await expect(page).toHaveURL(address);

    await page.goto('about:blank');
    const other = await context.newPage();
    await other.goto(address);
    await expect(new RaceScreen(other).heading).toHaveText(title);
    await expect(new RaceScreen(other).tab('Result')).toHaveAttribute('aria-selected', 'true');
  },
);

test('an address opens from the palette and from the browser’s bar, and Back returns', async ({
  page,
  service,
}) => {
  const { racekey } = await pastRace(service);
  const frame = new Frame(page);
  await expect(new DayScreen(page).courses.first()).toBeVisible();
  const before = await frame.heading.innerText();
  await frame.command(`railbird://race/${racekey}/payoffs`);
  await expect(new RaceScreen(page).tab('Payoffs')).toHaveAttribute('aria-selected', 'true');
  await page.evaluate(() => {
    window.location.hash = '#/settings';
  });
  await expect(frame.heading).toHaveText('Settings');
  await page.goBack();
  await expect(frame.heading).toContainText('11R');
  await page.keyboard.press('Escape');
  await expect(frame.heading).toHaveText(before);
});

test(
  'a filtered table is copied with its filters and order, and opens with them in another window',
  { tag: IN_A_BROWSER },
  async ({ page, context, service }) => {
    const { racekey } = await pastRace(service);
    const frame = new Frame(page);
    const table = new TableScreen(page);
    await table.open('d_se');
    await table.query({ racekey });
    await table.filterBy('Finish', '<=3');
    await table.quick.fill('1');
    await expect(table.chip('Finish', '<=3')).toBeVisible();
    await expect(page).toHaveURL(/&where\.order_of_finish=%3C%3D3&search=1$/);
    const counted = await table.records.innerText();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+a');
    await expect(frame.status).toContainText('Address copied:');
    const address = await page.evaluate(copied);
    expect(address).toBe(page.url());

    const other = await context.newPage();
    await other.goto('about:blank');
    await other.goto(address);
    const opened = new TableScreen(other);
    await expect(opened.chip('Finish', '<=3')).toBeVisible();
    await expect(opened.quick).toHaveValue('1');
    await expect(opened.records).toHaveText(counted);

    // Back and forward walk between addresses, each with its own filters.
    await other.evaluate(() => {
      window.location.hash = window.location.hash.replace(/&search=1$/, '&sort=idm-');
    });
    await expect(opened.quick).toHaveValue('');
    await expect(other.getByRole('columnheader', { name: /^IDM/ })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await other.goBack();
    await expect(opened.quick).toHaveValue('1');
    await expect(other).toHaveURL(address);
  },
);

test('an address with a filter that is not whole, or of a column that is not there, is refused', async ({
  page,
}) => {
  const frame = new Frame(page);
  await expect(new DayScreen(page).courses.first()).toBeVisible();
  const refused = page.getByRole('status').filter({ hasText: 'This address leads nowhere' });
  for (const params of ['where.idm=%', 'where.nonsense=1', 'sort=idm,', 'where.idm=1&where.idm=2']) {
    await frame.command(`railbird://table/d_se?${params}`);
    await expect(refused).toContainText(params);
    await expect(frame.heading).not.toContainText('d_se');
  }
});

test('an address that leads nowhere opens nothing and says so', async ({ page }) => {
  const frame = new Frame(page);
  await expect(new DayScreen(page).courses.first()).toBeVisible();
  const before = await frame.heading.innerText();
  const address = page.url();
  await frame.command('railbird://race/<img src=x onerror=alert(1)>/card');
  const refused = page.getByRole('status').filter({ hasText: 'This address leads nowhere' });
  await expect(refused).toContainText('<img src=x');
  await expect(frame.heading).toHaveText(before);
  await page.evaluate(() => {
    window.location.hash = '#/../../etc/passwd';
  });
  await expect(refused).toContainText('etc/passwd');
  await expect(page).toHaveURL(address);
  await expectAccessible(page);
  await refused.getByRole('button', { name: 'Close' }).click();
  await expect(refused).toBeHidden();
});
