// Every screen has an address: copied with a key, shown by the browser, and opened from either.

import { expectAccessible } from '../accessible.ts';
import { expect, IN_A_BROWSER, test } from '../fixtures.ts';
import { DayScreen } from '../pages/day.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
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
    expect(page.url()).toBe(address);

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
  await expect.poll(() => page.url()).toBe(address);
  await expectAccessible(page);
  await refused.getByRole('button', { name: 'Close' }).click();
  await expect(refused).toBeHidden();
});
