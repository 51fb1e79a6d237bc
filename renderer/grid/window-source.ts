// Rows of an open result, fetched by windows: asks for what is on screen and a little ahead, forgets what is far,
// ignores answers to an arrangement that is no longer wanted, and opens the result again when it was let go.

import type { Arranged, RowArrangement } from '#shared/bridge/arranged.ts';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { Source } from '#shared/bridge/source.ts';
import { failureOf } from '../client/failure.ts';
import type { Cells, RowSource } from './row-source.ts';
import { readWindows } from './read-windows.ts';
import { farPages, onScreenPages, PAGE_ROWS, pageOf, wantedPages, type Visible } from './window-plan.ts';
import { WindowsUnderWay } from './windows-under-way.ts';

interface Options {
  readonly client: Pick<BridgeClient, 'results'>;
  /** What the result was opened from, to open it again. */
  readonly source: Source;
  readonly summary: Pick<Summary, 'resultId' | 'records' | 'fetchedAt'>;
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
  /** Changes when the same result was read again from the archive. */
  readonly recordsKey: string;
  /** What the main process holds them under now, arranged as `arrangement` says: what is said of the rows is of that. */
  applied(): Applied;
  /** What `show` was last told. */
  view(): View;
  /**
   * Filters and orders the rows; the old ones stay until those on screen are there. Nothing is asked before the
   * first.
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

interface Page {
  readonly cells: Map<string, readonly (string | null)[]>;
  version: number;
}

/** What a screen shows of fewer rows than it looked at: the last ones. */
function onScreen(visible: Visible, rows: number): Visible {
  if (visible.to <= rows) return visible;
  return { ...visible, from: Math.max(0, rows - (visible.to - visible.from)), to: rows };
}

/** Works while anyone is subscribed; the result itself stays open in the main process. */
export function windowSource({ client, source, summary, always = [] }: Options): WindowSource {
  const listeners = new Set<() => void>();
  let pages = new Map<number, Page>();
  /** Those of the arrangement before, shown until every row on screen is there in the new one. */
  let before: { readonly pages: ReadonlyMap<number, Page>; readonly arranged: Arranged } | undefined;
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
  let failed: unknown;
  let visible: Visible = { from: 0, to: 0, direction: 1 };
  let columns: readonly string[] = [];
  let soon: readonly string[] = [];
  let isSideways = false;

  const shown = (): ReadonlyMap<number, Page> => before?.pages ?? pages;
  const changed = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const fail = (thrown: unknown): void => {
    failed = thrown;
    changed();
  };

  /** Asks for the arrangement wanted, opening the result again first if it was let go. */
  async function apply(reopen: boolean): Promise<void> {
    if (arrangement === undefined) return;
    generation += 1;
    const mine = generation;
    ready = false;
    underWay.dropAll();
    let next: Arranged;
    if (pages.size > 0) before ??= { pages, arranged };
    try {
      if (reopen) {
        for await (const event of await client.results.open({ source })) {
          if (event.type === 'opened') ({ resultId } = event.summary);
        }
      }
      next = await client.results.arrange({ resultId, ...arrangement });
    } catch (thrown) {
      if (mine !== generation) return;
      if (!reopen && failureOf(thrown).code === 'RESULT_CLOSED') return apply(true);
      return fail(thrown);
    }
    if (mine !== generation) return;
    arranged = next;
    applied = { resultId, arrangement };
    visible = onScreen(visible, arranged.rows);
    pages = new Map();
    failed = undefined;
    ready = true;
    handOver();
    ask();
    changed();
  }

  /** Goes over to the new arrangement, when what is on screen is there in it; whether it did. */
  function handOver(): boolean {
    if (before === undefined || !ready) return false;
    const first = pageOf(visible.from);
    const last = pageOf(Math.min(visible.to, arranged.rows) - 1);
    for (let page = first; page <= last; page += 1) {
      const held = pages.get(page)?.cells;
      if (!columns.every((name) => held?.has(name) === true)) return false;
    }
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
      const held = pages.get(page) ?? { cells: new Map(), version: 0 };
      for (const [at, name] of missing.entries()) held.cells.set(name, cells[at] ?? []);
      held.version = version + 1;
      pages.set(page, held);
      failed = undefined;
      handOver();
    } catch (thrown) {
      underWay.end(window);
      if (mine !== generation || signal.aborted) return;
      if (failureOf(thrown).code === 'RESULT_CLOSED') return apply(true);
      return fail(thrown);
    }
    ask();
    changed();
  }

  /** Starts the windows that are wanted and neither held nor under way, most urgent first. */
  function ask(): void {
    if (!ready || listeners.size === 0 || failed !== undefined) return;
    const wanted = wantedPages(visible, arranged.rows);
    underWay.keep(wanted);
    const onScreen = onScreenPages(visible, arranged.rows);
    const isLacking = missingOf(onScreen, columns).length > 0;
    start(onScreen, columns, true);
    // What was looked at before stayed on screen until what is looked at now is here.
    if (!isLacking) for (const page of farPages(pages.keys(), visible)) pages.delete(page);
    // Who scrolls sideways would want the columns beside those on screen next.
    if (!isLacking || isSideways) start(onScreen, soon, false);
    start(wanted, columns, false);
  }

  const lackingIn = (page: number, names: readonly string[]): readonly string[] => {
    const held = pages.get(page)?.cells;
    return names.filter((name) => held?.has(name) !== true);
  };
  const missingOf = (of: readonly number[], names: readonly string[]): readonly number[] =>
    of.filter((page) => lackingIn(page, names).length > 0);

  /** Starts windows for what the pages lack of these columns, as far as it is not under way. */
  function start(of: readonly number[], names: readonly string[], urgent: boolean): void {
    for (const page of of) {
      const missing = underWay.notComing(page, lackingIn(page, names));
      if (missing.length === 0) continue;
      if (!underWay.hasRoom(urgent, of, new Set(columns))) return;
      void fetchPage(page, missing);
    }
  }

  /** Cells wherever they are; the result is opened again if it was let go. */
  const read = (names: readonly string[], from: number, count: number): Promise<Cells> =>
    readWindows(
      (window) =>
        client.results.window({ resultId, ...window }).catch(async (thrown: unknown) => {
          if (failureOf(thrown).code !== 'RESULT_CLOSED') throw thrown;
          await apply(true);
          return client.results.window({ resultId, ...window });
        }),
      { from, count, columns: names },
    );

  return {
    source,
    openedAs: summary.resultId,
    recordsKey: `${summary.records} ${summary.fetchedAt ?? ''}`,
    view: () => ({ from: visible.from, to: visible.to, columns }),
    get rows() {
      return (before?.arranged ?? arranged).rows;
    },
    cell(row, column) {
      const cells = shown().get(pageOf(row))?.cells.get(column);
      return cells === undefined ? undefined : (cells[row % PAGE_ROWS] ?? null);
    },
    show(from, to, names, near = []) {
      const direction = from === visible.from ? visible.direction : from > visible.from ? 1 : -1;
      isSideways = from === visible.from && to === visible.to;
      visible = { from, to, direction };
      columns = [...new Set([...names, ...always])];
      soon = near;
      ask();
      if (handOver()) changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        if (ready) ask();
        else void apply(false);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) underWay.dropAll();
      };
    },
    version: () => version,
    // Pages that went and came again have a later version than before.
    rowVersion: (row) => shown().get(pageOf(row))?.version ?? 0,
    arrange(next) {
      if (JSON.stringify(next) === JSON.stringify(arrangement)) return;
      arrangement = next;
      ready = false;
      if (listeners.size > 0) void apply(false);
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
      else void apply(false);
      changed();
    },
  };
}
