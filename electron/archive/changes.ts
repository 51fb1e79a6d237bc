// Reports what is written into the archive to its readers.

import type { Filter, TableCode } from '#shared/catalogue/table.ts';

/** Records of the table, or what the user noted about them, may have changed where they match the filter. */
export interface Change {
  readonly table: TableCode | 'annotations';
  readonly filter: Filter;
}

/** A subscriber that falls behind by more writes than this gets a single change that covers everything. */
const REMEMBERED = 1000;

export class Changes {
  #count = 0;
  #last: Change[] = [];
  readonly #listeners = new Set<(change: Change) => void>();

  /** The number of changes so far: a moment to subscribe from. */
  get count(): number {
    return this.#count;
  }

  report(change: Change): void {
    this.#count += 1;
    this.#last = [...this.#last.slice(1 - REMEMBERED), change];
    for (const listener of this.#listeners) listener(change);
  }

  /** Reports the changes after a moment, then each new one. Returns a function that ends the subscription. */
  since(count: number, listener: (change: Change) => void): () => void {
    const missed = Math.min(this.#count - count, this.#last.length);
    for (const change of missed > 0 ? this.#last.slice(-missed) : []) listener(change);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Whether one record can match both filters, as far as the filters alone can show. */
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
