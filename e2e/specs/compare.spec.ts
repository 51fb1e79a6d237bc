// Runners side by side, and the chains of common rivals between them, by keyboard and by mouse.

import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import type { Grid } from '../pages/grid.ts';
import { RaceScreen } from '../pages/race.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { pastRace } from '../racing.ts';

test('runners are compared, and a chain of rivals leads to the race that it names and back', async ({
  page,
  service,
}) => {
  const { racekey } = await pastRace(service);
  const card = await service.query('d_ky', { racekey });
  const race = new RaceScreen(page);
  await new WelcomeScreen(page).startSample();
  await new Frame(page).command(racekey);
  await expect(race.card.locator('tbody tr').first()).toBeVisible();

  const choice = page.getByRole('group', { name: 'Runners to compare' });
  const chosen = choice.getByRole('button', { pressed: true });
  const facts = page.getByRole('table', { name: 'Side by side' });
  const chains = page.locator('.compare-chains');

  await test.step('by keyboard, the best by index are suggested, and another joins', async () => {
    await page.keyboard.press('7');
    await expect(race.tab('Compare')).toHaveAttribute('aria-selected', 'true');
    await expect(chosen).toHaveCount(3);
    const first = choice.getByRole('button', { pressed: false }).first();
    const name = await first.innerText();
    await first.focus();
    await page.keyboard.press('Space');
    await expect(chosen).toHaveCount(4);
    await expect(
      facts.getByRole('columnheader').filter({ hasText: name.split('\n').at(-1) ?? name }),
    ).toBeVisible();
  });

  await test.step('the figures are those of the card', async () => {
    const numbers = await facts.locator('thead .bracket-number').allInnerTexts();
    const expected = numbers.map((number) => {
      const runner = card.find((each) => Number(each['horse_number']) === Number(number));
      // The best three of the field have their rank behind the figure.
      return new RegExp(
        `^${Number(runner?.['integration_index']).toFixed(1).replace('.', '\\.')}[123]?$`,
        'u',
      );
    });
    const row = facts
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Overall index' }) });
    await expect(row.getByRole('cell')).toHaveText(expected);
  });

  await test.step('by mouse, a chain leads to a race of both its horses, and back to the same runners', async () => {
    const pressed = await chosen.allInnerTexts();
    const link = chains.getByRole('listitem').first();
    await expect(link).toBeVisible({ timeout: 30_000 });
    // The results of the last races arrive month by month, and may shorten a chain.
    await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
    const match = /R (.+?) \((\d+)\) – (.+?) \((\d+)\)/.exec(await link.innerText());
    const [, first = '', firstPlace = '', second = '', secondPlace = ''] = match ?? [];
    await link.getByRole('link').click();
    await expect(race.tab('Result')).toHaveAttribute('aria-selected', 'true');
    const finishes = await finishesIn(race.result);
    expect(finishes).toMatchObject({ [first]: firstPlace, [second]: secondPlace });
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(facts).toBeVisible();
    expect(await chosen.allInnerTexts()).toEqual(pressed);
  });

  await test.step('six are the most, and one alone asks for another', async () => {
    for (let count = await chosen.count(); count < 6; count += 1)
      await choice.getByRole('button', { pressed: false }).first().click();
    await choice.getByRole('button', { pressed: false }).first().click({ force: true });
    await expect(chosen).toHaveCount(6);
    for (let count = 6; count > 1; count -= 1) await chosen.first().click();
    await expect(page.getByText('Choose at least two runners above.')).toBeVisible();
    await expect(facts).toBeHidden();
  });
});

/** The finish of each horse in a result. */
async function finishesIn(result: Grid): Promise<Record<string, string>> {
  await expect.poll(() => result.rows()).toBeGreaterThan(0);
  const rows = await result.rows();
  const names = await result.texts('Horse', 0, rows);
  const finishes = await result.texts('Finish', 0, rows);
  return Object.fromEntries(names.map((name, row) => [name, finishes[row] ?? '']));
}
