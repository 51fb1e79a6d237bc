// Rules by keyboard and by mouse: made, run and settled as the payoff records say, checked once, saved, and marking the
// runners of the coming day.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programOf } from '../../electron/testing/program.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { lastMonth, nextRaceDay } from '../racing.ts';

const run = promisify(execFile);
const CLI = programOf('electron/cli');

test('a rule is made, run, checked and kept', async ({ page, dataDir, service }) => {
  const { from, to } = lastMonth();
  await new WelcomeScreen(page).startSample();
  const tables = ['d_ra', 'd_ka', 'd_ky', 'd_se', 'd_hj'];
  await run(process.execPath, [CLI, 'download', ...tables, '--from', from, '--to', to, '--sample', '--data-dir', dataDir]); // prettier-ignore
  const payoffs = await service.query('d_hj', { start_racedate: from, end_racedate: to });
  const results = await service.query('d_se', { start_racedate: from, end_racedate: to });
  const main = page.getByRole('main');
  const editor = main.getByRole('form', { name: 'The rule' });
  const result = main.getByRole('region', { name: 'Result' });
  const figures = result.getByRole('table', { name: 'Figures' });

  await test.step('by keyboard: a new rule is run over the choosing period', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeFocused();
    await page.keyboard.press('n');
    await editor.getByRole('textbox', { name: 'Filter of Overall index, rank' }).fill('>=1');
    await editor.getByRole('button', { name: 'Choose a column' }).press('Enter');
    await page.keyboard.type('horse number');
    await page.keyboard.press('Enter');
    await editor.getByRole('textbox', { name: 'Filter of Horse number' }).fill('1');
    await page.keyboard.press('Control+Enter');
    await expect(figures.getByRole('row').nth(1)).toContainText('All bets');
    await expectAccessible(page);
  });

  await test.step('the return is what the payoff records say', async () => {
    const [first = '', last = ''] = (await result.locator('header span').first().innerText())
      .split('–')
      .map((day) => day.replace(/\D/g, ''));
    const inPeriod = (racedate: unknown) => String(racedate) >= first && String(racedate) <= last;
    const won = payoffs.filter(
      (each) =>
        inPeriod(each['racedate']) &&
        [1, 2, 3].some((slot) => Number(each[`win_horse_number_${slot}`]) === 1),
    );
    const returned = won.reduce((sum, each) => {
      const slot = [1, 2, 3].find((at) => Number(each[`win_horse_number_${at}`]) === 1);
      return sum + Number(each[`win_payoff_${slot}`]);
    }, 0);
    const ran = results.filter(
      (each) =>
        inPeriod(each['racedate']) &&
        Number(each['horse_number']) === 1 &&
        !['1', '2'].includes(String(each['trouble_classification']).trim()),
    );
    const cells = figures.getByRole('row').nth(1).getByRole('cell');
    await expect(cells.nth(1)).toHaveText(ran.length.toLocaleString('en'));
    await expect(cells.nth(2)).toHaveText(String(won.length));
    await expect(cells.nth(5)).toHaveText(returned.toLocaleString('en'));
  });

  await test.step('a race that decided it opens, and Back shows the result again', async () => {
    await result.getByRole('link').first().click();
    await expect(page.getByRole('tab', { name: 'Payoffs' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(figures.getByRole('row').nth(1)).toContainText('All bets');
  });

  await test.step('by mouse: the checking period is looked at, and a second time only after a question', async () => {
    await editor.getByRole('button', { name: 'Look at the checking period' }).click();
    await expect(result.getByRole('heading', { level: 2 })).toHaveText('Checking period');
    await expect(result).toContainText('looked at once');
    await editor.getByRole('button', { name: 'Look at the checking period' }).click();
    await page.getByRole('dialog', { name: 'Look again?' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(editor).toContainText('looked at once');
  });

  await test.step('it is saved, and marks the runners of the coming day', async () => {
    await editor.getByRole('textbox', { name: 'Name' }).fill('Inside');
    await editor.getByLabel('Mark today’s runners that it picks').check();
    await page.keyboard.press('Control+s');
    await expect(main.getByRole('button', { name: /^Inside/ })).toContainText('Checking period');
    await page.goto(new URL(`#/day/${await nextRaceDay(service)}`, page.url()).href);
    const picked = main.getByRole('region', { name: 'Picked by your rules' });
    await expect(picked).toContainText('Inside');
    await picked.getByText('Inside').click();
    await picked.getByRole('link').first().click();
    await expect(main.getByRole('row').filter({ hasText: 'Inside' })).toHaveCount(1);
    await expectAccessible(page);
  });
});
