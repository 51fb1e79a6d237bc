// A list of bets from marks to its return, by keyboard and by mouse, with the payoffs of the service itself.

import { payoffsOf } from '#shared/catalogue/bets.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { pastRace } from '../racing.ts';

test('bets made from marks and typed return what the service paid, and are kept over a restart', async ({
  page,
  service,
  app,
  launch,
  windowOf,
  dataDir,
  trouble,
}) => {
  const { racekey, racedate } = await pastRace(service);
  const [record = {}] = await service.query('d_hj', { racekey });
  const paid = payoffsOf(record);
  const win = paid.find(({ bet }) => bet === 'win');
  const wide = paid.filter(({ bet }) => bet === 'quinella_place');
  const frame = new Frame(page);
  const race = new RaceScreen(page);
  const editor = page.getByRole('textbox', { name: 'Bets, one in each line' });
  const sum = (name: string, on = page) =>
    on.locator('.bets-sums > div').filter({ has: on.getByText(name, { exact: true }) });
  await new WelcomeScreen(page).startSample();

  await test.step('marks become a bet, by keyboard', async () => {
    await frame.command(racekey);
    await race.opened();
    await page.keyboard.press('ArrowDown');
    for (const mark of ['1', '2']) {
      await page.keyboard.press('m');
      await expect(page.getByRole('menu', { name: /^Number/ })).toBeVisible();
      await page.keyboard.press(mark);
      await expect(page.getByRole('menu', { name: /^Number/ })).toBeHidden();
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Alt+b');
    const dialog = page.getByRole('dialog');
    // The race was run a week ago.
    await expect(dialog).toContainText('2 marks');
    await expect(dialog).not.toContainText('quinella');
    await dialog.getByRole('checkbox', { name: 'Include marks set after the start' }).press('Space');
    await expect(dialog).toContainText('quinella 1-2 100');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add to the list' }).press('Enter');
    await dialog.getByRole('button', { name: 'Open the list' }).press('Enter');
    await expect(frame.heading).toHaveText('Bets');
    await expect(editor).toHaveValue(/quinella 1-2 100\n$/);
  });

  await test.step('typed bets return what was paid', async () => {
    await editor.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(
      `${racekey} win ${win?.combination} 300\n${racekey} wide BOX ${[...new Set(wide.flatMap(({ combination }) => combination.match(/../g) ?? []))].join(',')} 200\nno bet at all\n`,
    );
    const download = page.getByRole('button', { name: 'Download payoffs' });
    const returned = 3 * Number(win?.payoff) + 2 * wide.reduce((all, { payoff }) => all + Number(payoff), 0);
    await expect(download.or(sum('Returned').getByText(returned.toLocaleString('en')))).toBeVisible();
    if (await download.isVisible()) await download.press('Enter');
    await expect(sum('Returned')).toContainText(returned.toLocaleString('en'));
    await expect(page.getByRole('button', { name: 'Not understood 1' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a line opens its race and comes back, by mouse', async () => {
    await page.getByRole('region', { name: 'Lines' }).getByRole('link').first().click();
    await expect(race.tab('Payoffs')).toHaveAttribute('aria-selected', 'true');
    await frame.back.click();
    await expect(frame.heading).toHaveText('Bets');
    await page.getByRole('button', { name: 'To line 3 of the list' }).click();
    await expect(editor).toBeFocused();
    await page.getByRole('button', { name: 'As a table' }).click();
    await expect(page.getByRole('region', { name: 'Running balance' }).getByRole('table')).toContainText(
      `${racedate.slice(0, 4)}-${racedate.slice(4, 6)}`,
    );
  });

  await test.step('a file becomes a list, and both are there after a restart', async () => {
    await page
      .getByLabel('Open file', { exact: true })
      .last()
      .setInputFiles({
        name: 'from-excel.csv',
        mimeType: 'text/csv',
        // 単勝 in code page 932.
        buffer: Buffer.concat([
          Buffer.from(`${racekey},`),
          Buffer.from([0x92, 0x50, 0x8f, 0x9f]),
          Buffer.from(`,${win?.combination},500\r\n`),
        ]),
      });
    await expect(page.getByRole('combobox', { name: 'List' })).toContainText('from-excel');
    await expect(sum('Returned')).toContainText((5 * Number(win?.payoff)).toLocaleString('en'));
    trouble.allow(
      /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/,
    );
    await app.kill();
    const window = await windowOf(await launch({ dataDir }));
    await expect(sum('Returned', window)).toContainText((5 * Number(win?.payoff)).toLocaleString('en'));
    await window.getByRole('combobox', { name: 'List' }).selectOption('List 1');
    await expect(window.getByRole('textbox', { name: 'Bets, one in each line' })).toHaveValue(
      /no bet at all\n$/,
    );
  });
});
