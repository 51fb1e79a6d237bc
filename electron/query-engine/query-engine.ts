// Opens the row sets of the app: small ones in this thread, large ones in a worker, all within one memory budget.

import type { Column } from '#shared/catalogue/column.ts';
import { InMemoryColumnStore, type ReadCells } from './in-memory-column-store.ts';
import { MemoryBudget } from './memory-budget.ts';
import type { EngineClient } from './protocol.ts';
import { RowSet } from './row-set.ts';
import { WorkerClient } from './worker-client.ts';
import { WorkerColumnStore, type ColumnReader } from './worker-column-store.ts';

/** The records of a row set: in memory if they are few, otherwise in the archive. */
export type RowsSource =
  | { readonly size: 'small'; readonly records: number; readonly cells: ReadCells }
  | { readonly size: 'large'; readonly reader: ColumnReader };

type StartedEngineClient = EngineClient & Pick<WorkerClient, 'start' | 'stop'>;

const NOTHING_LOADING = (): void => undefined;

export class QueryEngine {
  readonly memory: MemoryBudget;
  readonly #engine: StartedEngineClient;
  #stopBackgroundLoading = NOTHING_LOADING;
  #opened = 0;

  constructor(memory: MemoryBudget = new MemoryBudget(), engine: StartedEngineClient = new WorkerClient()) {
    this.memory = memory;
    this.#engine = engine;
  }

  /** Starts the worker, which takes a while, before its first row set is opened. */
  prepare(): void {
    this.#engine.start();
  }

  open(columns: readonly Column[], rows: RowsSource): RowSet {
    if (rows.size === 'small') {
      // A race's tabs take precedence over columns of the table that the user has left.
      this.#show(NOTHING_LOADING);
      return new RowSet(rows.records, columns, new InMemoryColumnStore(rows.records, columns, rows.cells));
    }
    this.#opened += 1;
    const { reader } = rows;
    const store = new WorkerColumnStore({
      rowSet: this.#opened,
      columns,
      reader,
      engine: this.#engine,
      memory: this.memory,
      onShown: (stop) => this.#show(stop),
    });
    return new RowSet(reader.rowids.length, columns, store);
  }

  stop(): Promise<void> {
    return this.#engine.stop();
  }

  /** Stops the background loading of the row set that was shown before. */
  #show(stopBackgroundLoading: () => void): void {
    if (this.#stopBackgroundLoading === stopBackgroundLoading) return;
    this.#stopBackgroundLoading();
    this.#stopBackgroundLoading = stopBackgroundLoading;
  }
}
