// Rows of an open result, fetched by windows: asks for what is on screen and a little ahead, forgets what is far,
// ignores answers to an arrangement that is no longer wanted, and opens the result again when it was let go. The first
// window of an arrangement comes with the answer to it, or before it is chosen (arrangement-ahead.ts).

import type { RowQueryResult, RowQuery } from '#shared/bridge/row-query.ts';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { afterPaint } from '../../components/after-paint.ts';
import { failureOf } from '../../client/failure.ts';
import { ArrangementAhead, type Looked } from './arrangement-ahead.ts';
import type { Cells, RowSource } from './row-source.ts';
import { readWindows } from './read-windows.ts';
import { ShownRows } from './row-model.ts';
import { onScreenPages, PAGE_ROWS, type Visible } from './window-plan.ts';
import { WindowReading, type VisibleCells } from './window-reading.ts';

type ResultSummary = Pick<Summary, 'resultId' | 'records' | 'fetchedAt'> &
  Partial<Pick<Summary, 'provisional'>>;

export interface Moved {
  readonly from: ResultSummary;
  readonly by: number;
}

interface Options {
  readonly client: Pick<BridgeClient, 'results'>;
  /** What the result was opened from, to open it again. */
  readonly source: ResultSource;
  readonly summary: ResultSummary;
  /** Where it was renewed: the summary of before, and how many rows further down the record looked at stands now. */
  readonly moved?: Moved | undefined;
  /** Columns that come with every window though none shows them: keys that a cell's link needs. */
  readonly always?: readonly string[];
  /** Until what was changed is on screen. */
  readonly drawn?: () => Promise<void>;
}

/** What a screen looks at: rows from `from`, `to` not included, and the columns drawn of them. */
export interface VisibleRange {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly string[];
}

/** An open result in an arrangement. */
export interface Applied {
  readonly resultId: string;
  readonly arrangement: RowQuery | undefined;
}

export interface WindowSource extends RowSource {
  /** What its rows were opened from, and as which result. */
  readonly source: ResultSource;
  readonly openedAs: string;
  readonly summary: ResultSummary;
  movedFrom(before: RowSource): number;
  /** Changes when the same result was read again from the archive. */
  readonly recordsKey: string;
  /** What the main process holds them under now, arranged as `arrangement` says: what is said of the rows is of that. */
  applied(): Applied;
  /** What `show` was last told. */
  view(): VisibleRange;
  /**
   * Filters and orders the rows; the old ones stay until those on screen are there. Nothing is asked before the
   * first, nor before it is known what is looked at. `soon`: columns that the next one may look at.
   */
  arrange(arrangement: RowQuery, soon?: readonly string[]): void;
  /** Gets an arrangement ready that may be wanted next: chosen then, it is there at once. */
  aim(arrangement: RowQuery): void;
  /** What became of the arrangement that the rows shown are in: how many of how many, filters that could not be read. */
  arranged(): RowQueryResult;
  /** What made the last window fail, until `retry` or an answer. */
  failure(): unknown;
  retry(): void;
  /** All named values of one row, wherever it is; for its detail. Errors: as `results.window`. */
  record(row: number, columns: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
}

/** The bridge answers this many rows at once, whatever is drawn. */
const MOST_PAGES = 1000 / PAGE_ROWS;

/** What a screen shows of fewer rows than it looked at: the last ones. */
function onScreen(visible: Visible, rows: number): Visible {
  if (visible.to <= rows) return visible;
  return { ...visible, from: Math.max(0, rows - (visible.to - visible.from)), to: rows };
}

/** Works while anyone is subscribed; the result itself stays open in the main process. */
export function windowSource(options: Options): WindowSource {
  const { client, source, summary, moved, always = [], drawn = afterPaint } = options;
  const listeners = new Set<() => void>();
  const rows = new ShownRows(summary.records);
  const ahead = new ArrangementAhead((wanted, options) => client.results.preview(wanted, options));
  let { resultId } = summary;
  let arrangement: RowQuery | undefined;
  let soon: readonly string[] = [];
  let applied: Applied = { resultId: summary.resultId, arrangement: undefined };
  /** Rises with every new arrangement: an answer of an older one is ignored. */
  let generation = 0;
  /** Whether the main process has the rows arranged as wanted: until then nothing is asked. */
  let ready = false;
  /** Ends the arranging that is under way. */
  let arranging: AbortController | undefined;
  let arrangingDone: Promise<void> = Promise.resolve();
  let failed: unknown;
  let look: VisibleCells = {
    visible: { from: 0, to: 0, direction: 1 },
    columns: [],
    soon: [],
    isSideways: false,
  };

  const changed = (): void => {
    rows.changed();
    for (const listener of listeners) listener();
  };
  const fail = (thrown: unknown): void => {
    failed = thrown;
    changed();
  };

  const reading = new WindowReading({
    rows,
    async read({ columns, from, count }, signal) {
      const input = { resultId, columns: [...columns], from, count };
      return (await client.results.window(input, { signal })).cells;
    },
    onCells() {
      failed = undefined;
      rows.handOver(look.visible, look.columns);
      ask();
      changed();
    },
    onFailure: (thrown) => (failureOf(thrown).code === 'RESULT_CLOSED' ? void again() : fail(thrown)),
  });

  /** Asks for the arrangement wanted, once it is known what is looked at. */
  function begin(): void {
    if (arrangement === undefined || look.columns.length === 0 || listeners.size === 0) return;
    if (arranging === undefined) arrangingDone = apply(arrangement, false);
  }

  /** What is on screen, by whole pages. */
  function looked(): Looked {
    const pages = onScreenPages(look.visible, Infinity).slice(0, MOST_PAGES);
    const [first = 0] = pages;
    return {
      resultId,
      columns: [...look.columns],
      from: first * PAGE_ROWS,
      count: pages.length * PAGE_ROWS,
    };
  }

  /** What is here of the arrangement wanted is shown. */
  function takeOver(next: RowQueryResult, window: Looked, cells: Cells | undefined): void {
    rows.takeOver(next, window, cells);
    look = { ...look, visible: onScreen(look.visible, next.rows) };
    failed = undefined;
    rows.handOver(look.visible, look.columns);
    changed();
  }

  /** Asks for an arrangement and for what is on screen of it, opening the result again first if it was let go. */
  async function apply(wanted: RowQuery, reopen: boolean): Promise<void> {
    generation += 1;
    const mine = generation;
    arranging?.abort();
    arranging = new AbortController();
    const { signal } = arranging;
    ready = false;
    reading.dropAll();
    rows.leave();
    const window = looked();
    try {
      const foreseen = reopen ? undefined : ahead.take(wanted, window);
      // What is here already is drawn with the click that wants it: not even a turn later.
      const preview = foreseen instanceof Promise ? await foreseen.catch(() => undefined) : foreseen;
      if (mine !== generation) return;
      if (preview !== undefined) {
        const { cells, ...next } = preview;
        takeOver(next, window, cells);
        // Telling the main process takes as long as drawing the cells: not in the frame that shows them.
        await drawn();
        if (mine !== generation) return;
      }
      if (reopen) {
        for await (const event of await client.results.open({ source }, { signal })) {
          if (event.type === 'opened') ({ resultId } = event.summary);
        }
      }
      const { from, count, columns: names } = window;
      const inTheSame = preview === undefined ? { window: { from, count, columns: [...names] } } : {};
      const { cells, ...next } = await client.results.arrange(
        { resultId, ...wanted, ...inTheSame, ...(soon.length > 0 && { soon: [...soon] }) },
        { signal },
      );
      if (mine !== generation) return;
      applied = { resultId, arrangement: wanted };
      arranging = undefined;
      ready = true;
      if (preview === undefined) takeOver(next, window, cells);
      else changed();
    } catch (thrown) {
      if (mine !== generation) return;
      arranging = undefined;
      if (!reopen && failureOf(thrown).code === 'RESULT_CLOSED') return apply(wanted, true);
      return fail(thrown);
    }
    // React draws in the turn that `changed` began: what is read ahead is asked for after it.
    await Promise.resolve();
    ask();
  }

  /** The main process let the result go: it is opened once more, and arranged as it was. */
  async function again(): Promise<void> {
    if (arrangement !== undefined) await apply(arrangement, true);
  }

  /** Asks for the windows that are wanted by now. */
  function ask(): void {
    if (ready && listeners.size > 0 && failed === undefined) reading.ask(look);
  }

  /** Cells of the rows shown, wherever they are; the result is opened again if it was let go. */
  async function read(names: readonly string[], from: number, count: number): Promise<Cells> {
    // Rows that were drawn ahead are not yet those that the main process would answer from.
    if (rows.isWanted && !ready) await arrangingDone;
    return readWindows(
      (window) =>
        client.results.window({ resultId, ...window }).catch(async (thrown: unknown) => {
          if (failureOf(thrown).code !== 'RESULT_CLOSED') throw thrown;
          await again();
          return client.results.window({ resultId, ...window });
        }),
      { from, count, columns: names },
    );
  }

  return {
    source,
    openedAs: summary.resultId,
    summary,
    ...(summary.provisional === undefined ? {} : { provisional: summary.provisional }),
    movedFrom: (other) =>
      moved !== undefined && 'summary' in other && other.summary === moved.from ? moved.by : 0,
    recordsKey: `${summary.records} ${summary.fetchedAt ?? ''}`,
    view: () => ({ from: look.visible.from, to: look.visible.to, columns: look.columns }),
    get rows() {
      return rows.arranged.rows;
    },
    cell: (row, column) => rows.cell(row, column),
    show(from, to, names, near = []) {
      const before = look.visible;
      const direction = from === before.from ? before.direction : from > before.from ? 1 : -1;
      look = {
        visible: { from, to, direction },
        columns: [...new Set([...names, ...always])],
        soon: near,
        isSideways: from === before.from && to === before.to,
      };
      if (ready) ask();
      else begin();
      if (rows.handOver(look.visible, look.columns)) changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        if (ready) ask();
        else begin();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        reading.dropAll();
        ahead.forget();
      };
    },
    order: () => rows.order,
    version: () => rows.version,
    rowVersion: (row) => rows.rowVersion(row),
    arrange(next, mayBeNext = []) {
      soon = mayBeNext;
      if (JSON.stringify(next) === JSON.stringify(arrangement)) return;
      arrangement = next;
      ready = false;
      reading.dropAll();
      rows.leave();
      generation += 1;
      arranging?.abort();
      arranging = undefined;
      begin();
    },
    aim(next) {
      if (ready && JSON.stringify(next) !== JSON.stringify(arrangement)) ahead.prepare(next, looked());
    },
    arranged: () => rows.arranged,
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
