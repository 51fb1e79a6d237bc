// The views of one thread: what it is told to open, load and answer, in turns.

import { RailbirdError } from '#shared/errors.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { fromCells, fromPacked } from './coded-column.ts';
import { Engine } from './engine.ts';
import { Yielder } from './yielder.ts';
import type { Loaded, WorkerRequest, WorkerResponse } from './protocol.ts';
import { scratch } from './scratch-buffer.ts';
import { cellsEscaped, codeJoined, type JoinedText, type RowPositions } from './text-coder.ts';

interface OpenedRowSet {
  readonly view: Engine;
  readonly places: RowPositions;
}

export class EngineHost {
  readonly #opened = new Map<number, OpenedRowSet>();
  readonly #cancelled = new Set<number>();
  readonly #requested = new Set<number>();
  readonly #reply: (reply: WorkerResponse) => void;

  constructor(reply: (reply: WorkerResponse) => void) {
    this.#reply = reply;
  }

  /** Answers what has an id, some time. */
  take(order: WorkerRequest): void {
    switch (order.to) {
      case 'open':
        this.#opened.set(order.rowSet, openedOf(order.columns, order.rowids));
        free([order.rowids]);
        return;
      case 'close':
        this.#opened.delete(order.rowSet);
        return;
      case 'drop':
        this.#opened.get(order.rowSet)?.view.drop(order.name);
        return;
      case 'cancel':
        if (this.#requested.has(order.id)) this.#cancelled.add(order.id);
        return;
      case 'load':
        void this.#answer(order.id, () => scratch.during(() => this.#load(order)));
        return;
      case 'ask': {
        const { id, rowSet, name, input } = order;
        const yielder = new Yielder(() => this.#cancelled.has(id) || !this.#opened.has(rowSet));
        void this.#answer(id, () => this.#find(rowSet).view.ask(name, input, yielder));
      }
    }
  }

  async #answer(
    id: number,
    answer: () => Promise<Extract<WorkerResponse, { answer: unknown }>['answer']>,
  ): Promise<void> {
    this.#requested.add(id);
    try {
      this.#reply({ id, answer: await answer() });
    } catch (error) {
      const code = error instanceof RailbirdError ? error.code : undefined;
      if (code === 'CANCELLED' || code === 'RESULT_CLOSED') this.#reply({ id, failed: code });
      else
        this.#reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    } finally {
      this.#requested.delete(id);
      this.#cancelled.delete(id);
    }
  }

  #find(view: number): OpenedRowSet {
    const found = this.#opened.get(view);
    if (!found) throw new RailbirdError('RESULT_CLOSED');
    return found;
  }

  async #load({
    rowSet: number,
    names,
    joined,
    escaped,
  }: Extract<WorkerRequest, { to: 'load' }>): Promise<Loaded> {
    try {
      const { view, places } = this.#find(number);
      const yielder = new Yielder(() => !this.#opened.has(number));
      const bytes: (number | undefined)[] = [];
      for (const [index, name] of names.entries()) {
        // What is asked meanwhile is answered between two columns, and while one is coded.
        if (index > 0) await yielder.rest();
        const definition = view.definition(name);
        const column = definition && (await coded({ definition, joined, index, places, escaped }, yielder));
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
  readonly joined: readonly JoinedText[];
  readonly index: number;
  readonly places: RowPositions;
  readonly escaped: boolean;
}

async function coded({ definition, joined, index, places, escaped }: Coding, yielder: Yielder) {
  if (escaped) return fromCells(definition, cellsEscaped(joined, index, places));
  const packed = await codeJoined(joined, index, places, yielder);
  return packed && fromPacked(definition, packed);
}

function openedOf(columns: readonly Column[], rowids: Int32Array): OpenedRowSet {
  let [first, last] = [Infinity, -1];
  for (const rowid of rowids) {
    if (rowid < first) first = rowid;
    if (rowid > last) last = rowid;
  }
  if (rowids.length === 0) first = 0;
  const placeOf = new Int32Array(last - first + 1);
  for (let place = 0; place < rowids.length; place += 1) placeOf[(rowids[place] ?? 0) - first] = place;
  return { view: new Engine(rowids.length, columns), places: { first, placeOf } };
}
