// One round of what a person does all day: days, races and their tabs, horses, people, payoffs, tables and back.

import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { Frame } from '../../e2e/pages/frame.ts';
import { PayoffsScreen } from '../../e2e/pages/payoffs.ts';
import { TableScreen } from '../../e2e/pages/table.ts';
import { drawnWhole } from '../pages/drawn-whole.ts';

/** What is opened: each list is walked round and round. */
export interface Places {
  readonly races: readonly string[];
  readonly horses: readonly string[];
  readonly days: readonly string[];
}

const RACE_TABS = ['Pre-race', 'Training', 'Past runs', 'Result', 'Payoffs', 'Card'] as const;
const TABLES_OPENED: readonly TableCode[] = ['d_ky', 'd_se', 'd_ra', 'd_zk', 'd_hj'];
/** The tabs of the window that are opened and closed in a round. */
const WINDOW_TABS = 3;

export class Browsing {
  readonly #page: Page;
  readonly #frame: Frame;
  readonly #places: Places;
  readonly #pauseMs: number;
  #round = 0;

  /** @param pauseMs  how long the person looks at each screen */
  constructor(page: Page, places: Places, pauseMs: number) {
    this.#page = page;
    this.#frame = new Frame(page);
    this.#places = places;
    this.#pauseMs = pauseMs;
  }

  /** Ends with the same tabs and the same screen as it began with. */
  async round(): Promise<void> {
    this.#round += 1;
    await this.#openByKey(this.#next('days').replace(/(....)(..)(..)/, '$1-$2-$3'));
    for (let n = 0; n < WINDOW_TABS; n += 1) {
      await this.#openByKey(this.#next('races', n));
      for (const tab of RACE_TABS) {
        const button = this.#page.getByRole('tab', { name: tab, exact: true });
        await drawnWhole(this.#page, 'pointerdown', () => button.click());
        await this.#look();
      }
      await this.#page.keyboard.press('Alt+t');
    }
    await this.#openByKey(this.#next('horses'));
    await this.#payoffs();
    await this.#table(TABLES_OPENED[this.#round % TABLES_OPENED.length] ?? 'd_ky');
    for (let n = 0; n < WINDOW_TABS; n += 1) await this.#page.keyboard.press('Alt+w');
  }

  #next(list: keyof Places, n = 0): string {
    const places = this.#places[list];
    return places[(this.#round * WINDOW_TABS + n) % places.length] ?? '';
  }

  /** By the palette. */
  async #openByKey(key: string): Promise<void> {
    await this.#page.keyboard.press('Control+k');
    await this.#frame.palette.fill(key);
    await this.#page.getByRole('option').first().and(this.#page.locator('[aria-selected="true"]')).waitFor();
    await drawnWhole(this.#page, 'keydown', () => this.#frame.palette.press('Enter'));
    await this.#look();
  }

  #look(): Promise<void> {
    return setTimeout(this.#pauseMs);
  }

  async #payoffs(): Promise<void> {
    await this.#frame.open('Payoffs');
    const today = todayInTokyo(Date.now());
    const screen = new PayoffsScreen(this.#page);
    await screen.show(addDays(today, -28 - (this.#round % 20)), addDays(today, -1));
    await screen.figures.first().waitFor();
    await this.#look();
  }

  /** Opens four weeks, sorts by the first columns, goes to the end and back. */
  async #table(table: TableCode): Promise<void> {
    const screen = new TableScreen(this.#page);
    await screen.open(table);
    const today = todayInTokyo(Date.now());
    await screen.query({ start_racedate: addDays(today, -28), end_racedate: addDays(today, -1) });
    const { root } = screen.grid(table);
    await root.getByRole('gridcell').first().waitFor();
    for (const column of [1, 3]) await root.getByRole('columnheader').nth(column).click();
    await root
      .getByRole('gridcell')
      .first()
      .click({ position: { x: 2, y: 2 } });
    for (const key of ['Control+End', 'Control+Home', 'PageDown', 'PageDown']) {
      await this.#page.keyboard.press(key);
      await this.#look();
    }
  }
}
