// What a race shows where there is little room, and where there is much.

import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { RaceScreen } from '../pages/race.ts';
import { jump } from '../pages/tour.ts';
import { pastRace } from '../racing.ts';

test.use({ appArgs: ['--sample'], sharesApp: true });

const WEIGHTS = /^(Handicap|Special weights|Weight for age|Set weights)$/;

test('the line of a race has its weights, and folds away what the title says', async ({ page, service }) => {
  const { racekey } = await pastRace(service);
  const frame = new Frame(page);
  const race = new RaceScreen(page);
  // Races with a name and without one.
  for (const number of ['11', '08', '05']) {
    await frame.command(racekey.slice(0, -2) + number);
    await race.opened();
    const facts = page.locator('.race-facts li');
    const line = (await facts.first().boundingBox())?.y;
    expect((await facts.filter({ hasText: WEIGHTS }).boundingBox())?.y).toBe(line);
  }
});

/** The texts that their elements cut. */
const cutTexts = (elements: Locator): Promise<readonly string[]> =>
  elements.evaluateAll((all) =>
    all.filter((each) => each.scrollWidth > each.clientWidth).map(({ textContent }) => textContent),
  );

test('the compact past runs never cut the place', async ({ page, service }) => {
  const { racekey } = await pastRace(service);
  await new Frame(page).command(racekey);
  const race = new RaceScreen(page);
  await race.opened();
  await race.open('Past runs');
  await page.getByRole('button', { name: 'Compact' }).click();
  const places = page.locator('.past-run.is-compact .past-run-figures > :first-child');
  for (const width of [1024, 1200, 1290, 1300, 1390, 1400, 1440]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(places.first()).toHaveText(/\d\d\.\d\d /);
    expect(await cutTexts(places)).toEqual([]);
  }
});

/**
 * The texts of past runs that are cut or run out of their cell; only notes may be, which have a tooltip. A run out of sight
 * keeps the height that it had in a wider window until it is scrolled to, so all are laid out first.
 */
const outOfCells = (table: Locator): Promise<readonly string[]> =>
  table.locator('tbody > tr > *').evaluateAll((cells) => {
    for (const run of cells.flatMap((cell) => [...cell.querySelectorAll<HTMLElement>('.past-run')]))
      run.style.contentVisibility = 'visible';
    return cells.flatMap((cell) => {
      const { right, bottom } = cell.getBoundingClientRect();
      return [...cell.querySelectorAll('*:not(.past-run-notes)')]
        .filter((each) => {
          const box = each.getBoundingClientRect();
          const isCut = each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1;
          return box.width > 0 && (isCut || box.right > right + 1 || box.bottom > bottom + 1);
        })
        .map((each) => `${each.className}: ${each.textContent}`);
    });
  });

test('past runs fit their cells in both forms and languages, and the compact ones of 16 runners a screen', async ({
  page,
  service,
}) => {
  const { racekey } = await pastRace(service);
  await new Frame(page).command(racekey);
  const race = new RaceScreen(page);
  await race.opened();
  await race.open('Past runs');
  const table = page.locator('table.past').filter({ visible: true });
  // Riders are named a moment after the runs are drawn.
  await expect(table).toHaveAttribute('aria-busy', 'false');
  for (const language of ['en', 'ja']) {
    if (language === 'ja') await jump(page, 'Language: 日本語');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const form of ['full', 'compact']) {
      await expect(table.locator('.past-run.is-compact')).toHaveCount(
        form === 'full' ? 0 : await table.locator('.past-run').count(),
      );
      for (const [width, height] of [
        [1024, 768],
        [1200, 800],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height });
        expect(await outOfCells(table), `${language} ${form} ${width}`).toEqual([]);
      }
      if (form === 'compact') {
        const sixteen = table.locator('tbody tr').nth(15);
        if ((await sixteen.count()) > 0) await expect(sixteen).toBeInViewport({ ratio: 1 });
      }
      await page.keyboard.press('d');
    }
  }
});

test('a wide window has the runner below the rows and beside the shape of the race', async ({
  page,
  service,
}) => {
  const { racekey } = await pastRace(service);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await new Frame(page).command(racekey);
  const race = new RaceScreen(page);
  await race.opened();
  const boxOf = async (part: Locator) => {
    const box = await part.boundingBox();
    if (box === null) throw new Error('it is on screen');
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };
  const rows = await boxOf(race.card);
  const shape = await boxOf(page.getByRole('region', { name: 'Race shape' }));
  const runner = await boxOf(page.getByRole('region', { name: /^Number \d+/ }));
  const more = await boxOf(page.getByRole('region', { name: /^More on number \d+/ }));
  expect(runner.y).toBeGreaterThanOrEqual(rows.bottom);
  expect(runner.right).toBeLessThanOrEqual(shape.x);
  expect(more.y).toBeGreaterThanOrEqual(shape.bottom);
  expect(more.x).toBeGreaterThanOrEqual(rows.right);
  // A field of eighteen may need some lines more than the screen has.
  const { seen, all } = await page
    .locator('.tab-body')
    .filter({ visible: true })
    .evaluate((body) => ({ seen: body.clientHeight, all: body.scrollHeight }));
  expect(all).toBeLessThan(seen * 1.15);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('region', { name: /^More on number/ })).toHaveCount(0);
});
