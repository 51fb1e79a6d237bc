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
  const numbers = new Map<number, number>();
  const found: { readonly column: CodedColumn; readonly first: Uint32Array; readonly raceOf: Uint32Array }[] =
    [];
  for (const column of ranks) {
    await yielder.rest();
    const first = rows.filter((row) => column.quantity(column.codes[row] ?? 0) === FIRST);
    found.push({ column, first, raceOf: racesOf(race, first, numbers) });
  }
  const bets = found.flatMap(({ first, raceOf }) =>
    returned.map((each) => {
      const { of } = tallyOf(each, { rows: first, groupOf: raceOf, count: numbers.size });
      return Array.from({ length: numbers.size }, (_, number) => of(number));
    }),
  );
  const intervals = await intervalsOf(bets, yielder);
  return found.map(({ column, first, raceOf }, at): RankRecord => {
    const all = { rows: first, groupOf: new Uint32Array(first.length), count: 1 };
    const { win, place } = returnsOf(...returned, all)(0);
    const [winInterval, placeInterval] = [intervals[2 * at], intervals[2 * at + 1]];
    return {
      column: column.definition.name,
      races: new Set(raceOf).size,
      runners: first.length,
      finish: finishesOf(finish, trouble, all)(0),
      win: { ...win, ...(winInterval === undefined ? {} : { interval: winInterval }) },
      place: { ...place, ...(placeInterval === undefined ? {} : { interval: placeInterval }) },
      filters: [{ column: column.definition.name, text: groupFilter(column.definition, String(FIRST)) }],
    };
  });
}

/** The number of each row's race; races that have none yet are added to `numbers`. */
function racesOf(race: readonly CodedColumn[], rows: Uint32Array, numbers: Map<number, number>): Uint32Array {
  return Uint32Array.from(rows, (row) => {
    const key = race.reduce((so, { codes, kinds }) => so * kinds + (codes[row] ?? 0), 0);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
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
 * For each bet the interval of its return in percent: as many races as there are, drawn with replacement, a thousand
 * times (the percentile bootstrap). `bets[b][r]` is bet b on race r; one draw serves all bets. Undefined for a bet with a
 * stake on fewer than two races. Errors: CANCELLED.
 */
export async function intervalsOf(
  bets: readonly (readonly RaceReturn[])[],
  yielder: Yielder,
): Promise<readonly (Interval | undefined)[]> {
  const staked = bets.map(stakedRaces);
  const returns = bets.map((): number[] => []);
  const timesDrawn = new Uint32Array(bets[0]?.length ?? 0);
  let state = SEED;
  for (let sample = 0; sample < RESAMPLES; sample += 1) {
    state = drawRaces(timesDrawn, state);
    for (const [bet, { races, stakes, yen }] of staked.entries()) {
      if (yielder.isDue) await yielder.rest();
      let n = 0;
      let sum = 0;
      for (let at = 0; at < races.length; at += 1) {
        const times = timesDrawn[races[at] ?? 0] ?? 0;
        n += times * (stakes[at] ?? 0);
        sum += times * (yen[at] ?? 0);
      }
      // A stake is 100 yen, so yen for each are percent. Races without a stake may be all that were drawn.
      if (n > 0) returns[bet]?.push(sum / n);
    }
  }
  return staked.map(({ races }, bet) =>
    races.length < 2 ? undefined : intervalOf(Float64Array.from(returns[bet] ?? [])),
  );
}

/** The races with a stake, and what it returned. */
function stakedRaces(bet: readonly RaceReturn[]) {
  const races = Uint32Array.from(bet.flatMap(({ n }, race) => (n > 0 ? [race] : [])));
  return {
    races,
    stakes: Float64Array.from(races, (race) => bet[race]?.n ?? 0),
    yen: Float64Array.from(races, (race) => bet[race]?.sum ?? 0),
  };
}

/** Draws as many races as there are and counts how often each came; returns the state after it (Mulberry32). */
function drawRaces(timesDrawn: Uint32Array, seed: number): number {
  const scale = timesDrawn.length / 2 ** 32;
  let state = seed;
  timesDrawn.fill(0);
  for (let at = 0; at < timesDrawn.length; at += 1) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const race = Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) * scale);
    timesDrawn[race] = (timesDrawn[race] ?? 0) + 1;
  }
  return state;
}

function intervalOf(returns: Float64Array): Interval {
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
