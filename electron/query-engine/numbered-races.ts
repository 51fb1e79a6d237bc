// Rows by race: races are numbered in the order of their first rows.

import type { CodedColumn } from './coded-column.ts';

export interface NumberedRaces {
  readonly count: number;
  /** The number of a row's race. Only for the rows that were numbered. */
  readonly raceOf: (row: number) => number;
}

/** `race`: the columns that together identify a race, which rows of one race may repeat anywhere. */
export function numberedRaces(race: readonly CodedColumn[], rows: Uint32Array): NumberedRaces {
  const numbers = new Map<number, number>();
  const last = rows.reduce((most, row) => Math.max(most, row), -1);
  const numberOf = new Uint32Array(last + 1);
  let before = -1;
  let number = 0;
  for (const row of rows) {
    let key = 0;
    for (const { codes, kinds } of race) key = key * kinds + (codes[row] ?? 0);
    // Rows of one race usually follow each other.
    if (key !== before) {
      number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      before = key;
    }
    numberOf[row] = number;
  }
  return { count: numbers.size, raceOf: (row) => numberOf[row] ?? 0 };
}
