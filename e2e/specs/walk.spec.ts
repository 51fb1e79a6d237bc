// The whole route: first run, a day, a race, a horse and back, payoffs for a month, and a file with them.

import { raceNameIn } from '#shared/racing/generic-race-name.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { BETS } from '#shared/catalogue/bets.ts';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { expect, test } from '../fixtures.ts';
import { DayScreen } from '../pages/day.ts';
import { ExportDialog } from '../pages/export-dialog.ts';
import { clickWhereItIs, focused, Frame, offsetOf } from '../pages/frame.ts';
import { HorseScreen } from '../pages/horse.ts';
import { titleOfRacekey } from '#shared/racing/racekey.ts';
import { PayoffsScreen } from '../pages/payoffs.ts';
import { RaceScreen } from '../pages/race.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { lastMonth, pastRace } from '../racing.ts';

test('the first run leads through sample data to a race day', async ({ page, service }) => {
  await expect(new WelcomeScreen(page).form.address).toBeVisible();
  await new WelcomeScreen(page).trySample.click();
  await expect(page.getByText('Sample data: fictional horses and results')).toBeVisible();
  const { racedate } = await pastRace(service);
  const day = new DayScreen(page);
  await day.show(racedate);
  await expect(day.heading).toContainText(formatRacedate(racedate, 'en') ?? '');
  const races = await service.query('d_ra', { start_racedate: racedate, end_racedate: racedate });
  await expect(day.races).toHaveCount(races.length);
  await expect(day.courses).toHaveCount(new Set(races.map((race) => race['racecourse_cd'])).size);
});

test.describe('on the sample', () => {
  test.use({ sharesApp: true });

  test('a race shows its result and payoffs, a horse its runs, and back is exactly where it was', async ({
    page,
    service,
  }) => {
    // Low enough that neither the races of a day nor the runners of a race all fit.
    await page.setViewportSize({ width: 1100, height: 520 });
    const { racedate, racekey } = await pastRace(service);
    const results = await service.query('d_se', { racekey });
    const [payoffs] = await service.query('d_hj', { racekey });
    const frame = new Frame(page);
    const day = new DayScreen(page);
    const race = new RaceScreen(page);
    const horse = new HorseScreen(page);

    await day.show(racedate);
    await day.race(racekey).click();
    await expect(race.heading).toContainText('11R');
    const raceTitle = await race.heading.innerText();
    await race.open('Payoffs');
    await expect(race.payoffs.getByRole('row', { name: /^Win/ })).toContainText(
      Number(payoffs?.['win_payoff_1']).toLocaleString('en-US'),
    );

    await race.open('Result');
    expect(await race.result.rows()).toBe(results.length);
    const winner = results.find(
      (result) => result['order_of_finish'] === '1' || result['order_of_finish'] === '01',
    );
    expect(await race.result.texts('Horse', 0, 1)).toEqual([String(winner?.['horse_name']).trim()]);

    await race.result.sortBy('Horse number', 'descending');
    const lowest = results.length - 2;
    const name = await race.result.cell(lowest, 'Horse');
    await name.scrollIntoViewIfNeeded();
    await name.getByRole('button').click();
    await expect(horse.heading).not.toHaveText(raceTitle);
    expect(await horse.runs.rows()).toBeGreaterThan(0);

    await page.keyboard.press('Escape');
    await expect(race.heading).toHaveText(raceTitle);
    await expect(race.tab('Result')).toHaveAttribute('aria-selected', 'true');
    await expect(race.result.head('Horse number')).toHaveAttribute('aria-sort', 'descending');
    await expect(name).toBeFocused();
    await expect(name).toBeInViewport();

    await frame.back.click();
    await expect(day.heading).toContainText(formatRacedate(racedate, 'en') ?? '');
    await expect(day.race(racekey)).toBeFocused();
    await expect(day.race(racekey)).toBeInViewport();
  });

  test('going back restores every scroll offset', async ({ page, service }) => {
    await page.setViewportSize({ width: 1000, height: 480 });
    const { racedate, racekey } = await pastRace(service);
    const day = new DayScreen(page);
    const race = new RaceScreen(page);
    const horse = new HorseScreen(page);

    await day.show(racedate);
    const last = day.race(racekey.replace(/..$/, '12'));
    // Notices above the races arrive after them.
    await expect(page.getByRole('contentinfo')).toContainText('Idle');
    await last.scrollIntoViewIfNeeded();
    const dayOffset = await offsetOf(last);
    expect(dayOffset.top).toBeGreaterThan(0);
    await last.click();

    await new Frame(page).command(racekey);
    await race.open('Result');
    const cell = await race.result.cell(4, 'Horse');
    // The card's columns arrive after the result's.
    await expect(page.getByRole('contentinfo')).toContainText('Idle');
    await cell.hover();
    await page.mouse.wheel(300, 0);
    await expect.poll(() => offsetOf(cell)).toEqual({ top: 0, left: 300 });
    // Not `click`, which would scroll before.
    await clickWhereItIs(cell.getByRole('button'));
    await expect(horse.runs.root).toBeVisible();

    await page.keyboard.press('Escape');
    await expect(cell).toBeFocused();
    await expect.poll(() => offsetOf(cell)).toEqual({ top: 0, left: 300 });
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => focused(page)).toContain('12R');
    await expect.poll(() => offsetOf(last)).toEqual(dayOffset);
  });

  test('win payoffs of a month become a file with the same content as the grid and the service', async ({
    page,
    service,
    dataDir,
    host,
  }) => {
    const { from, to } = lastMonth();
    const records = await service.query('d_hj', { start_racedate: from, end_racedate: to });
    const programs = await service.query('d_ra', { start_racedate: from, end_racedate: to });
    const nameOf = new Map(
      programs.map((race) => [race['racekey'], raceNameIn(String(race['race_name'] ?? '').trim(), 'en')]),
    );
    const win = BETS.find(({ name }) => name === 'win');
    const paid = records.flatMap((record) =>
      [1, 2, 3].flatMap((slot) => {
        const amount = record[`win_payoff_${slot}`];
        return amount === null || String(amount).trim() === '' || Number(amount) === 0
          ? []
          : [Number(amount)];
      }),
    );
    const payoffs = new PayoffsScreen(page);
    const dialog = new ExportDialog(page);

    await new Frame(page).open('Payoffs');
    await payoffs.show(from, to);
    await payoffs.only(win?.label.en ?? '');
    const count = paid.length.toLocaleString('en-US');
    await expect(payoffs.records).toHaveText(new RegExp(`^${count} of [0-9,]+ payoffs$`));
    await expect.poll(() => payoffs.list.rows()).toBe(paid.length);
    await payoffs.list.sortBy('Payoff', 'descending');
    await dialog.open();
    await dialog.choose('Header row', 'Field names');
    await dialog.choose('Cells', 'As delivered');
    await dialog.start.click();
    await expect(dialog.dialog.getByText('The file is complete')).toBeVisible();
    const written = (await dialog.path.innerText()).trim();
    expect(path.dirname(written)).toBe(path.join(dataDir, 'exports'));
    const text = await readFile(written);
    // Only a browser needs to be given the file.
    if (host === 'web')
      expect(text.equals(await readFile(await (await dialog.download()).path()))).toBe(true);

    const rows = parse(text, { columns: true, bom: true }) as readonly Record<string, string>[];
    expect(rows.length).toBe(paid.length);
    const amounts = rows.map((row) => Number(row['payoff']));
    expect(amounts).toEqual(paid.toSorted((a, b) => b - a));
    await dialog.close();
    const top = rows.slice(0, 12);
    await expect
      .poll(() => payoffs.list.texts('Race key', 0, top.length))
      .toEqual(
        top.map(({ racekey = '' }) => titleOfRacekey(racekey, 'en', nameOf.get(racekey) || undefined)),
      );
    const amountsShown = await payoffs.list.texts('Payoff', 0, top.length);
    expect(amountsShown.map((text) => Number(text.replaceAll(/\D/g, '')))).toEqual(
      amounts.slice(0, top.length),
    );
    // The same records as the service's, each with its own amount, and not only the same number.
    const expected = records.flatMap((record) =>
      [1, 2, 3].flatMap((slot) =>
        Number(record[`win_payoff_${slot}`] ?? 0) > 0
          ? [`${record['racekey']} ${Number(record[`win_payoff_${slot}`])}`]
          : [],
      ),
    );
    expect(rows.map((row) => `${row['racekey']} ${Number(row['payoff'])}`).toSorted()).toEqual(
      expected.toSorted(),
    );
  });
});
