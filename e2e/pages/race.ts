// A race and its tabs.

import { expect, type Locator, type Page } from '@playwright/test';
import { Grid } from './grid.ts';

export type Tab = 'Card' | 'Pre-race' | 'Training' | 'Past runs' | 'Result' | 'Payoffs' | 'Compare';

export class RaceScreen {
  readonly page: Page;
  readonly heading: Locator;
  readonly card: Locator;
  readonly result: Grid;
  readonly payoffs: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1 });
    this.card = page.getByRole('table', { name: 'Runners of the race' });
    this.result = new Grid(page, 'Result');
    this.payoffs = page.getByRole('table', { name: 'Payoffs' });
  }

  tab(name: Tab): Locator {
    return this.page.getByRole('tab', { name, exact: true });
  }

  /** After it was opened by a command: the runners are shown, and the palette has given the focus to the heading. */
  async opened(): Promise<void> {
    await expect(this.card.locator('tbody tr').first()).toBeVisible();
    await expect(this.heading).toBeFocused();
    await expect(this.page.getByTitle('Loading past runs')).toHaveCount(0);
  }

  async open(name: Tab): Promise<void> {
    await this.tab(name).click();
    await expect(this.tab(name)).toHaveAttribute('aria-selected', 'true');
  }
}
