// What a grid looks at: columns read when first needed, an order over the rows, windows of cells. It knows
// nothing of where columns come from; every method takes and gives plain data, as a worker would.

import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { compareValues, isBlank } from '#shared/catalogue/reading.ts';
import { countingSort, encode, rank, valueAt, type CodedColumn } from './coded-column.ts';

/** Reads whole columns, in the order of the answer. */
export type ReadColumns = (names: readonly string[]) => Promise<readonly (readonly (string | null)[])[]>;

/** Most columns that decide an order. */
export const MOST_SORT_COLUMNS = 4;

export class View {
  readonly records: number;
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #read: ReadColumns;
  readonly #coded = new Map<string, Promise<CodedColumn>>();
  #order: Uint32Array;
  #sorts = 0;

  constructor(records: number, columns: readonly Column[], read: ReadColumns) {
    this.records = records;
    this.#columns = new Map(columns.map((column) => [column.name, column]));
    this.#read = read;
    this.#order = inOrder(records);
  }

  /** Blanks last in either direction; ties keep the order of the answer. Unknown columns decide nothing. */
  async sort(sort: Sort): Promise<void> {
    this.#sorts += 1;
    const mine = this.#sorts;
    const keys = sort.slice(0, MOST_SORT_COLUMNS).filter((key) => this.#columns.has(key.column));
    const coded = await this.#need(keys.map((key) => key.column));
    let order = inOrder(this.records);
    // The least of the keys first: each pass keeps what the passes before it made.
    for (const [index, key] of [...keys.entries()].toReversed()) {
      const column = coded[index];
      const definition = this.#columns.get(key.column);
      if (!column || !definition) continue;
      const ranks = rank(column, compareValues(definition), isBlank, key.direction === 'descending');
      order = countingSort(order, column, ranks);
    }
    // A later sort may have been quicker to read its columns: the last one asked for counts.
    if (mine === this.#sorts) this.#order = order;
  }

  /** `cells[c][r]`: column c of `names`, row `from + r` of the present order. Unknown columns are all null. */
  async cells(names: readonly string[], from: number, count: number): Promise<(string | null)[][]> {
    const known = names.filter((name) => this.#columns.has(name));
    const coded = await this.#need(known);
    const byName = new Map(known.map((name, index) => [name, coded[index]]));
    const rows = this.#order.subarray(from, from + count);
    return names.map((name) => {
      const column = byName.get(name);
      return Array.from(rows, (row) => (column ? valueAt(column, row) : null));
    });
  }

  async #need(names: readonly string[]): Promise<readonly CodedColumn[]> {
    const missing = [...new Set(names.filter((name) => !this.#coded.has(name)))];
    if (missing.length > 0) {
      const reading = this.#read(missing);
      for (const [index, name] of missing.entries()) {
        const coding = reading.then((columns) => encode(columns[index] ?? []));
        // A read that failed is tried again by the next look.
        coding.catch(() => this.#coded.delete(name));
        this.#coded.set(name, coding);
      }
    }
    return Promise.all(names.map((name) => this.#coded.get(name) ?? Promise.resolve(encode([]))));
  }
}

function inOrder(records: number): Uint32Array {
  return Uint32Array.from({ length: records }, (_, row) => row);
}
