// Payoffs over a period.

import { expect, type Locator, type Page } from '@playwright/test';
import { typeDate } from './date-field.ts';
import { Grid } from './grid.ts';

export class PayoffsScreen {
  readonly form: Locator;
  readonly figures: Locator;
  readonly list: Grid;
  readonly records: Locator;

  constructor(page: Page) {
    const main = page.getByRole('main');
    this.form = main.getByRole('form', { name: 'Payoffs to show' });
    this.figures = main.getByRole('table');
    this.list = new Grid(main, 'Payoffs');
    this.records = main.getByRole('status').filter({ hasText: / payoffs?$/ });
  }

  async show(from: string, to: string): Promise<void> {
    await typeDate(this.form, 'From', from);
    await typeDate(this.form, 'To', to);
    await this.form.getByRole('button', { name: 'Show', exact: true }).click();
  }

  async only(bet: string): Promise<void> {
    const toggle = this.form
      .getByRole('group', { name: 'Bets' })
      .getByRole('button', { name: bet, exact: true });
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  }
}
