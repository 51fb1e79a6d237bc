// The rows of a result as they are shown: those of the arrangement wanted, or the ones before until every row on screen
// is here in the new one, so that no empty rows are seen.

import type { RowQueryResult } from '#shared/bridge/row-query.ts';
import { PageCache } from './page-cache.ts';
import type { CellRange, Cells } from './row-source.ts';
import { onScreenPages, type Visible } from './window-plan.ts';

/** Whoever only counts rows is not told of a new order. */
const isSame = (one: RowQueryResult, other: RowQueryResult): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export class ShownRows {
  #pages = new PageCache();
  #arranged: RowQueryResult;
  #before: { readonly pages: PageCache; readonly arranged: RowQueryResult } | undefined;
  /** Whether `#pages` are of the arrangement wanted. */
  #isWanted = false;
  #version = 0;
  #order = 0;

  /** In the order of the answer, none of them here. */
  constructor(records: number) {
    this.#arranged = { rows: records, total: records, problems: [] };
  }

  /** Rises with every change. */
  get version(): number {
    return this.#version;
  }

  /** Rises when the rows shown are those of another arrangement. */
  get order(): number {
    return this.#order;
  }

  /** What became of the arrangement that the rows shown are in. */
  get arranged(): RowQueryResult {
    return this.#before?.arranged ?? this.#arranged;
  }

  /** How many rows the arrangement wanted has. */
  get rowsWanted(): number {
    return this.#arranged.rows;
  }

  /** Those of the arrangement wanted. */
  get pages(): PageCache {
    return this.#pages;
  }

  get isWanted(): boolean {
    return this.#isWanted;
  }

  cell(row: number, column: string): string | null | undefined {
    return (this.#before?.pages ?? this.#pages).cell(row, column);
  }

  rowVersion(row: number): number {
    return (this.#before?.pages ?? this.#pages).version(row);
  }

  changed(): void {
    this.#version += 1;
  }

  /** Another arrangement is wanted. */
  leave(): void {
    this.#isWanted = false;
    if (!this.#pages.isEmpty) this.#before ??= { pages: this.#pages, arranged: this.#arranged };
  }

  /** What the arrangement wanted came to, with what is here of it: whole pages. */
  takeOver(arranged: RowQueryResult, { from, count, columns }: CellRange, cells: Cells | undefined): void {
    if (!isSame(arranged, this.#arranged)) this.#arranged = arranged;
    this.#pages = new PageCache();
    this.#isWanted = true;
    if (this.#before === undefined) this.#order += 1;
    if (cells === undefined) return;
    this.keep(onScreenPages({ from, to: from + count }, arranged.rows), columns, cells);
  }

  keep(pages: readonly number[], columns: readonly string[], cells: Cells): void {
    this.#pages.keep(pages, columns, cells, this.#version + 1);
  }

  /** Shows the arrangement wanted, if what is on screen is here of it; whether that changed anything. */
  handOver(visible: Visible, columns: readonly string[]): boolean {
    if (this.#before === undefined || !this.#isWanted) return false;
    if (!this.#pages.hold(onScreenPages(visible, this.#arranged.rows), columns)) return false;
    this.#before = undefined;
    this.#order += 1;
    return true;
  }
}
