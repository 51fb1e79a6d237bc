// SQL over what is stored, by keyboard and by mouse, from a misspelled column to a chart and a race.

import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import { SqlScreen } from '../pages/sql.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { pastRace } from '../racing.ts';

const ENDLESS = 'select sum(a.range * b.range) from range(10000000) a, range(10000000) b';

test('a query is written with help, run, stopped, sorted, drawn, and leads to a race', async ({
  page,
  service,
}) => {
  const { racekey } = await pastRace(service);
  const results = await service.query('d_se', { racekey });
  const frame = new Frame(page);
  const sql = new SqlScreen(page);
  await new WelcomeScreen(page).startSample();
  // Its result is stored then.
  await frame.command(racekey);
  await new RaceScreen(page).open('Result');
  await expect.poll(() => new RaceScreen(page).result.rows()).toBe(results.length);

  await test.step('by keyboard', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await expect(sql.editor).toBeFocused();
    await page.keyboard.type(`select racekey, nosuch from typed.runners where racekey = '${racekey}'`);
    await page.keyboard.press('Control+Enter');
    await expect(sql.wrong).toHaveText('nosuch');
    await expect(page.getByRole('alert')).toContainText('nosuch');
    await expectAccessible(page);

    await sql.write(
      `select racekey, order_of_finish as finish, horse_na from d_se where racekey = '${racekey}'`,
    );
    for (let back = ` from d_se where racekey = '${racekey}'`.length; back > 0; back -= 1)
      await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Space');
    // The editor ignores Enter for a moment after its list has opened, so that nobody accepts it by mistake.
    await sql.offered.filter({ hasText: /^horse_name/ }).click();
    await expect(sql.editor).toContainText('horse_name from d_se');
    await expect(sql.beside).toContainText('d_se.horse_name');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => sql.result.rows()).toBe(results.length);
    await expect(sql.editor).toBeFocused();
    await expectAccessible(page);
  });

  await test.step('a query without end is stopped, and the app answers meanwhile', async () => {
    await sql.write(ENDLESS);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await frame.command(racekey);
    await expect(new RaceScreen(page).heading).toContainText(/\d+R/);
    await page.goBack();
    await expect(sql.editor).toContainText('range(10000000)');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
    await expect(sql.run).toBeVisible();
  });

  await test.step('by mouse: the history, the order of rows, a chart, a race', async () => {
    await sql.beside.getByRole('button', { name: 'History', exact: true }).click();
    await sql.beside.getByRole('button', { name: /order_of_finish as finish/ }).click();
    await expect(sql.editor).toContainText('order_of_finish as finish');
    await sql.run.click();
    await expect.poll(() => sql.result.rows()).toBe(results.length);
    await sql.result.sortBy('horse_name', 'descending');
    await page.getByRole('main').getByRole('button', { name: 'Chart', exact: true }).click();
    await expect(page.getByText(/A chart needs a column of numbers/)).toBeVisible();
    await sql.write(`select racekey, count(*) as n from d_se group by racekey order by racekey`);
    await sql.run.click();
    await expect(page.getByRole('slider', { name: /^Points/ })).toBeVisible();
    await expect(page.getByText(/^n over racekey, \d+ rows: from/)).toBeVisible();
    await expectAccessible(page);
    await (await sql.result.cell(0, 'racekey')).locator('[data-link]').click();
    await expect(new RaceScreen(page).heading).toContainText(/\d+R/);
    await page.keyboard.press('Escape');
    await expect(sql.editor).toContainText('count(*) as n');
  });
});
