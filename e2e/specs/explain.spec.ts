// What an index is made of, and how the indices did in earlier races, by keyboard and by mouse.

import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import { TableScreen } from '../pages/table.ts';
import { lastMonth, pastRace, type PastRace } from '../racing.ts';
import { railbird } from '../railbird.ts';
import type { SampleService, ServiceRecord } from '../sample-service.ts';

const signed = (value: number): string => (value > 0 ? `+${value.toFixed(1)}` : value.toFixed(1));

test.use({ sharesApp: true });

test('the overall index leads to its parts, and Esc back to the figure', async ({ page, service }) => {
  const { racekey } = await pastRace(service);
  const card = await service.query('d_ky', { racekey });
  const race = new RaceScreen(page);
  const panel = page.getByRole('complementary', { name: 'Overall index and its parts' });
  const parts = panel.getByRole('table').first();
  const figures = race.card.getByRole('button', { name: /^Overall index .+: explain$/ });
  await new Frame(page).command(racekey);
  await expect(figures).toHaveCount(card.length);

  const expectParts = async (number: number): Promise<void> => {
    const runner = card.find((each) => Number(each['horse_number']) === number);
    const [idm, jockey, info] = ['adjust_idm', 'jockey_index', 'insideinfo_index'].map((field) =>
      Number(runner?.[field]),
    );
    const cells = (name: string) =>
      parts
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
        .getByRole('cell');
    await expect(cells('Adjusted IDM').first()).toHaveText(signed(idm ?? 0));
    await expect(cells('Jockey index').first()).toHaveText(signed(jockey ?? 0));
    await expect(cells('Information index').first()).toHaveText(signed(info ?? 0));
    await expect(cells('Overall index')).toHaveText(((idm ?? 0) + (jockey ?? 0) + (info ?? 0)).toFixed(1));
  };

  await test.step('by keyboard, from the figure', async () => {
    await figures.nth(1).focus();
    await page.keyboard.press('Enter');
    await expectParts(2);
    await expect(panel.getByRole('group', { name: 'Overall index and its parts' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(figures.nth(1)).toBeFocused();
    await expect(race.card).toBeVisible();
  });

  await test.step('by mouse, from the panel of the selected runner; the parts follow the row', async () => {
    const details = page.getByRole('region', { name: /^Number 2/ });
    await details.getByRole('button', { name: /: explain$/ }).click();
    await expectParts(2);
    await figures.nth(3).focus();
    await expectParts(4);
    await page.keyboard.press('ArrowDown');
    await expectParts(5);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await expect(figures.nth(4)).toBeFocused();
  });

  await test.step('by its key, by the palette, and still open after going on and back', async () => {
    await page.keyboard.press('x');
    await expectParts(5);
    await page.keyboard.press('Escape');
    await new Frame(page).command('Explain the overall index');
    await expectParts(5);
    await race.card.getByRole('link').first().click();
    await expect(panel).toBeHidden();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(panel).toBeVisible();
  });

  await test.step('the IDM of a result', async () => {
    await race.open('Result');
    const results = await service.query('d_se', { racekey });
    const idm = page.getByRole('complementary', { name: 'IDM and its parts' });
    const cell = await race.result.cell(0, 'IDM');
    const [winner] = results.filter((each) => Number(each['order_of_finish']) === 1);
    await race.result.focusOn(cell);
    await page.keyboard.press('Enter');
    await expect(idm.getByText(`IDM ${winner?.['idm']} is the sum of IDM raw score`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(idm).toBeHidden();
    await expect(cell).toBeFocused();
    await cell.getByRole('button').click();
    await expect(idm).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(cell).toBeFocused();
  });
});

/** The last distance of the band that a distance is in. */
const bandOf = (distance: unknown): number =>
  [1300, 1899, 2100, 2700, Infinity].find((last) => Number(distance) <= last) ?? Number.NaN;

/** Of the races of a day about a week ago, the one with the most races like it in the month. */
async function usualRace(service: SampleService): Promise<PastRace> {
  const { racedate } = await pastRace(service);
  const races = await service.query('d_ra', { start_racedate: lastMonth().from, end_racedate: racedate });
  const kindOf = (race: ServiceRecord): string =>
    [race['racecourse_cd'], race['track_type'], bandOf(race['distance'])].join();
  const before = races.filter((race) => String(race['racedate']) < racedate).map(kindOf);
  const alike = (race: ServiceRecord): number => before.filter((kind) => kind === kindOf(race)).length;
  const [program] = races
    .filter((race) => race['racedate'] === racedate)
    .toSorted((a, b) => alike(b) - alike(a));
  if (program === undefined) throw new Error('The sample has no racing a week ago.');
  return { racedate, racekey: String(program['racekey']), program };
}

test.describe('over a month that is stored', () => {
  test.use({ sharesApp: 'with a month' });

  test('the record of an index is that of the stored runners before the race, and opens them', async ({
    page,
    service,
    dataDir,
  }) => {
    const { racekey, racedate, program } = await usualRace(service);
    const table = new TableScreen(page);
    const panel = page.getByRole('complementary', { name: 'Overall index and its parts' });
    const records = panel.getByRole('table', { name: 'How each index did before' });
    await new Frame(page).command(racekey);
    await expect(new RaceScreen(page).card.locator('tbody tr').first()).toBeVisible();
    await page.keyboard.press('x');
    await panel
      .getByRole('button', {
        name: /^(Tokyo|Kyoto|Nakayama|Hanshin|Chukyo|Fukushima|Niigata|Kokura|Sapporo|Hakodate)$/,
      })
      .click();
    const row = records
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Overall index' }) });
    const opener = row.getByRole('button', { name: /ranked first by Overall index$/ });

    const expected = await test.step('as the terminal counts them', async () => {
      const printed = await railbird(
        dataDir,
        'query',
        'runners',
        '--from',
        addDays(todayInTokyo(Date.now()), -364),
        '--to',
        addDays(racedate, -1),
        '--where',
        `racecourse_cd =${program['racecourse_cd']}; track_type =${program['track_type']}; integration_index_rank =1`,
        '--format',
        'json',
      ).catch((error: { readonly stdout?: string }) => error.stdout ?? '');
      const rows = (JSON.parse(printed) as readonly Record<string, string | null>[]).filter(
        ({ distance }) => bandOf(distance) === bandOf(program['distance']),
      );
      // 1 and 2: scratched and excluded. A horse that was pulled up has no finish.
      const started = rows.filter(
        ({ order_of_finish: finish, trouble_classification: trouble }) =>
          Number(finish) > 0 || Number(trouble) > 2,
      );
      const paid = rows.filter(({ win_returned: returned }) => returned != null);
      return {
        runs: started.length,
        won: started.filter(({ order_of_finish: finish }) => Number(finish) === 1).length,
        paid: paid.length,
        yen: paid.reduce((sum, { win_returned: returned }) => sum + Number(returned), 0),
      };
    });

    await test.step('the figures are theirs, with n and interval', async () => {
      expect(expected.runs).toBeGreaterThan(1);
      const cells = row.getByRole('cell');
      await expect(cells.nth(2)).toHaveText(((100 * expected.won) / expected.runs).toFixed(1));
      await expect(cells.nth(4)).toContainText((expected.yen / expected.paid).toFixed(1));
      await expect(cells.nth(4)).toContainText(`n=${expected.paid}`);
      await expectAccessible(page);
    });

    await test.step('the number of runs opens them, with the filters as chips, and Back returns', async () => {
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(
        page
          .getByRole('main')
          .getByRole('status')
          .filter({ hasText: /records?$/ }),
      ).toContainText(new RegExp(`^${expected.runs}\\b`));
      await expect(table.chips.getByRole('group')).toHaveCount(5);
      await page.keyboard.press('Alt+ArrowLeft');
      await expect(records).toBeVisible();
    });
  });
});
