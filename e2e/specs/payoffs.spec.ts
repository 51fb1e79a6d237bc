// What bets paid over four weeks, by keyboard and mouse: the figures are those of the service's records, agree with the
// list, and lead to it and to the races.

import { betOf, payoffsOf, type BetName } from '#shared/catalogue/bets.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { titleOfRacekey } from '#shared/racing/racekey.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { PayoffsScreen } from '../pages/payoffs.ts';
import { lastMonth } from '../racing.ts';

test.use({ appArgs: ['--sample'], sharesApp: true });

const written = (number: number): string => number.toLocaleString('en-US');

test('figures of payoffs are walked from a bet to its races', async ({ page, service }) => {
  // Not the period that the screen opens with: its figures would be taken for those of this one.
  const from = addDays(lastMonth().from, 8);
  const { to } = lastMonth();
  const records = await service.query('d_hj', { start_racedate: from, end_racedate: to });
  const paid = records.flatMap((record) =>
    payoffsOf(record).map((each) => ({
      racekey: String(record['racekey']),
      bet: each.bet,
      amount: Number(each.payoff),
      popularity: Number(each.popularity),
    })),
  );
  const of = (bet: BetName) => paid.filter((each) => each.bet === bet);
  const biggest = of('trifecta').reduce((most, each) => (each.amount > most.amount ? each : most));
  const screen = new PayoffsScreen(page);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });

  await new Frame(page).open('Payoffs');
  await screen.show(from, to);
  await expect(screen.records).toHaveText(`${written(paid.length)} payoffs`);
  for (const bet of ['win', 'quinella_place', 'trifecta'] as const) {
    const cells = screen.figuresOf(betOf(bet).label.en);
    const amounts = of(bet).map(({ amount }) => amount);
    await expect(cells.nth(1)).toHaveText(written(amounts.length));
    await expect(cells.nth(9)).toHaveText(written(Math.max(...amounts)));
    const big = amounts.filter((amount) => amount >= 10_000).length;
    await expect(cells.nth(10)).toHaveText(`${((100 * big) / amounts.length).toFixed(1)}%`);
  }
  await expectAccessible(page);

  // A contrast theme of the system: what is drawn has its colors, whatever the theme of the window.
  await page.emulateMedia({ forcedColors: 'active' });
  const drawn = page.locator('.payoff-spread-line, .payoff-spread-median, .payoff-spread-mean');
  const colors = drawn.evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundColor));
  const ink = page.locator('body').evaluate((body) => getComputedStyle(body).color);
  expect(new Set(await colors)).toEqual(new Set([await ink]));
  await page.emulateMedia({ forcedColors: 'none' });

  // The favorite's races and wins.
  await tab('Popularity').click();
  const wins = new Set(of('win').flatMap(({ popularity, racekey }) => (popularity === 1 ? [racekey] : [])))
    .size;
  const ranks = page.getByRole('table', { name: 'Popularity' });
  const favorite = ranks.getByRole('row').nth(1).getByRole('cell');
  await expect(favorite.nth(0)).toHaveText(written(new Set(of('win').map(({ racekey }) => racekey)).size));
  await expect(favorite.nth(1)).toHaveText(written(wins));
  await expectAccessible(page);

  // By keyboard: along the tabs, to the bet, along the bars of its histogram, and to the payoffs of one.
  await tab('Bets').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Distribution')).toHaveAttribute('aria-selected', 'true');
  const bet = page.getByRole('combobox', { name: 'Bet' });
  await bet.selectOption('Trifecta');
  const bars = page.getByRole('group', { name: 'Amounts' }).getByRole('button');
  await expect(bars.first()).toBeVisible();
  await expectAccessible(page);
  await bars.first().focus();
  await page.keyboard.press('End');
  await expect(bars.last()).toBeFocused();
  const count = Number(/: (\d+) payoffs?,/.exec((await bars.last().getAttribute('aria-label')) ?? '')?.[1]);
  await page.keyboard.press('Enter');
  await expect(screen.records).toHaveText(`${count} of ${written(paid.length)} payoffs`);
  await screen.chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(screen.records).toHaveText(`${written(paid.length)} payoffs`);

  // A condition of races is a filter of the list, and the figures are of the same payoffs.
  await page.getByRole('button', { name: 'Racecourse', exact: true }).press('Enter');
  const filter = page.getByRole('dialog', { name: /Racecourse/ });
  await filter.getByRole('checkbox').first().check();
  await filter.getByRole('button', { name: 'Done' }).click();
  const chip = screen.chips.getByRole('group', { name: /^Racecourse: / });
  await expect(chip).toBeVisible();
  await tab('Bets').click();
  const shown = async () =>
    (await screen.figures.locator('tbody tr td:nth-child(3)').allInnerTexts()).map((text) =>
      Number(text.replace(',', '')),
    );
  const rows = async () => Number((await screen.records.innerText()).split(' ')[0]?.replace(',', ''));
  await expect
    .poll(async () => (await shown()).reduce((sum, each) => sum + each, 0) === (await rows()))
    .toBe(true);
  await screen.chips.getByRole('button', { name: 'Clear all' }).click();

  // The biggest payoff opens its race, and back is where one was.
  await tab('Biggest').click();
  await bet.selectOption('Trifecta');
  const first = page
    .getByRole('table', { name: /^The biggest/ })
    .getByRole('link')
    .first();
  await expect(first).toContainText(titleOfRacekey(biggest.racekey, 'en', undefined));
  await first.press('Enter');
  await expect(page.getByRole('tab', { name: 'Payoffs' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(first).toBeFocused();
});
