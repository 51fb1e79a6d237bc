// How the runs of each group ended, and what flat stakes on them returned.

import type { FinishRates, Returns } from '#shared/bridge/row-query.ts';
import { placeOfStart, startedUnplaced } from '#shared/racing/starts.ts';
import type { CodedColumn } from './coded-column.ts';

/** The columns that show how a runner finished; only results have the second one. */
export const FINISH_COLUMNS = ['order_of_finish', 'trouble_classification'] as const;

/** What 100 yen to win and to place on a runner returned; blank where no stake counts. Only runners have them. */
export const RETURN_COLUMNS = ['win_returned', 'place_returned'] as const;

/** The rows that pass, and the group of each. */
export interface GroupedRows {
  readonly rows: Uint32Array;
  readonly groupOf: Uint32Array;
  /** The number of groups. */
  readonly count: number;
}

export interface Tally {
  readonly of: (group: number) => { readonly n: number; readonly sum: number };
}

/** The numbers of a column by group; see CodedColumn.quantity. */
export function tallyOf(column: CodedColumn, { rows, groupOf, count }: GroupedRows): Tally {
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
  return { of: (group) => ({ n: numbers[group] ?? 0, sum: sums[group] ?? 0 }) };
}

export function returnsOf(
  win: CodedColumn,
  place: CodedColumn,
  grouped: GroupedRows,
): (group: number) => Returns {
  const [wins, places] = [tallyOf(win, grouped), tallyOf(place, grouped)];
  const totalOf = (tally: Tally, group: number) => {
    const { n, sum } = tally.of(group);
    return { n, yen: sum };
  };
  return (group) => ({ win: totalOf(wins, group), place: totalOf(places, group) });
}

/** The first row of each runner in each group. `runner`: the columns that identify it; without any, all rows. */
export function oncePerRunner(runner: readonly CodedColumn[], grouped: GroupedRows): GroupedRows {
  if (runner.length === 0) return grouped;
  const { rows, groupOf, count } = grouped;
  let ids = Uint32Array.from(groupOf);
  for (const { codes, kinds } of runner) {
    const numbers = new Map<number, number>();
    ids = Uint32Array.from(ids, (id, at) => {
      const key = id * kinds + (codes[rows[at] ?? 0] ?? 0);
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    });
  }
  const seen = new Set<number>();
  const firsts: number[] = [];
  for (const [at, id] of ids.entries()) {
    if (seen.has(id)) continue;
    seen.add(id);
    firsts.push(at);
  }
  return {
    rows: Uint32Array.from(firsts, (at) => rows[at] ?? 0),
    groupOf: Uint32Array.from(firsts, (at) => groupOf[at] ?? 0),
    count,
  };
}

/** 0: did not start, or unknown; 1 to 3: the finish; 4: unplaced, or did not finish. */
const NO_START = 0;
const UNPLACED = 4;

export function finishesOf(
  finish: CodedColumn,
  trouble: CodedColumn | undefined,
  { rows, groupOf, count }: GroupedRows,
): (group: number) => FinishRates {
  const placeOf = Uint8Array.from({ length: finish.kinds }, (_, code) =>
    Math.min(placeOfStart(finish.text(code)) ?? NO_START, UNPLACED),
  );
  const isStart =
    trouble &&
    Uint8Array.from({ length: trouble.kinds }, (_, code) => Number(startedUnplaced(trouble.text(code))));
  const tallies = new Uint32Array(count * (UNPLACED + 1));
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    let place = placeOf[finish.codes[row] ?? 0] ?? NO_START;
    if (place === NO_START && isStart?.[trouble?.codes[row] ?? 0] === 1) place = UNPLACED;
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
