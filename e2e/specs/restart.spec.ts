// The app is killed and comes back: the window is where it was, with its history.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { HorseScreen } from '../pages/horse.ts';
import { RaceScreen } from '../pages/race.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { pastRace } from '../racing.ts';

test('after SIGKILL the window opens in the same place, with its history, language and theme', async ({
  page,
  app,
  dataDir,
  launch,
  windowOf,
  service,
  trouble,
}) => {
  const { racekey } = await pastRace(service);
  const frame = new Frame(page);
  const race = new RaceScreen(page);
  const horse = new HorseScreen(page);
  await new WelcomeScreen(page).startSample();
  await frame.command(racekey);
  await race.open('Result');
  await (await race.result.cell(2, 'Horse')).getByRole('button').click();
  await expect(horse.runs.root).toBeVisible();
  const name = await frame.heading.innerText();
  await frame.command('Theme: Dark');
  await frame.command('Language: 日本語');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  // After the kill only what is on disk remains: the window shows a choice and moves on at once, and the file follows
  // shortly after.
  const onDisk = () => readFile(path.join(dataDir, 'settings.json'), 'utf8');
  await expect.poll(onDisk).toMatch(new RegExp(`${racekey}.*horse_id`, 's'));
  await expect.poll(onDisk).toMatch(/"theme": "dark"/);
  await expect.poll(onDisk).toMatch(/"language": "ja"/);

  trouble.allow(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/,
  );
  await app.kill();
  const window = await windowOf(await launch({ dataDir }));

  const { heading } = new Frame(window);
  await expect(heading).toHaveText(name);
  await expect(window.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(window.locator('html')).toHaveAttribute('lang', 'ja');
  await window.keyboard.press('Escape');
  await expect(heading).toContainText('11R');
  await expect(window.getByRole('tab', { selected: true })).toHaveText('成績');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('navigation', { name: '開催日' })).toBeVisible();
});
