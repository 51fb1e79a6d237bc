// The columns of a large result: read from the archive when they are first needed, and stored in the worker for as long
// as memory allows. Cells of columns that are not loaded are read from the archive, and these columns are then loaded
// in the background.

import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import type {
  ColumnStore,
  CopiedCounts,
  LoadedColumns,
  RowRange,
  RowsFile,
  TextEnds,
} from './column-store.ts';
import { LoadQueue, type ColumnLoad } from './load-queue.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { EngineClient } from './protocol.ts';
import type { CellsResult, QueryInputs, QueryName, QueryResults } from './queries.ts';
import type { JoinedText } from './text-coder.ts';

/** The archive's rows of a large result, as they stood when it was opened. */
export interface ColumnReader {
  /** The rows of the archive's table in the order of the answer. */
  readonly rowids: Int32Array;
  /** Whole columns in the form that the worker codes. */
  joined(names: readonly string[], escaped: boolean): Promise<readonly JoinedText[]>;
  /** Cells of some rows, `cells[c][r]`. */
  cells(names: readonly string[], rowids: Int32Array): Promise<(string | null)[][]>;
  /** Writes these rows in this order, as ColumnStore.copy does. */
  copy(names: readonly (string | undefined)[], rowids: Int32Array, file: RowsFile): Promise<CopiedCounts>;
  /** Writes several files at a time, as ColumnStore.copying does. */
  copying<T>(use: (atOnce: number) => Promise<T>): Promise<T>;
  /** The distinct values of some columns, as ColumnStore.distinct has them. */
  distinct(names: readonly string[], most: number): Promise<readonly string[] | undefined>;
  /** The ends of the texts of some columns, as ColumnStore.ends has them. */
  ends(names: readonly string[]): Promise<readonly TextEnds[]>;
  /** Columns without a value in any row. */
  blank(names: readonly string[]): Promise<string[]>;
  /** Whether the rows as they stood can no longer be read: reading fails with RESULT_CLOSED from then on. */
  isLost(): boolean;
  /** Whether the archive has stopped holding the rows as they stood. */
  isOver(): boolean;
  /**
   * The rows are wanted: the archive holds them for a while longer. `users`: so many more use them, or fewer, and as long
   * as there are any, it holds them.
   */
  wanted(users?: number): void;
  /** They are on so many more screens, or fewer: the archive holds rows on screen longer than others. */
  shown(screens: number): void;
  /** Nothing is read for a while: frees the memory that reading keeps. */
  rest(): Promise<void>;
  close(): void;
}

/**
 * Cells of at most this many rows are read from the archive. For more, as in an export, whole columns are loaded if all
 * of them fit into memory.
 */
const MOST_ROWS_READ = 500;
/** How long after the last column was loaded the memory used for reading is freed. */
const REST_MS = 1000;
/** The average size of a cell (measured). A result larger than memory is exported page by page. */
const CELL_BYTES = 2.5;

export interface WorkerColumnStoreOptions {
  /** Identifies the row set in the worker. */
  readonly rowSet: number;
  readonly columns: readonly Column[];
  readonly reader: ColumnReader;
  readonly engine: EngineClient;
  readonly memory: MemoryBudget;
  /** Called when cells are shown: stops the background loading of the row set that was shown before. */
  readonly onShown: (stopBackgroundLoading: () => void) => void;
}

export class WorkerColumnStore implements ColumnStore {
  readonly #rowSet: number;
  readonly #reader: ColumnReader;
  readonly #engine: EngineClient;
  readonly #memory: MemoryBudget;
  readonly #onShown: WorkerColumnStoreOptions['onShown'];
  readonly #names: ReadonlySet<string>;
  /** Whether all columns fit into the memory budget together. */
  readonly #fits: boolean;
  /** Bytes by column. */
  readonly #loaded = new Map<string, number>();
  readonly #queue = new LoadQueue((names) => this.#load(names, false));
  readonly #stopBackgroundLoading = (): void => this.#queue.clear();
  #lastRead: Promise<unknown> = Promise.resolve();
  #resting: NodeJS.Timeout | undefined;
  #isReleased = false;

  constructor({ rowSet, columns, reader, engine, memory, onShown }: WorkerColumnStoreOptions) {
    this.#rowSet = rowSet;
    this.#reader = reader;
    this.#engine = engine;
    this.#memory = memory;
    this.#onShown = onShown;
    this.#names = new Set(columns.map(({ name }) => name));
    this.#fits = reader.rowids.length * columns.length * CELL_BYTES < memory.budget;
    engine.open(rowSet, columns, reader.rowids);
  }

  async cells(names: readonly string[], range: RowRange, signal: AbortSignal): Promise<(string | null)[][]> {
    this.#requireOpen();
    const { from, count } = range;
    if (count > MOST_ROWS_READ && this.#fits) {
      const { cells } = await this.query(names, 'cells', { columns: names, from, count }, signal);
      return cells.map((column) => column ?? []);
    }
    this.#onShown(this.#stopBackgroundLoading);
    const missing = this.#missing(names);
    // A record's details read every column once, which is not worth loading them.
    if (count > 1) this.#queue.later(missing);
    const { cells, records } = await this.#loadedCells(names, range, missing.length === names.length, signal);
    const unread = names.filter((_, index) => cells[index] === undefined);
    const read = unread.length > 0 ? await this.#readCells(unread, records, signal) : [];
    const readByName = new Map(unread.map((name, index) => [name, read[index] ?? []]));
    return names.map((name, index) => cells[index] ?? readByName.get(name) ?? []);
  }

  async query<Name extends QueryName>(
    columns: readonly string[],
    name: Name,
    input: QueryInputs[Name],
    signal: AbortSignal,
  ): Promise<QueryResults[Name]> {
    this.#requireOpen();
    const known = [...new Set(columns)].filter((column) => this.#names.has(column));
    const done = this.#memory.use(known.map(this.#keyOf));
    try {
      await this.#queue.now(this.#missing(known));
      if (signal.aborted) throw new RailbirdError('CANCELLED');
      return await this.#engine.query(this.#rowSet, name, input, signal);
    } finally {
      done();
    }
  }

  async copy(
    names: readonly (string | undefined)[],
    range: RowRange,
    file: RowsFile,
    signal: AbortSignal,
  ): Promise<CopiedCounts> {
    this.#requireOpen();
    const { records } = await this.#loadedCells([], range, true, signal);
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    return this.#reader.copy(names, this.#rowidsOf(records), file);
  }

  copying<T>(use: (atOnce: number) => Promise<T>): Promise<T> {
    this.#requireOpen();
    return this.#reader.copying(use);
  }

  async distinct(names: readonly string[], most: number): Promise<readonly string[] | undefined> {
    this.#requireOpen();
    const known = names.filter((name) => this.#names.has(name));
    return known.length > 0 ? this.#reader.distinct(known, most) : [];
  }

  async ends(names: readonly string[]): Promise<readonly TextEnds[]> {
    this.#requireOpen();
    return this.#reader.ends(names);
  }

  blankEverywhere(names: readonly string[]): Promise<readonly string[]> {
    return this.#reader.blank(names.filter((name) => this.#names.has(name)));
  }

  loaded(): LoadedColumns {
    const bytes = [...this.#loaded.values()].reduce((total, each) => total + each, 0);
    return { columns: [...this.#loaded.keys()], bytes };
  }

  release(): void {
    this.#isReleased = true;
    clearTimeout(this.#resting);
    this.#queue.clear();
    for (const name of this.#loaded.keys()) this.#memory.forget(this.#keyOf(name));
    this.#loaded.clear();
    this.#engine.close(this.#rowSet);
    this.#reader.close();
  }

  readonly #keyOf = (name: string): string => `${this.#rowSet} ${name}`;

  #requireOpen(): void {
    if (this.#isReleased) throw new RailbirdError('RESULT_CLOSED');
  }

  #missing(names: readonly string[]): string[] {
    return names.filter((name) => this.#names.has(name) && !this.#loaded.has(name));
  }

  /**
   * The cells that the worker has loaded. If it has none, the records of unfiltered rows are known without it: the
   * first cells do not wait for the worker to start.
   */
  async #loadedCells(
    names: readonly string[],
    { from, count, isArranged }: RowRange,
    isNoneLoaded: boolean,
    signal: AbortSignal,
  ): Promise<CellsResult> {
    if (isNoneLoaded && !isArranged) {
      const last = Math.min(from + count, this.#reader.rowids.length);
      return { cells: [], records: Uint32Array.from({ length: last - from }, (_, row) => from + row) };
    }
    const done = this.#memory.use(names.map(this.#keyOf));
    try {
      return await this.#engine.query(this.#rowSet, 'cells', { columns: names, from, count }, signal);
    } finally {
      done();
    }
  }

  /** One read after another, so that reads which quick scrolling has made obsolete are never started. */
  #readCells(
    names: readonly string[],
    records: Uint32Array,
    signal: AbortSignal,
  ): Promise<(string | null)[][]> {
    const read = this.#lastRead.then(() => {
      this.#requireOpen();
      if (signal.aborted) throw new RailbirdError('CANCELLED');
      return this.#reader.cells(names, this.#rowidsOf(records));
    });
    this.#lastRead = read.catch(() => undefined);
    return read;
  }

  #rowidsOf(records: Uint32Array): Int32Array {
    return Int32Array.from(records, (record) => this.#reader.rowids[record] ?? 0);
  }

  /** `escaped`: joined with escapes, because values contain separators. */
  #load(names: readonly string[], escaped: boolean): ColumnLoad {
    clearTimeout(this.#resting);
    const read = this.#reader.joined(names, escaped);
    return { read, loaded: this.#code(names, escaped, read) };
  }

  async #code(
    names: readonly string[],
    escaped: boolean,
    read: Promise<readonly JoinedText[]>,
  ): Promise<void> {
    const { bytes } = await this.#engine.load(this.#rowSet, names, await read, escaped);
    clearTimeout(this.#resting);
    if (!this.#isReleased) this.#resting = setTimeout(() => this.#rest(), REST_MS).unref();
    const toEscape: string[] = [];
    for (const [index, name] of names.entries()) {
      const cost = bytes[index];
      if (cost === undefined) toEscape.push(name);
      else this.#keep(name, cost);
    }
    if (toEscape.length > 0 && !escaped) await this.#load(toEscape, true).loaded;
  }

  /** A failure is dropped: the next read reports its own. */
  #rest(): void {
    this.#reader.rest().catch(() => undefined);
  }

  #keep(name: string, bytes: number): void {
    if (this.#isReleased) return;
    this.#loaded.set(name, bytes);
    this.#memory.add(this.#keyOf(name), {
      bytes,
      evict: () => {
        this.#loaded.delete(name);
        this.#engine.drop(this.#rowSet, name);
      },
    });
  }
}
