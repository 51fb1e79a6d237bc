// Marks, notes and printing: what a handicapper adds to a card, by keyboard and by mouse, and takes away on paper.

import { raceNameIn } from '#shared/racing/generic-race-name.ts';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { expect, test } from '../fixtures.ts';
import { typeDate } from '../pages/date-field.ts';
import { Frame } from '../pages/frame.ts';
import { Grid } from '../pages/grid.ts';
import { RaceScreen } from '../pages/race.ts';
import { TableScreen } from '../pages/table.ts';
import { Views } from '../pages/views.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { pastRace } from '../racing.ts';

test('marks set on a card filter the runners of ten weeks, and survive a restart', async ({
  page,
  service,
  app,
  launch,
  windowOf,
  dataDir,
  trouble,
}) => {
  const { racekey } = await pastRace(service);
  const frame = new Frame(page);
  const race = new RaceScreen(page);
  await new WelcomeScreen(page).startSample();
  await frame.command(racekey);
  const rows = race.card.locator('tbody tr');
  await race.opened();

  await test.step('by keyboard', async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('m');
    await expect(page.getByRole('menu', { name: /^Number 1:/ })).toBeVisible();
    await page.keyboard.press('1');
    await expect(rows.nth(0).getByRole('button', { name: /^Mark of .*: ◎$/ })).toBeVisible();
  });

  await test.step('by mouse', async () => {
    await rows
      .nth(2)
      .getByRole('button', { name: /^Mark of/ })
      .click();
    await page.getByRole('menuitem', { name: /▲ Dark horse/ }).click();
    await expect(rows.nth(2).getByRole('button', { name: /^Mark of .*: ▲$/ })).toBeVisible();
  });

  await test.step('a note by the right button', async () => {
    await rows.nth(1).locator('.card-past').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Note…' }).click();
    await page.getByLabel('Note on this run').fill('wide throughout');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(rows.nth(1)).toContainText('wide throughout');
  });

  await test.step('in the runners', async () => {
    const today = todayInTokyo(Date.now());
    const form = page.getByRole('form', { name: 'Query' });
    await frame.command('Runners');
    await typeDate(form, 'From', addDays(today, -70));
    await typeDate(form, 'To', today);
    await form.getByRole('button', { name: 'Run' }).click();
    await expect(new TableScreen(page).records).toBeVisible();
    await new Views(page).choose('My marks');
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(/^2 of/);
    const grid = new Grid(page, 'Runners');
    await expect(grid.row(0)).toContainText('◎');
    await expect(grid.row(1)).toContainText('▲');
  });

  await test.step('after a restart', async () => {
    trouble.allow(
      /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/,
    );
    await app.kill();
    const window = await windowOf(await launch({ dataDir }));
    const again = new Frame(window);
    await expect(again.heading).toContainText('Runners');
    await again.command(racekey);
    const kept = new RaceScreen(window).card.locator('tbody tr');
    await expect(kept.nth(0).getByRole('button', { name: /^Mark of .*: ◎$/ })).toBeVisible();
    await expect(kept.nth(1)).toContainText('wide throughout');
  });
});

test('a printed card holds every runner, and nothing that can be pressed', async ({ page, service }) => {
  const { racekey, program } = await pastRace(service);
  const runners = await service.query('d_ky', { racekey });
  expect(runners.length).toBeGreaterThan(0);
  await new WelcomeScreen(page).startSample();
  await new Frame(page).command(racekey);
  const race = new RaceScreen(page);
  const rows = race.card.locator('tbody tr');
  await expect(rows).toHaveCount(runners.length);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeHidden();
  await expect(race.tab('Result')).toBeHidden();
  await expect(race.heading).toContainText(raceNameIn(String(program['race_name']).trim(), 'en'));
  // No box cuts off what lies below it: the last runner is within the page, and the page is as high as its content.
  const cut = await rows.last().evaluate((row) => {
    for (let at = row.parentElement; at !== null; at = at.parentElement)
      if (at.getBoundingClientRect().bottom + 1 < row.getBoundingClientRect().bottom) return at.className;
    return '';
  });
  expect(cut).toBe('');
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.byteLength).toBeGreaterThan(10_000);
});
