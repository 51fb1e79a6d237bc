// A horse: its header, chart, record, runs, what hid its form, opponents, where it runs next.

import type { Locator, Page } from '@playwright/test';
import { Grid } from './grid.ts';

export class HorseScreen {
  readonly heading: Locator;
  readonly runs: Grid;
  readonly chart: Locator;
  readonly next: Locator;
  readonly hidden: Locator;
  readonly opponents: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.heading = page.getByRole('heading', { level: 1 });
    this.runs = new Grid(page, 'Runs');
    this.chart = page.getByRole('region', { name: 'Index, body weight and finish' });
    this.next = page.getByRole('region', { name: 'Runs next' });
    this.hidden = page.getByRole('region', { name: 'Better than it looked' });
    this.opponents = page.getByRole('region', { name: 'Opponents met' });
  }

  /** The runs of the chart, the oldest first. */
  get points(): Locator {
    return this.chart.getByRole('group').getByRole('link');
  }

  /** "By surface". */
  record(name: string): Locator {
    return this.#page.getByRole('region', { name, exact: true }).getByRole('table');
  }
}
