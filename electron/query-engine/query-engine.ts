// The views of the app: small ones here, large ones in a thread, all within one budget of memory.

import type { Column } from '#shared/catalogue/column.ts';
import { ActiveRowSet } from './active-row-set.ts';
import { workerColumnStore, type ColumnReader } from './worker-column-store.ts';
import { inMemoryColumnStore, type ReadCells } from './in-memory-column-store.ts';
import type { EngineClient } from './protocol.ts';
import { WorkerClient } from './worker-client.ts';
import { RowSet } from './row-set.ts';
import { MemoryBudget } from './memory-budget.ts';

/** Rows behind a view: in hand, or in the archive. */
export type RowsSource =
  | { readonly size: 'small'; readonly records: number; readonly cells: ReadCells }
  | { readonly size: 'large'; readonly reader: ColumnReader };

/** A seat that is taken up before it is needed, and left at the end. */
type StartedEngineClient = EngineClient & Pick<WorkerClient, 'start' | 'stop'>;

const NOTHING_AHEAD = (): void => undefined;

export class QueryEngine {
  readonly memory: MemoryBudget;
  readonly #engine: StartedEngineClient;
  readonly #activeRowSet = new ActiveRowSet();
  #opened = 0;

  constructor(memory: MemoryBudget = new MemoryBudget(), engine: StartedEngineClient = new WorkerClient()) {
    this.memory = memory;
    this.#engine = engine;
  }

  /** The thread takes a while to begin: it can do so while a result is still fetched. */
  prepare(): void {
    this.#engine.start();
  }

  open(columns: readonly Column[], rows: RowsSource): RowSet {
    if (rows.size === 'small') {
      // Whoever goes to a race waits for its tabs, not for the columns of the table that was left.
      this.#activeRowSet.activate(NOTHING_AHEAD);
      return new RowSet(rows.records, columns, inMemoryColumnStore(rows.records, columns, rows.cells));
    }
    this.#opened += 1;
    const { reader } = rows;
    const store = workerColumnStore({
      view: this.#opened,
      columns,
      reader,
      engine: this.#engine,
      memory: this.memory,
      activeRowSet: this.#activeRowSet,
    });
    return new RowSet(reader.rowids.length, columns, store);
  }

  stop(): Promise<void> {
    return this.#engine.stop();
  }
}
