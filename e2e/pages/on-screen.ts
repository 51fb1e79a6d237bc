// The rows of a grid or table as the page shows them, to compare a file with them.

import type { Page } from '@playwright/test';

export interface ShownHead {
  /** The name of the column. */
  readonly label: string;
  /** The visible text, which may be shorter, and the unit beside it. */
  readonly short: string;
  readonly unit: string;
}

export interface ShownRows {
  readonly heads: readonly ShownHead[];
  /** The texts of the cells by row. */
  readonly rows: readonly (readonly string[])[];
  /** How many rows and columns there are, drawn or not; undefined if all are drawn. */
  readonly of: { readonly rows: number; readonly columns: number } | undefined;
  /** Whether some cells have not arrived. */
  readonly isLoading: boolean;
}

/** The first grid or table of records on the screen. Ranks, lines and arrows are reading aids, not text of a cell. */
export const rowsOnScreen = (page: Page): Promise<ShownRows> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const AIDS = 'sub, svg, .sort-head-arrow, .grid-head-sort, .grid-head-menu';
    const LOADING = '.skeleton, .grid-skeleton, .card-past-loading, [role="progressbar"], [aria-busy="true"]';

    const textOf = (element: Element): string => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let text = '';
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (node.parentElement?.closest(AIDS) == null) text += node.textContent ?? '';
      return text;
    };
    const numberOf = (element: Element, name: string): number => Number(element.getAttribute(name));
    /** Tabs of a race are drawn ahead, out of sight. */
    const firstSeen = (selector: string): Element | undefined =>
      [...(main?.querySelectorAll(selector) ?? [])].find((each) => each.checkVisibility());
    const isLoading = main === null || firstSeen(LOADING) !== undefined;

    const ofGrid = (grid: Element): Omit<ShownRows, 'isLoading'> => {
      const heads = [...grid.querySelectorAll('.grid-head [role="columnheader"]')]
        .toSorted((a, b) => numberOf(a, 'aria-colindex') - numberOf(b, 'aria-colindex'))
        .map((head) => ({
          label: head.getAttribute('aria-label') ?? '',
          short: textOf(head.querySelector('.grid-head-label') ?? head),
          unit: (head.querySelector('.grid-head-unit')?.textContent ?? '').trim(),
        }));
      const rows = new Map<number, string[]>();
      for (const cell of grid.querySelectorAll('.grid-row [role="gridcell"]')) {
        const row = cell.closest('[data-row]');
        const at = row === null ? -1 : numberOf(row, 'data-row');
        const cells = rows.get(at) ?? [];
        cells[numberOf(cell, 'aria-colindex') - 1] = textOf(cell);
        rows.set(at, cells);
      }
      const headRows = [...grid.querySelectorAll('[role="row"]')].filter(
        (row) => row.querySelector('[role="columnheader"], [data-filter-of]') !== null,
      ).length;
      return {
        heads,
        rows: [...rows].toSorted(([a], [b]) => a - b).map(([, cells]) => cells),
        of: {
          rows: numberOf(grid, 'aria-rowcount') - headRows,
          columns: numberOf(grid, 'aria-colcount'),
        },
      };
    };

    /** A cell over several rows is a cell of each; one over several columns has its text in the first. */
    const ofTable = (table: HTMLTableElement): Omit<ShownRows, 'isLoading'> => {
      const rows: string[][] = [...(table.tBodies ?? [])].flatMap((body) =>
        [...body.rows].map((): string[] => []),
      );
      const all = [...table.tBodies].flatMap((body) => [...body.rows]);
      for (const [at, row] of all.entries()) {
        let column = 0;
        for (const cell of row.cells) {
          while (rows[at]?.[column] !== undefined) column += 1;
          for (let down = 0; down < cell.rowSpan; down += 1)
            for (let across = 0; across < cell.colSpan; across += 1) {
              const line = rows[at + down];
              if (line !== undefined) line[column + across] = across === 0 ? textOf(cell) : '';
            }
        }
      }
      const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((head) => {
        const label = textOf(head);
        return { label, short: label, unit: '' };
      });
      return { heads, rows, of: undefined };
    };

    const grid = firstSeen('[role="grid"]');
    const table = firstSeen('table.card, table.past, table.race-payoffs');
    if (table instanceof HTMLTableElement) return { ...ofTable(table), isLoading };
    if (grid !== undefined) return { ...ofGrid(grid), isLoading };
    return { heads: [], rows: [], of: undefined, isLoading: true };
  });
