// Operations on the open table as a user performs them: sort by a header, filter under it, group in the side panel.

import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { TableScreen } from '../../e2e/pages/table.ts';
import { changedBy, clickToChanged } from './painted.ts';

const GRID = '[role="grid"]';
const CELLS = `${GRID} .grid-row [role="gridcell"]`;

export interface Questions {
  /** Each resolves to the milliseconds from the last click to its change on screen. */
  sort(column: string): Promise<number>;
  /** Adds a filter that is switched off. */
  prepareFilter(column: string, contains: string): Promise<void>;
  /** Switches it on; `rows` pass. */
  filter(): Promise<{ readonly ms: number; readonly rows: number }>;
  removeFilter(): Promise<void>;
  openGroups(): Promise<void>;
  group(column: string): Promise<number>;
  closeGroups(): Promise<void>;
}

export function questionsOf(page: Page, screen: TableScreen, table: TableCode): Questions {
  const labelOf = (name: string): string =>
    TABLES[table].columns.find((column) => column.name === name)?.label.en ?? name;
  const panel: Locator = page.getByRole('complementary', { name: 'Summary' });
  /** Otherwise a late cell would be mistaken for the answer's. */
  const settled = () =>
    page.waitForFunction((grid) => document.querySelector(`${grid} .grid-skeleton`) === null, GRID);
  /** Scrolls sideways until the column is on screen: columns outside it are not on the page. */
  const bring = (column: string): Promise<void> =>
    page.evaluate(
      async ([selector, name]) => {
        const grid = document.querySelector(selector);
        if (grid === null) throw new Error('no grid');
        for (let left = 0; left <= grid.scrollWidth; left += grid.clientWidth / 2) {
          if (grid.querySelector(`[data-filter-of="${name}"]`) !== null) return;
          grid.scrollLeft = left;
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        }
        throw new Error(`${name} is not shown`);
      },
      [GRID, column] as const,
    );
  /** The number of rows that pass, once it is shown. */
  async function filtered(): Promise<number> {
    await expect(screen.records).toContainText(' of ');
    const [rows = ''] = /[\d,]+/.exec(await screen.records.innerText()) ?? [];
    return Number(rows.replaceAll(',', ''));
  }
  return {
    async sort(column) {
      await bring(column);
      await settled();
      const head = page.locator(GRID).getByRole('columnheader', { name: labelOf(column), exact: true });
      return clickToChanged(page, head.first(), CELLS);
    },
    async prepareFilter(column, contains) {
      await bring(column);
      await screen.filterBy(labelOf(column), `'${contains}'`);
      await filtered();
      await screen.chips.getByRole('checkbox').click();
      await expect(screen.records).not.toContainText(' of ');
    },
    async filter() {
      await settled();
      const ms = await clickToChanged(page, screen.chips.getByRole('checkbox'), CELLS);
      return { ms, rows: await filtered() };
    },
    async removeFilter() {
      await screen.chips.getByRole('button', { name: /^Remove/ }).click();
      await expect(screen.records).not.toContainText(' of ');
    },
    async openGroups() {
      await page.getByRole('button', { name: 'Summary' }).click();
      await panel.getByRole('button', { name: 'Groups' }).click();
      await panel.getByRole('rowheader').first().waitFor();
    },
    group: (column) =>
      changedBy(
        page,
        'change',
        () => panel.getByLabel('Group by').selectOption({ label: labelOf(column) }),
        'aside tbody td.number',
      ),
    async closeGroups() {
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
    },
  };
}
