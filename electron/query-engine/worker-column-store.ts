// A large result: its columns are read from the archive when they are first needed and held in the thread of views,
// as long as memory allows. A window of columns that are not held yet is read by itself, and they follow.

import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Attention } from './active-row-set.ts';
import type { Holder, Window } from './column-store.ts';
import { LoadQueue } from './load-queue.ts';
import type { Seat } from './protocol.ts';
import type { Joined } from './text-coder.ts';
import type { ViewMemory } from './memory-budget.ts';

/** The archive's rows of a large result, as they stood when it was opened. */
export interface ColumnReader {
  /** The rows of the archive's table in the order of the answer. */
  readonly rowids: Int32Array;
  /** Whole columns, as the thread codes them. */
  joined(names: readonly string[], escaped: boolean): Promise<readonly Joined[]>;
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

export interface LargeHolderOptions {
  readonly view: number;
  readonly columns: readonly Column[];
  readonly reader: ColumnReader;
  readonly seat: Seat;
  readonly memory: ViewMemory;
  /** Shared by all views that a person goes between. */
  readonly attention: Attention;
}

export function largeHolder(options: LargeHolderOptions): Holder {
  const { view, columns, reader, seat, memory, attention } = options;
  const names = new Set(columns.map(({ name }) => name));
  const held = new Map<string, number>();
  const keyOf = (name: string): string => `${view} ${name}`;
  const fits = reader.rowids.length * columns.length * CELL_BYTES < memory.budget;
  let released = false;
  let before: Promise<unknown> = Promise.resolve();

  const keep = (name: string, bytes: number): void => {
    if (released) return;
    held.set(name, bytes);
    memory.add(keyOf(name), {
      bytes,
      letGo: () => {
        held.delete(name);
        seat.drop(view, name);
      },
    });
  };

  let resting: NodeJS.Timeout | undefined;
  // Of no use to who waits for something else: whatever comes of it.
  const rest = (): void => void reader.rest().catch(() => undefined);

  const load = async (wanted: readonly string[], escaped = false): Promise<void> => {
    clearTimeout(resting);
    const { bytes } = await seat.load(view, wanted, await reader.joined(wanted, escaped), escaped);
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
  const rowidsOf = async ({ from, count, arranged, of }: Window, signal = NEVER): Promise<Int32Array> => {
    if (!arranged) return reader.rowids.subarray(from, from + count);
    const places = await seat.ask(view, 'places', { from, count, of }, signal);
    return Int32Array.from(places, (place) => reader.rowids[place] ?? 0);
  };

  seat.open(view, columns, reader.rowids);
  return {
    unheld: (asked, { count }) => {
      const missing = asked.filter((name) => names.has(name) && !held.has(name));
      if (count > WINDOW_ROWS) return fits ? [] : missing;
      attention.turnTo(forget);
      // A record's detail looks at every column once: they are not worth holding for it.
      if (count > 1) queue.later(missing);
      return missing;
    },
    async hold(asked) {
      insist();
      const known = [...new Set(asked)].filter((name) => names.has(name));
      const done = memory.use(known.map(keyOf));
      try {
        await queue.now(known.filter((name) => !held.has(name)));
        return done;
      } catch (error) {
        done();
        throw error;
      }
    },
    prepare: (asked) => {
      if (released) return;
      attention.turnTo(forget);
      queue.soon(asked.filter((name) => names.has(name) && !held.has(name)));
    },
    cellsUnheld(asked, window, signal) {
      // One after another: of those that a quick scroll left behind none is read.
      const reading = before.then(async () => {
        insist();
        if (signal?.aborted) throw new RailbirdError('CANCELLED');
        return reader.cells(asked, await rowidsOf(window, signal));
      });
      before = reading.catch(() => undefined);
      return reading;
    },
    blankEverywhere: (asked) => reader.blank(asked.filter((name) => names.has(name))),
    ask: (name, question, signal) => seat.ask(view, name, question, signal),
    held: () => ({
      columns: [...held.keys()],
      bytes: [...held.values()].reduce((total, bytes) => total + bytes, 0),
    }),
    release() {
      released = true;
      clearTimeout(resting);
      queue.clear();
      for (const name of held.keys()) memory.forget(keyOf(name));
      held.clear();
      seat.close(view);
      reader.close();
    },
  };
}

const NEVER = new AbortController().signal;
