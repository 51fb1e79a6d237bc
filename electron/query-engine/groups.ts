// Rows grouped by one or two columns: a pass over codes, with counts, rates and means for each group.

import type { FinishRates, Group, Groups } from '#shared/bridge/row-query.ts';
import { readNumber } from '#shared/catalogue/reading.ts';
import type { CodedColumn } from './coded-column.ts';
import { groupFilter, groupKeyOf } from './group-key.ts';
import type { Yielder } from './yielder.ts';
import type { QueryInputs } from './queries.ts';

/** The columns that show how a runner finished; only result tables have the second one. */
export const FINISH_COLUMNS = ['order_of_finish', 'trouble_classification'] as const;

const MOST_GROUPS = 500;
/** Up to this many combinations are counted in a dense array. */
const DENSE = 4_000_000;

export interface GroupColumns {
  readonly by: readonly CodedColumn[];
  readonly measures: readonly CodedColumn[];
  readonly finish: CodedColumn | undefined;
  readonly trouble: CodedColumn | undefined;
}

/** Errors: CANCELLED. */
export async function groupsOf(
  { by, measures, finish, trouble }: GroupColumns,
  rows: Uint32Array,
  { limit = MOST_GROUPS, order = 'count' }: QueryInputs['groups'],
  yielder: Yielder,
): Promise<Groups> {
  const keys: Keys[] = [];
  for (const column of by) keys.push(await keysOf(column, yielder));
  const { groupOf, firsts } = numbered(keys, rows);
  await yielder.rest();
  const count = firsts.length;
  const counts = new Uint32Array(count);
  for (const group of groupOf) counts[group] = (counts[group] ?? 0) + 1;
  const tallies: Tally[] = [];
  for (const column of measures) {
    tallies.push(tally(column, rows, groupOf, count));
    await yielder.rest();
  }
  const finishes = finish && finishTallies(finish, trouble, rows, groupOf, count);
  const shares = rows.length === 0 ? 1 : rows.length;
  const ordered = Array.from({ length: count }, (_, group) => group).toSorted(
    (a, b) =>
      (order === 'count' ? (counts[b] ?? 0) - (counts[a] ?? 0) : 0) || comparePlaces(firsts[a], firsts[b]),
  );
  const groups = ordered.slice(0, limit).map((group): Group => {
    const key = (firsts[group] ?? []).map((place, index) => keys[index]?.rawOf[place] ?? null);
    return {
      key,
      count: counts[group] ?? 0,
      share: (counts[group] ?? 0) / shares,
      filters: by.map(({ definition }, index) => ({
        column: definition.name,
        text: groupFilter(definition, key[index] ?? null),
      })),
      ...(finishes ? { finish: finishes(group) } : {}),
      measures: tallies.map((each) => each.of(group)),
    };
  });
  return { groups, distinct: count, more: count > limit, whole: whole(measures, finish, trouble, rows) };
}

/** The groups of one column's codes, numbered in the column's order, blanks last. */
interface Keys {
  readonly column: CodedColumn;
  readonly placeOf: Uint32Array;
  /** The first raw value of each group. */
  readonly rawOf: readonly (string | null)[];
}

async function keysOf(column: CodedColumn, yielder: Yielder): Promise<Keys> {
  const keyOf = groupKeyOf(column.definition);
  const places = new Map<string, number>();
  const rawOf: (string | null)[] = [];
  const placeOf = new Uint32Array(column.kinds);
  for (let code = 0; code < column.filled; code += 1) {
    if (code % 256 === 0 && yielder.isDue) await yielder.rest();
    const raw = column.text(code);
    const key = keyOf(raw);
    let place = places.get(key);
    if (place === undefined) {
      place = rawOf.push(raw) - 1;
      places.set(key, place);
    }
    placeOf[code] = place;
  }
  placeOf.fill(rawOf.push(null) - 1, column.filled);
  return { column, placeOf, rawOf };
}

/** The group number of each row, numbered in the order of their first rows, and the keys of each group. */
function numbered(keys: readonly Keys[], rows: Uint32Array) {
  const [first, second] = keys;
  const width = second?.rawOf.length ?? 1;
  const total = (first?.rawOf.length ?? 1) * width;
  const dense = total <= DENSE ? new Int32Array(total).fill(-1) : undefined;
  const sparse = new Map<number, number>();
  const groupOf = new Uint32Array(rows.length);
  const firsts: number[][] = [];
  const placeIn = (key: Keys | undefined, row: number): number =>
    key === undefined ? 0 : (key.placeOf[key.column.codes[row] ?? 0] ?? 0);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const place = placeIn(first, row) * width + placeIn(second, row);
    let group = dense ? (dense[place] ?? -1) : (sparse.get(place) ?? -1);
    if (group < 0) {
      group = firsts.push(second ? [Math.floor(place / width), place % width] : [place]) - 1;
      if (dense) dense[place] = group;
      else sparse.set(place, group);
    }
    groupOf[at] = group;
  }
  return { groupOf, firsts };
}

function comparePlaces(a: readonly number[] = [], b: readonly number[] = []): number {
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0);
}

interface Tally {
  readonly of: (group: number) => Group['measures'][number];
}

function tally(column: CodedColumn, rows: Uint32Array, groupOf: Uint32Array, count: number): Tally {
  const sums = new Float64Array(count);
  const numbers = new Uint32Array(count);
  const { codes } = column;
  for (let at = 0; at < rows.length; at += 1) {
    const number = column.quantity(codes[rows[at] ?? 0] ?? 0);
    if (Number.isNaN(number)) continue;
    const group = groupOf[at] ?? 0;
    sums[group] = (sums[group] ?? 0) + number;
    numbers[group] = (numbers[group] ?? 0) + 1;
  }
  return {
    of: (group) => {
      const [sum = 0, n = 0] = [sums[group], numbers[group]];
      return { column: column.definition.name, n, sum, mean: n === 0 ? null : sum / n };
    },
  };
}

/** 0: did not start, or unknown; 1 to 3: the finish; 4: unplaced, or did not finish. */
const NO_START = 0;
const UNPLACED = 4;
/** Scratched and excluded horses did not start (code table `trouble_classification`). */
const NOT_STARTED = 2;

function finishTallies(
  finish: CodedColumn,
  trouble: CodedColumn | undefined,
  rows: Uint32Array,
  groupOf: Uint32Array,
  count: number,
): (group: number) => FinishRates {
  const placeOf = Uint8Array.from({ length: finish.kinds }, (_, code) => {
    const place = readNumber(finish.text(code)) ?? 0;
    return place > 0 ? Math.min(place, UNPLACED) : NO_START;
  });
  const troubleOf =
    trouble && Uint8Array.from({ length: trouble.kinds }, (_, code) => readNumber(trouble.text(code)) ?? 0);
  const tallies = new Uint32Array(count * (UNPLACED + 1));
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const irregular = trouble ? (troubleOf?.[trouble.codes[row] ?? 0] ?? 0) : 0;
    let place = placeOf[finish.codes[row] ?? 0] ?? 0;
    if (irregular > NOT_STARTED && place === NO_START) place = UNPLACED;
    if (irregular > 0 && irregular <= NOT_STARTED) place = NO_START;
    const slot = (groupOf[at] ?? 0) * (UNPLACED + 1) + place;
    tallies[slot] = (tallies[slot] ?? 0) + 1;
  }
  return (group) => {
    const [first = 0, second = 0, third = 0, behind = 0] = tallies.subarray(group * 5 + 1, group * 5 + 5);
    return {
      starts: first + second + third + behind,
      first,
      firstTwo: first + second,
      firstThree: first + second + third,
    };
  };
}

function whole(
  measures: readonly CodedColumn[],
  finish: CodedColumn | undefined,
  trouble: CodedColumn | undefined,
  rows: Uint32Array,
): Group {
  const groupOf = new Uint32Array(rows.length);
  return {
    key: [],
    count: rows.length,
    share: 1,
    filters: [],
    ...(finish ? { finish: finishTallies(finish, trouble, rows, groupOf, 1)(0) } : {}),
    measures: measures.map((column) => tally(column, rows, groupOf, 1).of(0)),
  };
}
