// The views of the app: small ones here, large ones in a thread, all within one budget of memory.

import type { Column } from '#shared/catalogue/column.ts';
import { Attention } from './active-row-set.ts';
import { largeHolder, type ColumnReader } from './worker-column-store.ts';
import { smallHolder, type ReadCells } from './in-memory-column-store.ts';
import type { Seat } from './protocol.ts';
import { ThreadSeat } from './worker-client.ts';
import { View } from './row-set.ts';
import { ViewMemory } from './memory-budget.ts';

/** Rows behind a view: in hand, or in the archive. */
export type Rows =
  | { readonly size: 'small'; readonly records: number; readonly cells: ReadCells }
  | { readonly size: 'large'; readonly reader: ColumnReader };

/** A seat that is taken up before it is needed, and left at the end. */
type StartedSeat = Seat & Pick<ThreadSeat, 'start' | 'stop'>;

const NOTHING_AHEAD = (): void => undefined;

export class Views {
  readonly memory: ViewMemory;
  readonly #seat: StartedSeat;
  readonly #attention = new Attention();
  #opened = 0;

  constructor(memory: ViewMemory = new ViewMemory(), seat: StartedSeat = new ThreadSeat()) {
    this.memory = memory;
    this.#seat = seat;
  }

  /** The thread takes a while to begin: it can do so while a result is still fetched. */
  prepare(): void {
    this.#seat.start();
  }

  open(columns: readonly Column[], rows: Rows): View {
    if (rows.size === 'small') {
      // Whoever goes to a race waits for its tabs, not for the columns of the table that was left.
      this.#attention.turnTo(NOTHING_AHEAD);
      return new View(rows.records, columns, smallHolder(rows.records, columns, rows.cells));
    }
    this.#opened += 1;
    const { reader } = rows;
    const holder = largeHolder({
      view: this.#opened,
      columns,
      reader,
      seat: this.#seat,
      memory: this.memory,
      attention: this.#attention,
    });
    return new View(reader.rowids.length, columns, holder);
  }

  stop(): Promise<void> {
    return this.#seat.stop();
  }
}
