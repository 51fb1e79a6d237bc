// Payoffs over a period.

import { expect, type Locator, type Page } from '@playwright/test';
import { typeDate } from './date-field.ts';
import { Grid } from './grid.ts';

export class PayoffsScreen {
  readonly form: Locator;
  readonly figures: Locator;
  readonly list: Grid;
  readonly records: Locator;
  readonly chips: Locator;

  constructor(page: Page) {
    const main = page.getByRole('main');
    this.form = main.getByRole('form', { name: 'Payoffs to show' });
    this.figures = main.getByRole('table');
    this.list = new Grid(main, 'Payoffs');
    this.chips = main.getByRole('group', { name: 'Filters', exact: true });
    this.records = main.getByRole('status').filter({ hasText: / payoffs?$/ });
  }

  async show(from: string, to: string): Promise<void> {
    await typeDate(this.form, 'From', from);
    await typeDate(this.form, 'To', to);
    await this.form.getByRole('button', { name: 'Show', exact: true }).click();
  }

  /** Filters by a bet, from its row in the distribution. */
  async only(bet: string): Promise<void> {
    await this.figures.getByRole('button', { name: bet, exact: true }).click();
    await expect(this.chips.getByRole('group', { name: `Bet: ${bet}`, exact: true })).toBeVisible();
  }

  /** A row of the figures, by its head; its cells from the first figure on. */
  figuresOf(head: string): Locator {
    return this.figures.getByRole('row', { name: new RegExp(`^${head} `) }).getByRole('cell');
  }
}
