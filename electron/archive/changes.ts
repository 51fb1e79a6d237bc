// What was written into the archive, told to those who read from it.

import type { Filter, TableCode } from '#shared/catalogue/table.ts';

/** Records of the table that match the filter may be others than before. */
export interface Change {
  readonly table: TableCode;
  readonly filter: Filter;
}

/** Somebody who was slower than so many writes is told of them all as one that touches everything. */
const REMEMBERED = 1000;

export class Changes {
  #count = 0;
  #last: Change[] = [];
  readonly #listeners = new Set<(change: Change) => void>();

  /** How many there were: a moment to ask from. */
  get count(): number {
    return this.#count;
  }

  tell(change: Change): void {
    this.#count += 1;
    this.#last = [...this.#last.slice(1 - REMEMBERED), change];
    for (const listener of this.#listeners) listener(change);
  }

  /** Those after a moment, then each as it comes. Returns how to stop. */
  since(count: number, listener: (change: Change) => void): () => void {
    const missed = Math.min(this.#count - count, this.#last.length);
    for (const change of missed > 0 ? this.#last.slice(-missed) : []) listener(change);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Whether a record can match both filters, as far as the filters tell. */
export function overlap(a: Filter, b: Filter): boolean {
  for (const name of ['racekey', 'horse_id', 'kettonum'] as const) {
    if (a[name] !== undefined && b[name] !== undefined && a[name] !== b[name]) return false;
  }
  const [fromA, toA] = daysOf(a);
  const [fromB, toB] = daysOf(b);
  return fromA <= toB && fromB <= toA;
}

const daysOf = ({ racedate, start_racedate, end_racedate }: Filter): readonly [string, string] => [
  racedate ?? start_racedate ?? '',
  racedate ?? end_racedate ?? '99999999',
];
