// The rows of an open result, as a grid sees them: filtered and sorted by a row query in the main process, loaded by
// pages. While a new query runs, the previous rows stay on screen. If the main process closed the result, its source is
// opened again and replaces this model: other rows may be at the same places by now.

import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { RowQuery, RowQueryResult } from '#shared/bridge/row-query.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { isResultClosed, RowsArranged, RowsReopened } from '../../client/failure.ts';
import { openSource } from '../../client/open-source.ts';
import { onScreenPages, PAGE_ROWS, PageCache, type VisibleRows } from './page-cache.ts';
import { MOST_WINDOW_ROWS, PageLoader, readLongRange, type VisibleCells } from './page-loader.ts';
import type { CellRange, Cells, RowSource } from './row-source.ts';

export type ResultSummary = Pick<Summary, 'resultId' | 'records'> & Partial<Pick<Summary, 'provisional'>>;

/** Where a result was renewed in place: the summary before, and by how many rows the anchor's record moved down. */
export interface Moved {
  readonly from: ResultSummary;
  readonly by: number;
}

interface Options {
  readonly client: Pick<BridgeClient, 'results'>;
  /** What the result was opened from, to open it again. */
  readonly source: ResultSource;
  readonly summary: ResultSummary;
  readonly moved?: Moved | undefined;
  /** Called with what was opened in its place if the main process closed the result. */
  readonly reopened: (summary: Summary) => void;
  /** Whether this one was opened in the place of another. */
  readonly isReopened?: boolean | undefined;
  /** Columns that are loaded with every page though none shows them: keys that a cell's link needs. */
  readonly always?: readonly string[];
}

/** Rows from `from`, `to` not included, and the columns drawn of them. */
export interface VisibleRange {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly string[];
}

/** The result in the main process, and the query that its rows answer. */
export interface Applied {
  readonly resultId: string;
  readonly query: RowQuery | undefined;
}

interface Rows {
  readonly pages: PageCache;
  readonly result: RowQueryResult;
  /** Its number in the main process; undefined before the first answer. */
  readonly rowOrder: number | undefined;
}

/** The rows on screen: those of the present query, or those before it until the screen is complete in the new ones. */
class DisplayedRows {
  /** Of the present query. */
  pages = new PageCache();
  /** How many rows the present query has. */
  result: RowQueryResult;
  rowOrder: number | undefined;
  #previous: Rows | undefined;
  /** Whether `pages` are of the present query. */
  #isCurrent = false;
  #version = 0;
  #order = 0;

  /** In the order of the answer, none of them loaded. */
  constructor(records: number) {
    this.result = { rows: records, total: records, problems: [] };
  }

  get version(): number {
    return this.#version;
  }

  get order(): number {
    return this.#order;
  }

  get displayed(): Rows {
    return this.#previous ?? this;
  }

  changed(): void {
    this.#version += 1;
  }

  /** Another query was set: the displayed rows stay for now. */
  outdate(): void {
    this.#isCurrent = false;
    const { pages, result, rowOrder } = this;
    if (!pages.isEmpty) this.#previous ??= { pages, result, rowOrder };
  }

  /** Stores the result of the query and the cells that came with it: whole pages. */
  replace(
    result: RowQueryResult,
    rowOrder: number,
    { from, count, columns }: CellRange,
    cells: Cells | undefined,
  ): void {
    this.rowOrder = rowOrder;
    if (!isSame(result, this.result)) this.result = result;
    this.pages = new PageCache();
    this.#isCurrent = true;
    if (this.#previous === undefined) this.#order += 1;
    if (cells !== undefined) {
      this.store(onScreenPages({ from, to: from + count }, result.rows), columns, cells);
    }
  }

  store(pages: readonly number[], columns: readonly string[], cells: Cells): void {
    this.pages.store(pages, columns, cells, this.#version + 1);
  }

  /** Displays the present query's rows if those on screen are loaded; returns whether anything changed. */
  displayNew(visible: VisibleRows, columns: readonly string[]): boolean {
    if (this.#previous === undefined || !this.#isCurrent) return false;
    if (!this.pages.hasAll(onScreenPages(visible, this.result.rows), columns)) return false;
    this.#previous = undefined;
    this.#order += 1;
    return true;
  }
}

/** An equal result keeps its identity, so that no screen is redrawn just for a new order. */
const isSame = (one: RowQueryResult, other: RowQueryResult): boolean =>
  one.rows === other.rows &&
  one.total === other.total &&
  one.problems.length === 0 &&
  other.problems.length === 0;

/** The visible rows: the last ones if fewer are left than were visible. */
function withinRows(visible: VisibleRows, rows: number): VisibleRows {
  if (visible.to <= rows) return visible;
  return { ...visible, from: Math.max(0, rows - (visible.to - visible.from)), to: rows };
}

let numbered = 0;
const NUMBERS = new WeakMap<object, number>();

/** The same number for the same object. */
function numberOf(summary: object): number {
  const number = NUMBERS.get(summary) ?? (numbered += 1);
  NUMBERS.set(summary, number);
  return number;
}

/** Loads while anyone is subscribed; the result itself stays open in the main process. */
export class RowModel implements RowSource {
  /** The source of its rows, and the id of the result. */
  readonly source: ResultSource;
  readonly openedAs: string;
  readonly summary: ResultSummary;
  /** How many results of the set still lack their indices; absent if they were not counted. */
  readonly provisional: number | undefined;
  /** Another one for each reading from the archive, also of the same result. */
  readonly recordsKey: number;

  readonly #client: Pick<BridgeClient, 'results'>;
  readonly #moved: Moved | undefined;
  readonly #always: readonly string[];
  readonly #listeners = new Set<() => void>();
  readonly #rows: DisplayedRows;
  readonly #loader: PageLoader;
  readonly #reopened: Options['reopened'];
  readonly #isReopened: boolean;
  #reopening: Promise<void> | undefined;
  #hasAnswered = false;
  #query: RowQuery | undefined;
  #applied: Applied;
  /** Whether the main process has the rows of `#query`: until then no page is requested. */
  #isReady = false;
  /** Cancels the query that is running. */
  #running: AbortController | undefined;
  #failed: unknown;
  #visible: VisibleCells = {
    rows: { from: 0, to: 0, direction: 1 },
    columns: [],
    near: [],
    isSideways: false,
  };

  constructor({ client, source, summary, moved, always = [], reopened, isReopened = false }: Options) {
    this.source = source;
    this.openedAs = summary.resultId;
    this.summary = summary;
    this.provisional = summary.provisional;
    this.recordsKey = numberOf(summary);
    this.#client = client;
    this.#moved = moved;
    this.#always = always;
    this.#reopened = reopened;
    this.#isReopened = isReopened;
    this.#applied = { resultId: summary.resultId, query: undefined };
    this.#rows = new DisplayedRows(summary.records);
    this.#loader = new PageLoader({
      target: () => ({ pages: this.#rows.pages, rows: this.#rows.result.rows }),
      read: (range, signal) => this.#window(range, { signal }),
      onPage: (page, columns, cells) => {
        this.#rows.store([page], columns, cells);
        this.#failed = undefined;
        this.#rows.displayNew(this.#visible.rows, this.#visible.columns);
        this.#load();
        this.#changed();
      },
      onFailure: (thrown) => {
        this.#failOrReopen(thrown);
      },
    });
  }

  // ---- displayed rows

  get rows(): number {
    return this.queryResult().rows;
  }

  /** How many rows pass of how many, and which filters did not parse, for the displayed rows. */
  readonly queryResult = (): RowQueryResult => this.#rows.displayed.result;

  cell(row: number, column: string): string | null | undefined {
    return this.#rows.displayed.pages.cell(row, column);
  }

  /** Incremented with every change. */
  readonly version = (): number => this.#rows.version;

  rowVersion(row: number): number {
    return this.#rows.displayed.pages.version(row);
  }

  /** Incremented when the displayed rows become those of another query. */
  readonly order = (): number => this.#rows.order;

  /** The number of the displayed rows' order: cells by their places are of no other one. Undefined until it is known. */
  readonly rowOrder = (): number | undefined => this.#rows.displayed.rowOrder;

  /** How far its records moved down from those of `before`, if it is the renewal of exactly that result. */
  movedFrom(before: RowSource): number {
    const moved = this.#moved;
    return moved !== undefined && 'summary' in before && before.summary === moved.from ? moved.by : 0;
  }

  /** The main process's result and query, to which all other requests about the rows refer. */
  readonly applied = (): Applied => this.#applied;

  /** The error of the last request, until `retry` or a response. */
  readonly failure = (): unknown => this.#failed;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#loader.cancelAll();
    };
  };

  // ---- wanted rows

  /**
   * Filters and sorts the rows; those displayed stay until the new ones on screen are loaded. Nothing is requested
   * before the first query, nor before `show` has reported what is on screen. The same object again changes nothing.
   */
  setQuery(query: RowQuery): void {
    if (query === this.#query) return;
    this.#query = query;
    this.#outdate();
    this.#start();
  }

  show(from: number, to: number, columns: readonly string[], near: readonly string[] = []): void {
    const before = this.#visible.rows;
    const isSideways = from === before.from && to === before.to;
    const direction = from === before.from ? before.direction : from > before.from ? 1 : -1;
    this.#visible = {
      rows: { from, to, direction },
      columns: [...new Set([...columns, ...this.#always])],
      near,
      isSideways,
    };
    this.#start();
    if (this.#rows.displayNew(this.#visible.rows, this.#visible.columns)) this.#changed();
  }

  /** The last range passed to `show`, limited to the existing rows. */
  view(): VisibleRange {
    const { rows, columns } = this.#visible;
    return { from: rows.from, to: rows.to, columns };
  }

  retry(): void {
    this.#failed = undefined;
    this.#start();
    this.#changed();
  }

  // ---- cells wherever they are

  /** Values of one row by column, for its detail. Errors: as `cellsOf`. */
  async record(row: number, columns: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const cells = await this.cellsOf({ from: row, count: 1, columns });
    return new Map(columns.map((name, at) => [name, cells[at]?.[0] ?? null]));
  }

  /**
   * Of the displayed rows, all of one row order. Errors: RowsReopened if the result was closed, RowsArranged or ROWS_ARRANGED
   * if it was sorted or filtered meanwhile, those of `results.window`.
   */
  async cellsOf(range: CellRange): Promise<Cells> {
    const { rowOrder, result } = this.#rows.displayed;
    if (rowOrder === undefined) throw new RowsArranged();
    return readLongRange(
      (window) =>
        this.#window(window, { rowOrder }).catch((thrown: unknown) => {
          if (!isResultClosed(thrown)) throw thrown;
          this.#failOrReopen(thrown);
          throw new RowsReopened();
        }),
      range,
      result.rows,
    );
  }

  // ---- requests

  async #window(
    { from, count, columns }: CellRange,
    { signal, ...of }: { readonly signal?: AbortSignal; readonly rowOrder?: number },
  ): Promise<Cells> {
    const input = { resultId: this.openedAs, columns: [...columns], from, count, ...of };
    return (await this.#client.results.window(input, signal === undefined ? {} : { signal })).cells;
  }

  /** Continues with the next step: the query, or pages of its rows. */
  #start(): void {
    if (this.#reopening !== undefined) return;
    if (this.#isReady) this.#load();
    else if (this.#running === undefined && this.#visible.columns.length > 0 && this.#listeners.size > 0) {
      void this.#run();
    }
  }

  #load(): void {
    if (this.#isReady && this.#listeners.size > 0 && this.#failed === undefined) {
      this.#loader.load(this.#visible);
    }
  }

  #outdate(): void {
    this.#isReady = false;
    this.#running?.abort();
    this.#running = undefined;
    this.#loader.cancelAll();
    this.#rows.outdate();
  }

  /** Runs the query; the same answer has the cells on screen. */
  async #run(): Promise<void> {
    const query = this.#query;
    if (query === undefined) return;
    this.#outdate();
    const running = new AbortController();
    this.#running = running;
    const { signal } = running;
    const window = this.#visibleWindow();
    try {
      const { cells, rowOrder, ...result } = await this.#client.results.arrange(
        { resultId: this.openedAs, ...query, window: { ...window, columns: [...window.columns] } },
        { signal },
      );
      if (signal.aborted) return;
      this.#running = undefined;
      this.#isReady = true;
      this.#hasAnswered = true;
      this.#failed = undefined;
      this.#applied = { resultId: this.openedAs, query };
      this.#rows.replace(result, rowOrder, window, cells);
      this.#visible = { ...this.#visible, rows: withinRows(this.#visible.rows, result.rows) };
      this.#rows.displayNew(this.#visible.rows, this.#visible.columns);
      this.#changed();
    } catch (thrown) {
      if (signal.aborted) return;
      this.#running = undefined;
      return this.#failOrReopen(thrown);
    }
    // React draws in the microtask that this change scheduled, and pages are loaded ahead after that.
    await Promise.resolve();
    this.#load();
  }

  /** One that is closed as soon as it was opened is not opened for ever. */
  #failOrReopen(thrown: unknown): void {
    if (isResultClosed(thrown) && (this.#hasAnswered || !this.#isReopened))
      this.#reopening ??= this.#reopen();
    else this.#fail(thrown);
  }

  async #reopen(): Promise<void> {
    try {
      this.#reopened(await openSource(this.#client, this.source));
    } catch (thrown) {
      this.#reopening = undefined;
      this.#fail(thrown);
    }
  }

  /** The range on screen in whole pages, up to the limit of one answer. */
  #visibleWindow(): CellRange {
    const pages = onScreenPages(this.#visible.rows, Infinity).slice(0, MOST_WINDOW_ROWS / PAGE_ROWS);
    const [first = 0] = pages;
    return {
      columns: this.#visible.columns,
      from: first * PAGE_ROWS,
      count: pages.length * PAGE_ROWS,
    };
  }

  #changed(): void {
    this.#rows.changed();
    for (const listener of this.#listeners) listener();
  }

  #fail(thrown: unknown): void {
    this.#failed = thrown;
    this.#changed();
  }
}
