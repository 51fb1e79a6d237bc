// A large result: its columns are read from the archive when they are first needed and held in the thread of views,
// as long as memory allows. A window of columns that are not held yet is read by itself, and they follow.

import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { ActiveRowSet } from './active-row-set.ts';
import type { ColumnStore, RowRange } from './column-store.ts';
import { LoadQueue } from './load-queue.ts';
import type { EngineClient } from './protocol.ts';
import type { JoinedText } from './text-coder.ts';
import type { MemoryBudget } from './memory-budget.ts';

/** The archive's rows of a large result, as they stood when it was opened. */
export interface ColumnReader {
  /** The rows of the archive's table in the order of the answer. */
  readonly rowids: Int32Array;
  /** Whole columns, as the thread codes them. */
  joined(names: readonly string[], escaped: boolean): Promise<readonly JoinedText[]>;
  /** Cells of some rows, `cells[c][r]`. */
  cells(names: readonly string[], rowids: Int32Array): Promise<(string | null)[][]>;
  /** Columns without a value in any row. */
  blank(names: readonly string[]): Promise<string[]>;
  /** Nothing more is read for a while: what reading keeps in memory may go. */
  rest(): Promise<void>;
  close(): void;
}

/** A window of this many rows is worth a reading of its own; an export reads its columns whole. */
const WINDOW_ROWS = 500;
/** After the last column, so long until what its reading keeps is given back. */
const REST_MS = 1000;
/** What a cell costs on average (measured). A result that is larger than memory is exported page by page. */
const CELL_BYTES = 2.5;

export interface WorkerColumnStoreOptions {
  readonly view: number;
  readonly columns: readonly Column[];
  readonly reader: ColumnReader;
  readonly engine: EngineClient;
  readonly memory: MemoryBudget;
  /** Shared by all views that a person goes between. */
  readonly activeRowSet: ActiveRowSet;
}

export function workerColumnStore(options: WorkerColumnStoreOptions): ColumnStore {
  const { view, columns, reader, engine, memory, activeRowSet } = options;
  const names = new Set(columns.map(({ name }) => name));
  const loaded = new Map<string, number>();
  const keyOf = (name: string): string => `${view} ${name}`;
  const fits = reader.rowids.length * columns.length * CELL_BYTES < memory.budget;
  let released = false;
  let before: Promise<unknown> = Promise.resolve();

  const keep = (name: string, bytes: number): void => {
    if (released) return;
    loaded.set(name, bytes);
    memory.add(keyOf(name), {
      bytes,
      evict: () => {
        loaded.delete(name);
        engine.drop(view, name);
      },
    });
  };

  let resting: NodeJS.Timeout | undefined;
  // Of no use to who waits for something else: whatever comes of it.
  const rest = (): void => void reader.rest().catch(() => undefined);

  const load = async (wanted: readonly string[], escaped = false): Promise<void> => {
    clearTimeout(resting);
    const { bytes } = await engine.load(view, wanted, await reader.joined(wanted, escaped), escaped);
    clearTimeout(resting);
    if (!released) resting = setTimeout(rest, REST_MS).unref();
    const again: string[] = [];
    for (const [index, name] of wanted.entries()) {
      const cost = bytes[index];
      if (cost === undefined) again.push(name);
      else keep(name, cost);
    }
    if (again.length > 0 && !escaped) await load(again, true);
  };
  const queue = new LoadQueue((wanted) => load(wanted));
  const forget = (): void => queue.clear();

  const insist = (): void => {
    if (released) throw new RailbirdError('RESULT_CLOSED');
  };

  /** The first window does not wait for the thread to begin. */
  const rowidsOf = async ({ from, count, result, of }: RowRange, signal = NEVER): Promise<Int32Array> => {
    if (!result) return reader.rowids.subarray(from, from + count);
    const places = await engine.query(view, 'places', { from, count, of }, signal);
    return Int32Array.from(places, (place) => reader.rowids[place] ?? 0);
  };

  engine.open(view, columns, reader.rowids);
  return {
    missing: (requested, { count }) => {
      const missing = requested.filter((name) => names.has(name) && !loaded.has(name));
      if (count > WINDOW_ROWS) return fits ? [] : missing;
      activeRowSet.activate(forget);
      // A record's detail looks at every column once: they are not worth holding for it.
      if (count > 1) queue.later(missing);
      return missing;
    },
    async load(requested) {
      insist();
      const known = [...new Set(requested)].filter((name) => names.has(name));
      const done = memory.use(known.map(keyOf));
      try {
        await queue.now(known.filter((name) => !loaded.has(name)));
        return done;
      } catch (error) {
        done();
        throw error;
      }
    },
    prepare: (requested) => {
      if (released) return;
      activeRowSet.activate(forget);
      queue.soon(requested.filter((name) => names.has(name) && !loaded.has(name)));
    },
    readMissingCells(requested, window, signal) {
      // One after another: of those that a quick scroll left behind none is read.
      const reading = before.then(async () => {
        insist();
        if (signal?.aborted) throw new RailbirdError('CANCELLED');
        return reader.cells(requested, await rowidsOf(window, signal));
      });
      before = reading.catch(() => undefined);
      return reading;
    },
    blankEverywhere: (requested) => reader.blank(requested.filter((name) => names.has(name))),
    ask: (name, question, signal) => engine.query(view, name, question, signal),
    loaded: () => ({
      columns: [...loaded.keys()],
      bytes: [...loaded.values()].reduce((total, bytes) => total + bytes, 0),
    }),
    release() {
      released = true;
      clearTimeout(resting);
      queue.clear();
      for (const name of loaded.keys()) memory.forget(keyOf(name));
      loaded.clear();
      engine.close(view);
      reader.close();
    },
  };
}

const NEVER = new AbortController().signal;
