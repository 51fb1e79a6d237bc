// A grid by its roles: rows by position, cells by the numbers that it reports to screen readers.

import { expect, type Locator, type Page } from '@playwright/test';

export class Grid {
  readonly root: Locator;

  constructor(page: Page | Locator, name: string | RegExp) {
    this.root = page.getByRole('grid', { name, exact: true });
  }

  head(name: string): Locator {
    return this.root.getByRole('columnheader', { name, exact: true });
  }

  /** `row` counts from 0, without the headers. */
  row(row: number): Locator {
    return this.root.locator(`[role="row"]:is([data-row="${row}"], :has([data-row="${row}"]))`);
  }

  async cell(row: number, column: string): Promise<Locator> {
    const index = await this.head(column).getAttribute('aria-colindex');
    return this.row(row).locator(`[role="gridcell"][aria-colindex="${index}"]`);
  }

  /** Texts of a column in the rows from `from` on, once all of them have loaded. */
  async texts(column: string, from: number, count: number): Promise<readonly string[]> {
    const texts: string[] = [];
    for (let row = from; row < from + count; row += 1) {
      const cell = await this.cell(row, column);
      await expect(cell).toHaveText(/\S/);
      texts.push((await cell.innerText()).trim());
    }
    return texts;
  }

  /** The number of records, as reported to screen readers. */
  async rows(): Promise<number> {
    return await this.root.evaluate((root) => {
      const heads = [...root.querySelectorAll('[role="row"]')].filter(
        (row) => row.querySelector('[role="columnheader"], [data-filter-of]') !== null,
      );
      return Number(root.getAttribute('aria-rowcount')) - heads.length;
    });
  }

  async sortBy(column: string, direction: 'ascending' | 'descending'): Promise<void> {
    const head = this.head(column);
    for (let click = 0; click < 2 && (await head.getAttribute('aria-sort')) !== direction; click += 1) {
      const before = await head.getAttribute('aria-sort');
      await head.click();
      await expect(head).not.toHaveAttribute('aria-sort', before ?? 'none');
    }
    await expect(head).toHaveAttribute('aria-sort', direction);
  }

  get focused(): Locator {
    return this.root.locator(':focus');
  }

  get selected(): Locator {
    return this.root.locator('[aria-selected="true"]');
  }

  /** Focuses a cell without following its link. */
  async focusOn(cell: Locator): Promise<void> {
    await cell.click({ position: { x: 2, y: 2 } });
    await expect(cell).toBeFocused();
  }

  /** The text that a paste would insert. */
  pasted(): Promise<string> {
    return this.root.page().evaluate(() => navigator.clipboard.readText());
  }

  async scrollTo(offset: { readonly top?: number; readonly left?: number }): Promise<void> {
    await this.root.evaluate((root, to) => root.scrollTo({ ...to, behavior: 'instant' }), offset);
  }
}
