// Cells by pages of rows, of one arrangement: what is here of them, and since when.

import type { Cells } from './row-source.ts';
import { farPages, PAGE_ROWS, pageOf, type Visible } from './window-plan.ts';

interface Page {
  readonly cells: Map<string, readonly (string | null)[]>;
  version: number;
}

export class PageCache {
  readonly #pages = new Map<number, Page>();

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  /** Raw text, null, or undefined while it is not here. */
  cell(row: number, column: string): string | null | undefined {
    const cells = this.#pages.get(pageOf(row))?.cells.get(column);
    return cells === undefined ? undefined : (cells[row % PAGE_ROWS] ?? null);
  }

  /** Pages that went and came again have a later version than before. */
  version(row: number): number {
    return this.#pages.get(pageOf(row))?.version ?? 0;
  }

  /** Those of the columns that a page does not hold. */
  lacking(page: number, names: readonly string[]): readonly string[] {
    const held = this.#pages.get(page)?.cells;
    return held === undefined ? names : names.filter((name) => !held.has(name));
  }

  /** Whether all of these pages hold all of these columns. */
  hold(pages: readonly number[], names: readonly string[]): boolean {
    return pages.every((page) => this.lacking(page, names).length === 0);
  }

  /** Whole pages, one after another: `cells[c]` is column c of `names` from the first row of the first page. */
  keep(pages: readonly number[], names: readonly string[], cells: Cells, version: number): void {
    for (const [at, page] of pages.entries()) {
      const held = this.#pages.get(page) ?? { cells: new Map(), version };
      for (const [index, name] of names.entries()) {
        const column = cells[index] ?? [];
        held.cells.set(
          name,
          pages.length === 1 ? column : column.slice(at * PAGE_ROWS, (at + 1) * PAGE_ROWS),
        );
      }
      held.version = version;
      this.#pages.set(page, held);
    }
  }

  /** Lets go of what is far from the screen. */
  dropFar(visible: Visible): void {
    for (const page of farPages(this.#pages.keys(), visible)) this.#pages.delete(page);
  }
}
