// A race's runners, painted: a complete result on one screen.

import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { DayScreen } from '../../e2e/pages/day.ts';
import { Frame } from '../../e2e/pages/frame.ts';
import { RaceScreen } from '../../e2e/pages/race.ts';
import { changedBy } from './painted.ts';

export interface CardPainted {
  readonly rows: number;
  readonly columns: number;
  /** From the press on the tab to its paint. */
  readonly ms: readonly number[];
}

const CELLS = '[role="grid"] .grid-row [role="gridcell"]';
const AGAIN = 15;

/** A race of the earliest visible day, which has been run. */
export async function paintCard(page: Page): Promise<CardPainted> {
  const day = new DayScreen(page);
  const race = new RaceScreen(page);
  await new Frame(page).open('Race day');
  await day.strip.getByRole('button').first().click();
  await day.races.last().click();
  await expect(race.card).toBeVisible();
  // A press selects a tab, before there is a click.
  const paint = () => changedBy(page, 'pointerdown', () => race.tab('Result').click(), CELLS);
  await paint();
  const grid = page.getByRole('grid');
  const rows = await page.locator('[role="grid"] .grid-row').count();
  const columns = Number(await grid.getAttribute('aria-colcount'));
  const ms: number[] = [];
  for (let again = 0; again < AGAIN; again += 1) {
    await race.open('Card');
    await expect(race.card).toBeVisible();
    ms.push(await paint());
  }
  return { rows, columns, ms };
}
