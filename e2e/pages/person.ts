// A jockey, trainer or sire: record, tables, runners to come, runs.

import type { Locator, Page } from '@playwright/test';
import { Grid } from './grid.ts';

export class PersonScreen {
  readonly heading: Locator;
  readonly record: Locator;
  readonly coming: Locator;
  readonly runs: Grid;
  readonly note: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.heading = page.getByRole('heading', { level: 1 });
    this.record = page.getByRole('region', { name: 'Record', exact: true });
    this.coming = page.getByRole('region', { name: 'Runners from today on' });
    this.runs = new Grid(page, 'Runs');
    this.note = page.getByRole('button', { name: 'Take a note' });
  }

  /** "By course". */
  table(name: string): Locator {
    return this.#page.getByRole('region', { name, exact: true }).getByRole('table');
  }

  /** The record's figures by their labels, without the n beside a rate. */
  figures(): Promise<Readonly<Record<string, string>>> {
    return this.record.locator('dl > div').evaluateAll((facts) =>
      Object.fromEntries(
        facts.map((fact) => {
          const value = fact.querySelector('dd')?.firstChild?.textContent ?? '';
          return [fact.querySelector('dt')?.textContent ?? '', value.trim()] as const;
        }),
      ),
    );
  }

  /** The n beside a rate. */
  nOf(label: string): Locator {
    return this.record.locator('dl > div').filter({ hasText: label }).locator('small');
  }
}
