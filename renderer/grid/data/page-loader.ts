// Loads pages of rows: first what is on screen, then what is near it. A few requests run at a time; those that no
// longer bring anything wanted are canceled.

import { onScreenPages, PAGE_ROWS, wantedPages, type PageCache, type VisibleRows } from './page-cache.ts';
import { RowsArranged } from '../../client/failure.ts';
import type { CellRange, Cells } from './row-source.ts';

export interface VisibleCells {
  readonly rows: VisibleRows;
  /** The columns on screen, and those that always come along. */
  readonly columns: readonly string[];
  /** Columns beside those on screen, the nearest first. */
  readonly near: readonly string[];
  /** Whether the last scroll moved the columns and not the rows. */
  readonly isSideways: boolean;
}

interface Request {
  readonly page: number;
  readonly columns: ReadonlySet<string>;
  readonly abort: AbortController;
}

interface Deps {
  /** Rows of the present query, and where they are cached. */
  readonly target: () => { readonly pages: PageCache; readonly rows: number };
  readonly read: (range: CellRange, signal: AbortSignal) => Promise<Cells>;
  /** Stores a page that arrived; `load` must then be called for what is wanted by that time. */
  readonly onPage: (page: number, columns: readonly string[], cells: Cells) => void;
  readonly onFailure: (thrown: unknown) => void;
}

/** Requests at a time: more would only queue up behind each other in the main process. */
const MOST_REQUESTS = 4;

/** Columns of one request that is not urgent, and columns loaded beside the screen while nobody scrolls sideways. */
const BATCH = 24;

export class PageLoader {
  readonly #deps: Deps;
  readonly #requests = new Set<Request>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Requests wanted cells that are neither cached nor requested. */
  load(visible: VisibleCells): void {
    const { pages, rows } = this.#deps.target();
    const wanted = wantedPages(visible.rows, rows);
    this.#cancelExcept(wanted);
    const onScreen = onScreenPages(visible.rows, rows);
    const isComplete = pages.hasAll(onScreen, visible.columns);
    this.#request(onScreen, visible.columns, visible, true);
    // Evicted only then: the previous rows stay on screen until the new ones are loaded.
    if (isComplete) pages.evictFar(visible.rows);
    // A sideways scroll goes on to the near columns; otherwise a few of them are enough, once the screen is complete.
    if (visible.isSideways) this.#request(onScreen, visible.near, visible, false);
    else if (isComplete) this.#request(onScreen, visible.near.slice(0, BATCH), visible, false);
    this.#request(wanted, visible.columns, visible, false);
  }

  cancelAll(): void {
    this.#cancelExcept([]);
  }

  #request(
    pages: readonly number[],
    names: readonly string[],
    visible: VisibleCells,
    isUrgent: boolean,
  ): void {
    const useful = new Set([...visible.columns, ...visible.near]);
    for (const page of pages) {
      const missing = this.#notRequested(page, this.#deps.target().pages.missing(page, names));
      // What is on screen comes at once; the rest in batches, so that the nearest columns do not wait for the farthest.
      const batch = isUrgent ? missing.length : BATCH;
      for (let at = 0; at < missing.length; at += batch) {
        if (!this.#makeRoom(isUrgent, pages, useful)) return;
        void this.#fetch(page, missing.slice(at, at + batch));
      }
    }
  }

  async #fetch(page: number, columns: readonly string[]): Promise<void> {
    const request = { page, columns: new Set(columns), abort: new AbortController() };
    const { signal } = request.abort;
    this.#requests.add(request);
    try {
      const range = { columns, from: page * PAGE_ROWS, count: PAGE_ROWS };
      const cells = await this.#deps.read(range, signal);
      this.#requests.delete(request);
      if (!signal.aborted) this.#deps.onPage(page, columns, cells);
    } catch (thrown) {
      this.#requests.delete(request);
      if (!signal.aborted) this.#deps.onFailure(thrown);
    }
  }

  #notRequested(page: number, names: readonly string[]): readonly string[] {
    const ofPage = [...this.#requests].filter((request) => request.page === page);
    return names.filter((name) => !ofPage.some(({ columns }) => columns.has(name)));
  }

  /**
   * Whether one more request may start. An urgent one replaces a request that brings no useful column of these pages.
   * Useful requests are left to finish: a sideways scroll wants other columns in every frame, and canceling each time
   * would never show any.
   */
  #makeRoom(isUrgent: boolean, pages: readonly number[], useful: ReadonlySet<string>): boolean {
    if (this.#requests.size < MOST_REQUESTS) return true;
    if (!isUrgent) return false;
    const replaced = [...this.#requests].findLast(
      ({ page, columns }) => !pages.includes(page) || ![...columns].some((name) => useful.has(name)),
    );
    if (replaced !== undefined) this.#cancel(replaced);
    return replaced !== undefined;
  }

  #cancelExcept(pages: readonly number[]): void {
    for (const request of this.#requests) if (!pages.includes(request.page)) this.#cancel(request);
  }

  #cancel(request: Request): void {
    this.#requests.delete(request);
    request.abort.abort();
  }
}

/** Rows of one window at most, by the bridge's contract. */
export const MOST_WINDOW_ROWS = 1000;

/**
 * Reads a long range window by window, so that pages the user scrolls to in between do not wait long. It ends with the last
 * of the `rows`. Errors: RowsArranged if a window has not as many rows as it must.
 */
export async function readLongRange(
  read: (window: CellRange) => Promise<Cells>,
  { from, count, columns }: CellRange,
  rows: number,
): Promise<Cells> {
  const parts: Cells[] = [];
  const end = Math.min(from + count, rows);
  for (let at = from; at < end; at += MOST_WINDOW_ROWS) {
    const window = { columns, from: at, count: Math.min(MOST_WINDOW_ROWS, end - at) };
    const cells = await read(window);
    if (columns.some((_, column) => cells[column]?.length !== window.count)) throw new RowsArranged();
    parts.push(cells);
  }
  return columns.map((_, column) => parts.flatMap((cells) => cells[column] ?? []));
}
