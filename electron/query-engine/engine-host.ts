// Handles the requests of the main process over the row sets that are open in the worker.

import { RailbirdError } from '#shared/errors.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { fromCells, fromPacked } from './coded-column.ts';
import { Engine } from './engine.ts';
import { Yielder } from './yielder.ts';
import type { Loaded, WorkerRequest, WorkerResponse } from './protocol.ts';
import { scratch } from './scratch-buffer.ts';
import { cellsEscaped, codeJoined, type JoinedText, type RowPositions } from './text-coder.ts';

interface OpenedRowSet {
  readonly engine: Engine;
  readonly positions: RowPositions;
}

export class EngineHost {
  readonly #opened = new Map<number, OpenedRowSet>();
  readonly #cancelled = new Set<number>();
  readonly #requested = new Set<number>();
  readonly #respond: (response: WorkerResponse) => void;

  constructor(respond: (response: WorkerResponse) => void) {
    this.#respond = respond;
  }

  /** Requests with an `id` are answered later. */
  handle(request: WorkerRequest): void {
    switch (request.to) {
      case 'open':
        this.#opened.set(request.rowSet, openedOf(request.columns, request.rowids));
        free([request.rowids]);
        return;
      case 'close':
        this.#opened.delete(request.rowSet);
        return;
      case 'drop':
        this.#opened.get(request.rowSet)?.engine.drop(request.name);
        return;
      case 'cancel':
        if (this.#requested.has(request.id)) this.#cancelled.add(request.id);
        return;
      case 'load':
        void this.#answer(request.id, () => scratch.during(() => this.#load(request)));
        return;
      case 'query': {
        const { id, rowSet, name, input } = request;
        const yielder = new Yielder(() => this.#cancelled.has(id) || !this.#opened.has(rowSet));
        void this.#answer(id, () => this.#find(rowSet).engine.query(name, input, yielder));
      }
    }
  }

  async #answer(
    id: number,
    answer: () => Promise<Extract<WorkerResponse, { answer: unknown }>['answer']>,
  ): Promise<void> {
    this.#requested.add(id);
    try {
      this.#respond({ id, answer: await answer() });
    } catch (error) {
      const code = error instanceof RailbirdError ? error.code : undefined;
      if (code === 'CANCELLED' || code === 'RESULT_CLOSED') this.#respond({ id, failed: code });
      else
        this.#respond({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    } finally {
      this.#requested.delete(id);
      this.#cancelled.delete(id);
    }
  }

  #find(rowSet: number): OpenedRowSet {
    const found = this.#opened.get(rowSet);
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
      const { engine, positions } = this.#find(number);
      const yielder = new Yielder(() => !this.#opened.has(number));
      const bytes: (number | undefined)[] = [];
      for (const [index, name] of names.entries()) {
        // Other queries are answered between two columns, and while one is being coded.
        if (index > 0) await yielder.rest();
        const definition = engine.definition(name);
        const column =
          definition && (await coded({ definition, joined, index, positions, escaped }, yielder));
        if (column) engine.put(column);
        bytes.push(column?.bytes);
      }
      return { bytes };
    } finally {
      for (const { rowids, columns } of joined) free([rowids, ...columns.map(({ text }) => text)]);
    }
  }
}

/**
 * Frees the arrays at once: to the garbage collector they look small, so it would leave tens of megabytes for later.
 */
function free(arrays: readonly (Int32Array | Uint8Array)[]): void {
  for (const { buffer } of arrays) {
    if (buffer instanceof ArrayBuffer) buffer.transfer(0);
  }
}

interface Coding {
  readonly definition: Column;
  readonly joined: readonly JoinedText[];
  readonly index: number;
  readonly positions: RowPositions;
  readonly escaped: boolean;
}

async function coded({ definition, joined, index, positions, escaped }: Coding, yielder: Yielder) {
  if (escaped) return fromCells(definition, cellsEscaped(joined, index, positions));
  const packed = await codeJoined(joined, index, positions, yielder);
  return packed && fromPacked(definition, packed);
}

function openedOf(columns: readonly Column[], rowids: Int32Array): OpenedRowSet {
  let [first, last] = [Infinity, -1];
  for (const rowid of rowids) {
    if (rowid < first) first = rowid;
    if (rowid > last) last = rowid;
  }
  if (rowids.length === 0) first = 0;
  const placeOf = new Int32Array(last - first + 1).fill(-1);
  for (let place = 0; place < rowids.length; place += 1) placeOf[(rowids[place] ?? 0) - first] = place;
  return { engine: new Engine(rowids.length, columns), positions: { first, placeOf } };
}
