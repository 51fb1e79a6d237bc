// Cells of one row query, cached by pages of rows; and the arithmetic of pages: which are on screen, which to load
// ahead, which to evict.

import type { Cells } from './row-source.ts';

/** Rows of a page: about two screens, so that a page is seldom left before it is read. */
export const PAGE_ROWS = 100;

/** Pages loaded ahead in the direction of scrolling, and kept ready behind. */
const AHEAD = 2;
const BEHIND = 1;

/** Pages on either side of the viewport that stay cached; those farther away are evicted. */
export const CACHED_AROUND = 12;

export interface VisibleRows {
  /** First row on screen. */
  readonly from: number;
  /** Row after the last on screen. */
  readonly to: number;
  /** 1 when scrolling down, -1 when up. */
  readonly direction: 1 | -1;
}

type RowRange = Pick<VisibleRows, 'from' | 'to'>;

export const pageOf = (row: number): number => Math.floor(row / PAGE_ROWS);

/** Pages of the rows on screen. */
export function onScreenPages({ from, to }: RowRange, rows: number): number[] {
  if (rows === 0 || to <= from) return [];
  const first = pageOf(Math.max(0, from));
  const last = pageOf(Math.min(to, rows) - 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

/** Pages to load, most urgent first: those on screen, those ahead, the one behind. Never a page without rows. */
export function wantedPages({ from, to, direction }: VisibleRows, rows: number): number[] {
  if (rows === 0 || to <= from) return [];
  const first = pageOf(Math.max(0, from));
  const last = pageOf(Math.min(to, rows) - 1);
  const down = (count: number): number[] => Array.from({ length: count }, (_, at) => last + 1 + at);
  const up = (count: number): number[] => Array.from({ length: count }, (_, at) => first - 1 - at);
  const around = direction === 1 ? [...down(AHEAD), ...up(BEHIND)] : [...up(AHEAD), ...down(BEHIND)];
  const lastPage = pageOf(rows - 1);
  return [...onScreenPages({ from, to }, rows), ...around].filter((page) => page >= 0 && page <= lastPage);
}

/** Cached pages that are too far from the screen to be worth their memory. */
export function farPages(cached: Iterable<number>, { from, to }: RowRange): number[] {
  const first = pageOf(from) - CACHED_AROUND;
  const last = pageOf(Math.max(from, to - 1)) + CACHED_AROUND;
  return [...cached].filter((page) => page < first || page > last);
}

interface Page {
  readonly cells: Map<string, readonly (string | null)[]>;
  version: number;
}

export class PageCache {
  readonly #pages = new Map<number, Page>();

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  /** Raw text, null, or undefined while the cell is not loaded. */
  cell(row: number, column: string): string | null | undefined {
    const cells = this.#pages.get(pageOf(row))?.cells.get(column);
    return cells === undefined ? undefined : (cells[row % PAGE_ROWS] ?? null);
  }

  /** A page that was evicted and loaded again has a later version than before. */
  version(row: number): number {
    return this.#pages.get(pageOf(row))?.version ?? 0;
  }

  /** The columns of `names` that are not cached for a page. */
  missing(page: number, names: readonly string[]): readonly string[] {
    const cached = this.#pages.get(page)?.cells;
    return cached === undefined ? names : names.filter((name) => !cached.has(name));
  }

  /** Whether all of these pages have all of these columns. */
  hasAll(pages: readonly number[], names: readonly string[]): boolean {
    return pages.every((page) => this.missing(page, names).length === 0);
  }

  /** Stores consecutive whole pages: `cells[c]` is column c of `names` from the first row of the first page. */
  store(pages: readonly number[], names: readonly string[], cells: Cells, version: number): void {
    for (const [at, page] of pages.entries()) {
      const cached = this.#pages.get(page) ?? { cells: new Map(), version };
      for (const [index, name] of names.entries()) {
        const column = cells[index] ?? [];
        cached.cells.set(
          name,
          pages.length === 1 ? column : column.slice(at * PAGE_ROWS, (at + 1) * PAGE_ROWS),
        );
      }
      cached.version = version;
      this.#pages.set(page, cached);
    }
  }

  /** Evicts the pages that are far from the screen. */
  evictFar(visible: RowRange): void {
    for (const page of farPages(this.#pages.keys(), visible)) this.#pages.delete(page);
  }
}
