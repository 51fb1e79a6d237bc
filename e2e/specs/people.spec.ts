// The pages of jockeys, trainers and sires: the way there and back by keyboard and by mouse, figures that equal those of
// the terminal, notes that show on the card, namesakes.

import type { Page } from '@playwright/test';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { PersonScreen } from '../pages/person.ts';
import { RaceScreen } from '../pages/race.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { downloadMonth, railbird } from '../railbird.ts';
import { pastRace } from '../racing.ts';

test.use({ sharesApp: 'with a month' });

interface Printed {
  readonly [column: string]: string | null;
}

/** A row of a people's table as the terminal prints it; its exit code says that days of the year are missing. */
async function printed(dataDir: string, table: string, where: string): Promise<Printed> {
  const today = todayInTokyo(Date.now());
  const period = ['--from', addDays(today, -364), '--to', today];
  const output = await railbird(
    dataDir,
    'query',
    table,
    ...period,
    '--where',
    where,
    '--format',
    'json',
  ).catch((error: { readonly stdout?: string }) => error.stdout ?? '');
  const [row, ...others] = JSON.parse(output) as readonly Printed[];
  expect(others).toEqual([]);
  if (row === undefined) throw new Error(`nobody: ${where}`);
  return row;
}

async function expectFigures(person: PersonScreen, row: Printed): Promise<void> {
  await expect
    .poll(() => person.figures())
    .toMatchObject({
      Runs: Number(row['runs']).toLocaleString('en'),
      Win: `${row['win_rate']}%`,
      'First three': `${row['top3_rate']}%`,
      'Win return': `${row['win_return']}%`,
      'Place return': `${row['place_return']}%`,
    });
  await expect(person.nOf('Win return')).toHaveText(`n=${row['paid_runs']}`);
  await expect(person.nOf('Place return')).toHaveText(`n=${row['place_paid_runs']}`);
}

async function openCard(page: Page, racekey: string): Promise<RaceScreen> {
  await new Frame(page).command(racekey);
  const race = new RaceScreen(page);
  await race.opened();
  // The result brings columns of its own, which move the links.
  await expect(race.card.getByRole('columnheader', { name: 'Fin', exact: true })).toBeVisible();
  return race;
}

test('from a card to its jockey, to one of his races and back, by keyboard', async ({
  page,
  service,
  dataDir,
}) => {
  const { racekey } = await pastRace(service);
  const [first] = (await service.query('d_ky', { racekey })).toSorted(
    (a, b) => Number(a['horse_number']) - Number(b['horse_number']),
  );
  const race = await openCard(page, racekey);
  const row = await printed(dataDir, 'jockeys', `jockey_cd "${String(first?.['jockey_cd'])}"`);
  const person = new PersonScreen(page);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator(':focus')).toContainText(String(first?.['jockey_name']).trim());
  await page.keyboard.press('Enter');
  await expect(person.heading).toHaveText(String(first?.['jockey_name']).trim());
  await expect(page).toHaveTitle(/^.+ – Railbird$/);
  await expectFigures(person, row);
  expect(await person.runs.rows()).toBeGreaterThanOrEqual(Number(row['runs']));
  await expectAccessible(page);

  // From the heading into the runs, and to the race of the latest.
  await page.keyboard.press('ArrowDown');
  await expect(person.runs.focused).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(race.tab('Result')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(person.heading).toHaveText(String(first?.['jockey_name']).trim());
  await expect(person.runs.focused).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(race.card).toBeVisible();
  await expect(page.locator(':focus')).toContainText(String(first?.['jockey_name']).trim());
});

test('from a card to a jockey, to the rows behind a figure, to a trainer and back, by mouse', async ({
  page,
  service,
}) => {
  const { racekey } = await pastRace(service);
  const race = await openCard(page, racekey);
  const person = new PersonScreen(page);
  const frame = new Frame(page);
  const links = race.card.locator('tbody tr').first().getByRole('link');
  const jockey = (await links.nth(1).innerText()).trim();

  await links.nth(1).click();
  await expect(person.heading).toContainText(jockey.replace(/^\W/, '').slice(-2));
  const line = person.table('By surface').locator('tbody tr').first();
  const count = (await line.getByRole('button').innerText()).trim();
  await line.getByRole('button').click();
  await expect(frame.heading).toContainText('Runners');
  await expect(page.getByRole('main').getByRole('status').first()).toContainText(
    new RegExp(`^${count}\\b.*of`),
  );
  await frame.back.click();
  await expect(line).toBeVisible();

  const trainer = person.table('By trainer').locator('tbody tr').first().getByRole('link');
  const name = await trainer.innerText();
  await trainer.click();
  await expect(person.heading).toHaveText(name);
  await expect(person.table('By jockey').locator('tbody tr').first()).toBeVisible();
  await page.getByRole('button', { name: 'All years' }).click();
  await expect(page.getByText(/^All that is stored to /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'All years' })).toBeFocused();
  await frame.back.click();
  await expect(person.heading).not.toHaveText(name);
  await frame.back.click();
  await expect(race.card).toBeVisible();
});

test('a sire is found by name, with the figures of the terminal; namesakes are told apart', async ({
  page,
  service,
  dataDir,
}) => {
  const { racekey } = await pastRace(service);
  const [runner] = await service.query('d_ky', { racekey });
  const name = String(runner?.['sire_name']).trim();
  const year = String(runner?.['sire_birth_year']).trim();
  await openCard(page, racekey);
  const row = await printed(dataDir, 'sires', `sire_name "${name}"; sire_birth_year =${year}`);
  await page.keyboard.press('Control+k');
  await new Frame(page).palette.fill(name);
  await page.getByRole('option', { name: new RegExp(`^Sire.*born ${year}`) }).click();
  const person = new PersonScreen(page);
  await expect(person.heading).toHaveText(name);
  await expect(page.getByText(`born ${year}; sires of one name are told apart by birth year`)).toBeVisible();
  await expectFigures(person, row);
  await expect(person.table('By age').locator('tbody tr').first()).toBeVisible();
});

test.describe('with an app of its own, which keeps the note', () => {
  test.use({ sharesApp: false });

  test('a note on a trainer shows with its runners on the card', async ({ page, service, dataDir }) => {
    const { racekey } = await pastRace(service);
    await new WelcomeScreen(page).startSample();
    const race = await openCard(page, racekey);
    const person = new PersonScreen(page);
    const links = race.card.locator('tbody tr').nth(2).getByRole('link');
    const trainer = (await links.nth(2).innerText()).trim();
    await links.nth(2).click();
    await expect(person.heading).toHaveText(trainer);
    await page.keyboard.press('n');
    await page.getByLabel('Note on the trainer').fill('sends them fit');
    await page.keyboard.press('Control+Enter');
    await expect(person.note).toHaveText('sends them fit');

    await page.keyboard.press('Escape');
    await expect(links.nth(2)).toBeFocused();
    const notes = page.getByRole('region', { name: 'Notes' });
    await expect(notes).toContainText('sends them fit');
    await notes.getByRole('link', { name: trainer }).click();
    await expect(person.heading).toHaveText(trainer);
    // The same note as in the columns of the people's tables.
    await downloadMonth(dataDir);
    await expect
      .poll(async () => (await printed(dataDir, 'trainers', 'my_trainer_note !='))['my_trainer_note'])
      .toBe('sends them fit');
  });
});
