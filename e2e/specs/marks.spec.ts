// Marks, notes and printing: what a handicapper adds to a card, by keyboard and by mouse, and takes away on paper.

import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import { pastRace } from '../racing.ts';

test('marks set on a card filter the runners of ten weeks, and survive a restart', async ({
  page,
  service,
}) => {
  const { racekey } = await pastRace(service);
  const frame = new Frame(page);
  const race = new RaceScreen(page);
  await frame.command(racekey);
  const rows = race.card.locator('tbody tr');
  await expect(rows.first()).toBeVisible();

  await test.step('by keyboard', async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('m');
    await expect(page.getByRole('menu', { name: /^Number 1:/ })).toBeVisible();
    await page.keyboard.press('1');
    await expect(rows.nth(0).getByRole('button', { name: /^Mark of .*: ◎$/ })).toBeVisible();
  });

  await test.step('by mouse', async () => {
    await rows.nth(2).getByRole('button', { name: /^Mark of/ }).click();
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
    await frame.command('Runners (runners)');
    await page.getByRole('button', { name: 'Last 10 weeks' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
  });
});

test('a printed card holds every runner, and nothing that can be pressed', async ({ page, service }) => {
  const { racekey, program } = await pastRace(service);
  const runners = await service.query('d_ky', { racekey });
  expect(runners.length).toBeGreaterThan(0);
  await new Frame(page).command(racekey);
  const race = new RaceScreen(page);
  const rows = race.card.locator('tbody tr');
  await expect(rows).toHaveCount(runners.length);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeHidden();
  await expect(race.tab('Result')).toBeHidden();
  await expect(race.heading).toContainText(String(program['race_name']).trim());
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
