// A horse: its header and its runs.

import type { Locator, Page } from '@playwright/test';
import { Grid } from './grid.ts';

export class HorseScreen {
  readonly heading: Locator;
  readonly runs: Grid;

  constructor(page: Page) {
    this.heading = page.getByRole('heading', { level: 1 });
    this.runs = new Grid(page, 'Runs');
  }
}
