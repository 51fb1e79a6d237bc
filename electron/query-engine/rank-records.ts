// How the runners fared that ranked first in their race by an index, and how sure the returns are: an interval from
// resampled races.

import { INTERVAL_SHARE, RESAMPLES, type RankRecord } from '#shared/bridge/rank-records.ts';
import type { CodedColumn } from './coded-column.ts';
import { groupFilter } from './group-key.ts';
import { finishesOf, returnsOf, tallyOf } from './run-tallies.ts';
import type { Yielder } from './yielder.ts';

/** They tell races apart. */
export const RACE_KEY = ['racedate', 'racekey'] as const;

export interface RankColumns {
  readonly ranks: readonly CodedColumn[];
  readonly race: readonly CodedColumn[];
  readonly finish: CodedColumn;
  readonly trouble: CodedColumn | undefined;
  /** What stakes to win and to place returned. */
  readonly returned: readonly [CodedColumn, CodedColumn];
}

const FIRST = 1;

/** A record for each of the columns, of the given rows. Errors: CANCELLED. */
export async function rankRecordsOf(
  columns: RankColumns,
  rows: Uint32Array,
  yielder: Yielder,
): Promise<RankRecord[]> {
  const { ranks, race, finish, trouble, returned } = columns;
  const records: RankRecord[] = [];
  for (const column of ranks) {
    await yielder.rest();
    const first = rows.filter((row) => column.quantity(column.codes[row] ?? 0) === FIRST);
    const { groupOf, count } = racesAmong(race, first);
    const all = { rows: first, groupOf: new Uint32Array(first.length), count: 1 };
    const { win, place } = returnsOf(...returned, all)(0);
    const byRace = { rows: first, groupOf, count };
    const [winPaid, placePaid] = returned.map((each) => {
      const { of } = tallyOf(each, byRace);
      return Array.from({ length: count }, (_, number) => of(number));
    });
    const [winInterval, placeInterval] = await intervalsOf([winPaid ?? [], placePaid ?? []], yielder);
    records.push({
      column: column.definition.name,
      races: count,
      runners: first.length,
      finish: finishesOf(finish, trouble, all)(0),
      win: { ...win, ...(winInterval === undefined ? {} : { interval: winInterval }) },
      place: { ...place, ...(placeInterval === undefined ? {} : { interval: placeInterval }) },
      filters: [{ column: column.definition.name, text: groupFilter(column.definition, String(FIRST)) }],
    });
  }
  return records;
}

/** The races of some of the rows, numbered from 0. */
function racesAmong(
  race: readonly CodedColumn[],
  rows: Uint32Array,
): { readonly groupOf: Uint32Array; readonly count: number } {
  const numbers = new Map<number, number>();
  const groupOf = Uint32Array.from(rows, (row) => {
    const key = race.reduce((so, { codes, kinds }) => so * kinds + (codes[row] ?? 0), 0);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  return { groupOf, count: numbers.size };
}

/** What the stakes on one race returned: their number, and yen for 100 each. */
export interface RaceReturn {
  readonly n: number;
  readonly sum: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The same races give the same interval each time. */
const SEED = 0x5eed;

/**
 * For each bet the interval of its return in percent, from as many races drawn with replacement as there are with a
 * stake: the percentile bootstrap. Undefined with fewer than two such races. Errors: CANCELLED.
 */
export async function intervalsOf(
  bets: readonly (readonly RaceReturn[])[],
  yielder: Yielder,
): Promise<readonly (Interval | undefined)[]> {
  const intervals: (Interval | undefined)[] = [];
  for (const races of bets) {
    const staked = races.filter(({ n }) => n > 0);
    intervals.push(staked.length < 2 ? undefined : await intervalOf(staked, yielder));
  }
  return intervals;
}

async function intervalOf(races: readonly RaceReturn[], yielder: Yielder): Promise<Interval> {
  const stakes = Float64Array.from(races, ({ n }) => n);
  const yen = Float64Array.from(races, ({ sum }) => sum);
  const draw = drawsBelow(races.length, SEED);
  const returns = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample += 1) {
    if (yielder.isDue) await yielder.rest();
    let [n, sum] = [0, 0];
    for (let at = 0; at < races.length; at += 1) {
      const race = draw();
      n += stakes[race] ?? 0;
      sum += yen[race] ?? 0;
    }
    // A stake is 100 yen, so yen for each are percent.
    returns[sample] = sum / n;
  }
  returns.sort();
  const outside = (1 - INTERVAL_SHARE) / 2;
  return { low: quantile(returns, outside), high: quantile(returns, 1 - outside) };
}

/** Linear between the two nearest of the sorted values. */
function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? 0;
  return below + (at - Math.floor(at)) * ((sorted[Math.ceil(at)] ?? below) - below);
}

/** Whole numbers from 0 to below `limit`, evenly spread and the same for the same seed (Mulberry32, 32 bits of state). */
function drawsBelow(limit: number, seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
