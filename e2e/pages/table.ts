// The table browser.

import { expect, type Locator, type Page } from '@playwright/test';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import { typeDate } from './date-field.ts';
import { Frame } from './frame.ts';
import { Grid } from './grid.ts';

export class TableScreen {
  readonly page: Page;
  readonly filters: Locator;
  readonly ask: Locator;
  readonly records: Locator;
  readonly quick: Locator;
  readonly chips: Locator;

  constructor(page: Page) {
    this.page = page;
    const main = page.getByRole('main');
    this.filters = main.getByRole('form', { name: 'Query' });
    this.ask = this.filters.getByRole('button', { name: 'Run' });
    this.records = main.getByRole('status').filter({ hasText: / records?$/ });
    this.quick = main.getByRole('searchbox', { name: 'Search the visible columns' });
    this.chips = main.getByRole('group', { name: 'Filters', exact: true });
  }

  grid(table: TableCode): Grid {
    return new Grid(this.page, TABLES[table].label.en);
  }

  /** Opens a table without querying it. */
  async open(table: TableCode): Promise<void> {
    await new Frame(this.page).command(`${TABLES[table].label.en} (${table})`);
    await expect(this.page.getByRole('heading', { level: 1 })).toContainText(table);
    // The proposed dates arrive with the calendar.
    if (TABLES[table].filters.some((name) => FILTER_RULES[name].isDate))
      await expect(this.filters.getByRole('button', { name: /^Clear / }).last()).toBeVisible();
  }

  /** Clears the proposed values, fills in the form and submits it. */
  async query(filter: Readonly<Record<string, string>>): Promise<void> {
    const clear = this.filters.getByRole('button', { name: /^Clear / });
    while ((await clear.count()) > 0) await clear.first().click();
    for (const [name, value] of Object.entries(filter))
      await this.fill(name as keyof typeof FILTER_RULES, value);
    await this.ask.click();
  }

  /** The chip of a filter, by the column's label and its text. */
  chip(label: string, text: string): Locator {
    return this.chips.getByRole('group', { name: `${label}: ${text}`, exact: true });
  }

  /** Opens a column's filter under its header, by the column's label. */
  async openFilter(label: string): Promise<Locator> {
    await this.page
      .getByRole('button', { name: new RegExp(`^Filter ${RegExp.escape(label)}(?:: |$)`) })
      .click();
    const filter = this.page.getByRole('dialog', { name: `Filter ${label}` });
    await expect(filter).toBeVisible();
    return filter;
  }

  /** Types a column's filter and closes it. */
  async filterBy(label: string, text: string): Promise<void> {
    const filter = await this.openFilter(label);
    await filter.getByRole('textbox', { name: 'Condition' }).fill(text);
    await this.page.keyboard.press('Enter');
    await expect(filter).toBeHidden();
  }

  async fill(name: keyof typeof FILTER_RULES, value: string): Promise<void> {
    const { label, isDate } = FILTER_RULES[name];
    if (isDate) await typeDate(this.filters, label.en, value);
    else await this.filters.getByLabel(label.en, { exact: true }).fill(value);
  }
}
