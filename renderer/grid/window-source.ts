// Rows of an open result, fetched by windows: asks for what is on screen and a little ahead, forgets what is far,
// ignores answers to an arrangement that is no longer wanted, and opens the result again when it was let go. The first
// window of an arrangement comes with the answer to it.

import type { Arranged, RowArrangement } from '#shared/bridge/arranged.ts';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { Source } from '#shared/bridge/source.ts';
import { failureOf } from '../client/failure.ts';
import type { Cells, RowSource } from './row-source.ts';
import { HeldPages } from './held-pages.ts';
import { readWindows } from './read-windows.ts';
import { onScreenPages, PAGE_ROWS, wantedPages, type Visible } from './window-plan.ts';
import { WindowsUnderWay } from './windows-under-way.ts';

type ResultSummary = Pick<Summary, 'resultId' | 'records' | 'fetchedAt'>;

export interface Moved {
  readonly from: ResultSummary;
  readonly by: number;
}

interface Options {
  readonly client: Pick<BridgeClient, 'results'>;
  /** What the result was opened from, to open it again. */
  readonly source: Source;
  readonly summary: ResultSummary;
  /** Where it was renewed: the summary of before, and how many rows further down the record looked at stands now. */
  readonly moved?: Moved | undefined;
  /** Columns that come with every window though none shows them: keys that a cell's link needs. */
  readonly always?: readonly string[];
}

/** What a screen looks at: rows from `from`, `to` not included, and the columns drawn of them. */
export interface View {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly string[];
}

/** An open result in an arrangement. */
export interface Applied {
  readonly resultId: string;
  readonly arrangement: RowArrangement | undefined;
}

export interface WindowSource extends RowSource {
  /** What its rows were opened from, and as which result. */
  readonly source: Source;
  readonly openedAs: string;
  readonly summary: ResultSummary;
  movedFrom(before: RowSource): number;
  /** Changes when the same result was read again from the archive. */
  readonly recordsKey: string;
  /** What the main process holds them under now, arranged as `arrangement` says: what is said of the rows is of that. */
  applied(): Applied;
  /** What `show` was last told. */
  view(): View;
  /**
   * Filters and orders the rows; the old ones stay until those on screen are there. Nothing is asked before the
   * first, nor before it is known what is looked at.
   */
  arrange(arrangement: RowArrangement): void;
  /** What became of the arrangement that the rows shown are in: how many of how many, filters that could not be read. */
  arranged(): Arranged;
  /** What made the last window fail, until `retry` or an answer. */
  failure(): unknown;
  retry(): void;
  /** All named values of one row, wherever it is; for its detail. Errors: as `results.window`. */
  record(row: number, columns: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
}

/** Columns of one window that is read ahead. */
const PART = 24;

/** Columns beside those on screen that are read ahead of someone who does not scroll sideways. */
const FEW_BESIDE = PART;

/** The bridge answers this many rows at once, whatever is drawn. */
const MOST_PAGES = 1000 / PAGE_ROWS;

/** What a screen shows of fewer rows than it looked at: the last ones. */
function onScreen(visible: Visible, rows: number): Visible {
  if (visible.to <= rows) return visible;
  return { ...visible, from: Math.max(0, rows - (visible.to - visible.from)), to: rows };
}

/** Whoever only counts rows is not told of a new order. */
const isSame = (one: Arranged, other: Arranged): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Works while anyone is subscribed; the result itself stays open in the main process. */
export function windowSource({ client, source, summary, moved, always = [] }: Options): WindowSource {
  const listeners = new Set<() => void>();
  let pages = new HeldPages();
  /** Those of the arrangement before, shown until every row on screen is there in the new one. */
  let before: { readonly pages: HeldPages; readonly arranged: Arranged } | undefined;
  const underWay = new WindowsUnderWay();
  let { resultId } = summary;
  let arranged: Arranged = { rows: summary.records, total: summary.records, problems: [] };
  let arrangement: RowArrangement | undefined;
  let applied: Applied = { resultId: summary.resultId, arrangement: undefined };
  let version = 0;
  /** Rises with every new arrangement: an answer of an older one is ignored. */
  let generation = 0;
  /** Whether the rows are arranged as wanted: until then nothing is asked. */
  let ready = false;
  /** Ends the arranging that is under way. */
  let arranging: AbortController | undefined;
  let failed: unknown;
  let visible: Visible = { from: 0, to: 0, direction: 1 };
  let columns: readonly string[] = [];
  let soon: readonly string[] = [];
  let isSideways = false;

  const shown = (): HeldPages => before?.pages ?? pages;
  const changed = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const fail = (thrown: unknown): void => {
    failed = thrown;
    changed();
  };

  /** Asks for the arrangement wanted, once it is known what is looked at. */
  function begin(): void {
    if (arrangement === undefined || columns.length === 0 || listeners.size === 0) return;
    if (arranging === undefined) void apply(arrangement, false);
  }

  /** Asks for an arrangement and for what is on screen of it, opening the result again first if it was let go. */
  async function apply(wanted: RowArrangement, reopen: boolean): Promise<void> {
    generation += 1;
    const mine = generation;
    arranging?.abort();
    arranging = new AbortController();
    const { signal } = arranging;
    ready = false;
    underWay.dropAll();
    if (!pages.isEmpty) before ??= { pages, arranged };
    const looked = onScreenPages(visible, Infinity).slice(0, MOST_PAGES);
    const names = [...columns];
    const window = { columns: names, from: (looked[0] ?? 0) * PAGE_ROWS, count: looked.length * PAGE_ROWS };
    try {
      if (reopen) {
        for await (const event of await client.results.open({ source }, { signal })) {
          if (event.type === 'opened') ({ resultId } = event.summary);
        }
      }
      const { cells, ...next } = await client.results.arrange({ resultId, ...wanted, window }, { signal });
      if (mine !== generation) return;
      if (!isSame(next, arranged)) arranged = next;
      applied = { resultId, arrangement: wanted };
      pages = new HeldPages();
      const there = onScreenPages({ from: window.from, to: window.from + window.count }, arranged.rows);
      if (cells !== undefined) pages.keep(there, names, cells, version + 1);
    } catch (thrown) {
      if (mine !== generation) return;
      arranging = undefined;
      if (!reopen && failureOf(thrown).code === 'RESULT_CLOSED') return apply(wanted, true);
      return fail(thrown);
    }
    arranging = undefined;
    visible = onScreen(visible, arranged.rows);
    failed = undefined;
    ready = true;
    handOver();
    changed();
    // React draws in the turn that `changed` began: what is read ahead is asked for after it.
    await Promise.resolve();
    ask();
  }

  /** Goes over to the new arrangement, when what is on screen is there in it; whether it did. */
  function handOver(): boolean {
    if (before === undefined || !ready) return false;
    if (!pages.hold(onScreenPages(visible, arranged.rows), columns)) return false;
    before = undefined;
    return true;
  }

  async function fetchPage(page: number, missing: readonly string[]): Promise<void> {
    const mine = generation;
    const window = underWay.begin(page, missing);
    const { signal } = window.abort;
    const from = page * PAGE_ROWS;
    const input = { resultId, columns: [...missing], from, count: PAGE_ROWS };
    try {
      const { cells } = await client.results.window(input, { signal });
      if (mine !== generation) return;
      underWay.end(window);
      pages.keep([page], missing, cells, version + 1);
      failed = undefined;
      handOver();
    } catch (thrown) {
      underWay.end(window);
      if (mine !== generation || signal.aborted) return;
      if (failureOf(thrown).code === 'RESULT_CLOSED') return again();
      return fail(thrown);
    }
    ask();
    changed();
  }

  /** The main process let the result go: it is opened once more, and arranged as it was. */
  async function again(): Promise<void> {
    if (arrangement !== undefined) await apply(arrangement, true);
  }

  /** Starts the windows that are wanted and neither held nor under way, most urgent first. */
  function ask(): void {
    if (!ready || listeners.size === 0 || failed !== undefined) return;
    const wanted = wantedPages(visible, arranged.rows);
    underWay.keep(wanted);
    const onScreen = onScreenPages(visible, arranged.rows);
    const isLacking = !pages.hold(onScreen, columns);
    start(onScreen, columns, true);
    // What was looked at before stayed on screen until what is looked at now is here.
    if (!isLacking) pages.dropFar(visible);
    // Who scrolls sideways would want the columns beside those on screen next.
    if (isSideways) start(onScreen, soon, false);
    else if (!isLacking) start(onScreen, soon.slice(0, FEW_BESIDE), false);
    start(wanted, columns, false);
  }

  /** Starts windows for what the pages lack of these columns, as far as it is not under way. */
  function start(of: readonly number[], names: readonly string[], urgent: boolean): void {
    const wanted = new Set([...columns, ...soon]);
    for (const page of of) {
      const missing = underWay.notComing(page, pages.lacking(page, names));
      // What is on screen comes at once; the rest by parts, so that the nearest of it does not wait for the farthest.
      const part = urgent ? missing.length : PART;
      for (let at = 0; at < missing.length; at += part) {
        if (!underWay.hasRoom(urgent, of, wanted)) return;
        void fetchPage(page, missing.slice(at, at + part));
      }
    }
  }

  /** Cells wherever they are; the result is opened again if it was let go. */
  const read = (names: readonly string[], from: number, count: number): Promise<Cells> =>
    readWindows(
      (window) =>
        client.results.window({ resultId, ...window }).catch(async (thrown: unknown) => {
          if (failureOf(thrown).code !== 'RESULT_CLOSED') throw thrown;
          await again();
          return client.results.window({ resultId, ...window });
        }),
      { from, count, columns: names },
    );

  return {
    source,
    openedAs: summary.resultId,
    summary,
    movedFrom: (other) =>
      moved !== undefined && 'summary' in other && other.summary === moved.from ? moved.by : 0,
    recordsKey: `${summary.records} ${summary.fetchedAt ?? ''}`,
    view: () => ({ from: visible.from, to: visible.to, columns }),
    get rows() {
      return (before?.arranged ?? arranged).rows;
    },
    cell: (row, column) => shown().cell(row, column),
    show(from, to, names, near = []) {
      const direction = from === visible.from ? visible.direction : from > visible.from ? 1 : -1;
      isSideways = from === visible.from && to === visible.to;
      visible = { from, to, direction };
      columns = [...new Set([...names, ...always])];
      soon = near;
      if (ready) ask();
      else begin();
      if (handOver()) changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        if (ready) ask();
        else begin();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) underWay.dropAll();
      };
    },
    version: () => version,
    rowVersion: (row) => shown().version(row),
    arrange(next) {
      if (JSON.stringify(next) === JSON.stringify(arrangement)) return;
      arrangement = next;
      ready = false;
      generation += 1;
      arranging?.abort();
      arranging = undefined;
      begin();
    },
    arranged: () => before?.arranged ?? arranged,
    applied: () => applied,
    async record(row, names) {
      const cells = await read(names, row, 1);
      return new Map(names.map((name, at) => [name, cells[at]?.[0] ?? null]));
    },
    cellsOf: ({ from, count, columns: names }) => read(names, from, count),
    failure: () => failed,
    retry() {
      failed = undefined;
      if (ready) ask();
      else begin();
      changed();
    },
  };
}
