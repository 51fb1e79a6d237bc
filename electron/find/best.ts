// The best few of many, without sorting the rest.

/** Keeps at most `limit` items in the order of `compare`. */
export class Best<T> {
  readonly items: T[] = [];
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;

  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  add(item: T): void {
    const { items } = this;
    const last = items.at(-1);
    if (items.length >= this.#limit && last !== undefined && this.#compare(item, last) >= 0) return;
    let [from, to] = [0, items.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = items[middle];
      if (other !== undefined && this.#compare(item, other) < 0) to = middle;
      else from = middle + 1;
    }
    items.splice(from, 0, item);
    if (items.length > this.#limit) items.pop();
  }
}
