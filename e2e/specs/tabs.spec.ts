// Several screens as tabs: opened from links by mouse and keys, each with its own way back, all back after a restart.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { DayScreen } from '../pages/day.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import { TabStrip } from '../pages/tabs.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { pastStops } from '../racing.ts';

test.describe('on the sample', () => {
  test.use({ sharesApp: true });

  test('links open in tabs with Ctrl, the middle button and the menu, and each goes back by itself', async ({
    page,
    service,
  }) => {
    const { racedate, racekey } = await pastStops(service);
    const { strip, tabs, shown } = new TabStrip(page);
    const frame = new Frame(page);
    const day = new DayScreen(page);
    await day.show(racedate);
    await expect(strip).toBeHidden();

    await day.race(racekey).click({ modifiers: ['ControlOrMeta'] });
    await expect(tabs).toHaveCount(2);
    await expect(frame.status).toContainText('Opened in tab 2');
    // It opened behind: the day is still shown.
    await expect(day.courses.first()).toBeVisible();
    await frame.page.getByRole('button', { name: 'Payoffs' }).click({ button: 'middle' });
    await expect(tabs).toHaveText(['Race day', /11R/, 'Payoffs'].map((name, at) => (at === 0 ? /./ : name)));

    await tabs.nth(1).click();
    const race = new RaceScreen(page);
    await expect(race.heading).toContainText('11R');
    // What is not shown is not there, and requests nothing.
    await expect(day.courses).toHaveCount(0);
    await page.getByRole('link').and(page.locator('.card-name')).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: /Open the horse in a new tab/ }).click();
    await expect(tabs).toHaveCount(4);
    await expectAccessible(page);

    // Back in this tab is the way of this tab alone: it was opened on the race.
    await race.open('Result');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(race.heading).toContainText('11R');
    await frame.open('Settings');
    await expect(frame.heading).toHaveText('Settings');
    await page.keyboard.press('Alt+PageUp');
    await expect(day.courses.first()).toBeVisible();
    await page.keyboard.press('Alt+PageDown');
    await expect(frame.heading).toHaveText('Settings');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(race.heading).toContainText('11R');

    await page.keyboard.press('Alt+Shift+PageUp');
    await expect(tabs.first()).toHaveText(/11R/);
    await page.keyboard.press('Alt+w');
    await expect(tabs).toHaveCount(3);
    await expect(day.courses.first()).toBeVisible();
    await shown.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Delete');
    await expect(tabs).toHaveCount(2);
    // Past the middle of the last one, whose name may be short.
    const { width = 0 } = (await tabs.last().boundingBox()) ?? {};
    await tabs.first().dragTo(tabs.last(), { targetPosition: { x: width * 0.7, y: 8 } });
    await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Alt+w');
    await expect(strip).toBeHidden();
  });

  test('closed tabs come back with their way, the last one first, by key, palette and menu', async ({
    page,
    service,
  }) => {
    const { racedate, racekey } = await pastStops(service);
    const { strip, tabs, shown } = new TabStrip(page);
    const frame = new Frame(page);
    const day = new DayScreen(page);
    const race = new RaceScreen(page);
    await day.show(racedate);
    await day.race(racekey).click({ modifiers: ['ControlOrMeta'] });
    await expect(tabs).toHaveCount(2);
    await tabs.nth(1).click();
    await race.open('Result');
    await frame.open('Settings');
    await page.keyboard.press('Alt+t');
    await frame.open('Payoffs');
    await expect(tabs).toHaveText([/./, 'Settings', 'Payoffs']);

    await tabs.nth(1).click({ button: 'middle' });
    await expect(tabs).toHaveText([/./, 'Payoffs']);
    await page.keyboard.press('Alt+w');
    await expect(strip).toBeHidden();
    await page.keyboard.press('Alt+Shift+w');
    await expect(shown).toHaveText('Payoffs');
    await page.keyboard.press('ControlOrMeta+Shift+t');
    await expect(tabs).toHaveText([/./, 'Settings', 'Payoffs']);
    await expect(frame.heading).toHaveText('Settings');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(race.tab('Result')).toHaveAttribute('aria-selected', 'true');

    await page.keyboard.press('Alt+w');
    await expect(tabs).toHaveCount(2);
    await frame.command('reopen the last closed tab');
    await expect(shown).toHaveText(/11R/);
    await page.keyboard.press('Alt+w');
    await tabs.first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Reopen the last closed tab' }).click();
    await expect(shown).toHaveText(/11R/);
  });
});

test('the tabs come back after a kill, with the place in each', async ({
  page,
  app,
  dataDir,
  launch,
  windowOf,
  service,
  trouble,
}) => {
  const { racekey } = await pastStops(service);
  const { tabs } = new TabStrip(page);
  const frame = new Frame(page);
  const race = new RaceScreen(page);
  await new WelcomeScreen(page).startSample();
  await page.keyboard.press('Alt+t');
  await frame.command(racekey);
  await race.open('Result');
  await page.keyboard.press('Alt+t');
  await expect(tabs).toHaveCount(3);
  await frame.open('Settings');
  await page.keyboard.press('Alt+PageUp');
  await expect(race.heading).toContainText('11R');
  const onDisk = () => readFile(path.join(dataDir, 'settings.json'), 'utf8');
  // Trails and order are written one after the other. An order that shows tab 2 was also stored before there was a
  // third, so only the one that lists tab 3 says that all is there.
  await expect.poll(onDisk).toMatch(/screen\W+settings/);
  await expect.poll(onDisk).toMatch(/id\W+3\b[^\]]*\]\W+shown\W+2\b/);

  trouble.allow(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/,
  );
  await app.kill();
  const window = await windowOf(await launch({ dataDir }));
  const back = new TabStrip(window);
  await expect(back.tabs).toHaveText([/./, /11R/, 'Settings']);
  await expect(back.shown).toHaveText(/11R/);
  await expect(new RaceScreen(window).tab('Result')).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Alt+ArrowLeft');
  await expect(new RaceScreen(window).heading).not.toContainText('11R');
  await window.keyboard.press('Alt+PageDown');
  await expect(new Frame(window).heading).toHaveText('Settings');
});
