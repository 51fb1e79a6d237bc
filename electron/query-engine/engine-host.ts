// The views of one thread: what it is told to open, load and answer, in turns.

import { RailbirdError } from '#shared/errors.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { fromCells, fromPacked } from './coded-column.ts';
import { HeldView } from './engine.ts';
import { Pace } from './yielder.ts';
import type { Loaded, Order, Reply } from './protocol.ts';
import { scratch } from './scratch-buffer.ts';
import { cellsEscaped, codeJoined, type Joined, type Places } from './text-coder.ts';

interface Opened {
  readonly view: HeldView;
  readonly places: Places;
}

export class HeldViews {
  readonly #opened = new Map<number, Opened>();
  readonly #cancelled = new Set<number>();
  readonly #asked = new Set<number>();
  readonly #reply: (reply: Reply) => void;

  constructor(reply: (reply: Reply) => void) {
    this.#reply = reply;
  }

  /** Answers what has an id, some time. */
  take(order: Order): void {
    switch (order.to) {
      case 'open':
        this.#opened.set(order.view, openedOf(order.columns, order.rowids));
        free([order.rowids]);
        return;
      case 'close':
        this.#opened.delete(order.view);
        return;
      case 'drop':
        this.#opened.get(order.view)?.view.drop(order.name);
        return;
      case 'cancel':
        if (this.#asked.has(order.id)) this.#cancelled.add(order.id);
        return;
      case 'load':
        void this.#answer(order.id, () => scratch.during(() => this.#load(order)));
        return;
      case 'ask': {
        const { id, view, name, question } = order;
        const pace = new Pace(() => this.#cancelled.has(id) || !this.#opened.has(view));
        void this.#answer(id, () => this.#find(view).view.ask(name, question, pace));
      }
    }
  }

  async #answer(
    id: number,
    answer: () => Promise<Extract<Reply, { answer: unknown }>['answer']>,
  ): Promise<void> {
    this.#asked.add(id);
    try {
      this.#reply({ id, answer: await answer() });
    } catch (error) {
      const code = error instanceof RailbirdError ? error.code : undefined;
      if (code === 'CANCELLED' || code === 'RESULT_CLOSED') this.#reply({ id, failed: code });
      else
        this.#reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    } finally {
      this.#asked.delete(id);
      this.#cancelled.delete(id);
    }
  }

  #find(view: number): Opened {
    const found = this.#opened.get(view);
    if (!found) throw new RailbirdError('RESULT_CLOSED');
    return found;
  }

  async #load({ view: number, names, joined, escaped }: Extract<Order, { to: 'load' }>): Promise<Loaded> {
    try {
      const { view, places } = this.#find(number);
      const pace = new Pace(() => !this.#opened.has(number));
      const bytes: (number | undefined)[] = [];
      for (const [index, name] of names.entries()) {
        // What is asked meanwhile is answered between two columns, and while one is coded.
        if (index > 0) await pace.rest();
        const definition = view.definition(name);
        const column = definition && (await coded({ definition, joined, index, places, escaped }, pace));
        if (column) view.put(column);
        bytes.push(column?.bytes);
      }
      return { bytes };
    } finally {
      for (const { rowids, columns } of joined) free([rowids, ...columns.map(({ text }) => text)]);
    }
  }
}

/** At once: the collector, which sees only how little they are themselves, would leave tens of megabytes lying. */
function free(arrays: readonly (Int32Array | Uint8Array)[]): void {
  for (const { buffer } of arrays) {
    if (buffer instanceof ArrayBuffer) buffer.transfer(0);
  }
}

interface Coding {
  readonly definition: Column;
  readonly joined: readonly Joined[];
  readonly index: number;
  readonly places: Places;
  readonly escaped: boolean;
}

async function coded({ definition, joined, index, places, escaped }: Coding, pace: Pace) {
  if (escaped) return fromCells(definition, cellsEscaped(joined, index, places));
  const packed = await codeJoined(joined, index, places, pace);
  return packed && fromPacked(definition, packed);
}

function openedOf(columns: readonly Column[], rowids: Int32Array): Opened {
  let [first, last] = [Infinity, -1];
  for (const rowid of rowids) {
    if (rowid < first) first = rowid;
    if (rowid > last) last = rowid;
  }
  if (rowids.length === 0) first = 0;
  const placeOf = new Int32Array(last - first + 1);
  for (let place = 0; place < rowids.length; place += 1) placeOf[(rowids[place] ?? 0) - first] = place;
  return { view: new HeldView(rowids.length, columns), places: { first, placeOf } };
}
