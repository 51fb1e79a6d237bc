// How sure a return is: intervals from resampled races (the percentile bootstrap). The bets on one race win or lose
// together, so races are drawn, not bets.

import { INTERVAL_SHARE, RESAMPLES } from '#shared/bridge/rank-records.ts';
import { drawBinomial, randomNumbers, type Random } from './binomial.ts';
import type { Yielder } from './yielder.ts';

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
 * stake on fewer than two races, and for one that returned nothing: no draw of its races could. Errors: CANCELLED.
 */
export async function intervalsOf(
  bets: readonly (readonly RaceReturn[])[],
  yielder: Yielder,
): Promise<readonly (Interval | undefined)[]> {
  return intervalsOfStaked(bets.map(stakedRaces), bets[0]?.length ?? 0, yielder);
}

/** The races with a stake, by their number, and what it returned. */
export interface StakedRaces {
  readonly races: Uint32Array;
  /** How many stakes of 100 yen. */
  readonly stakes: Float64Array;
  readonly yen: Float64Array;
}

/** The returns of a thousand draws are kept for each: of all horses at once they would fill the memory. */
const BETS_AT_ONCE = 2000;

/** Like `intervalsOf`, of bets that have a stake on few of the `count` races. Errors: CANCELLED. */
export async function intervalsOfStaked(
  staked: readonly StakedRaces[],
  count: number,
  yielder: Yielder,
): Promise<readonly (Interval | undefined)[]> {
  const drawn = staked.filter(({ races, yen }) => races.length >= 2 && yen.some((each) => each !== 0));
  const intervals = new Map<StakedRaces, Interval>();
  for (let from = 0; from < drawn.length; from += BETS_AT_ONCE) {
    const some = drawn.slice(from, from + BETS_AT_ONCE);
    for (const [at, returns] of (await drawnReturns(some, count, yielder)).entries()) {
      const bet = some[at];
      if (bet !== undefined) intervals.set(bet, intervalOf(Float64Array.from(returns)));
    }
  }
  return staked.map((bet) => intervals.get(bet));
}

/** The returns of each bet in all draws. The draws are the same each time. */
async function drawnReturns(
  staked: readonly StakedRaces[],
  count: number,
  yielder: Yielder,
): Promise<readonly (readonly number[])[]> {
  const returns = staked.map((): number[] => []);
  const timesDrawn = new Uint32Array(count);
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
  return returns;
}

/** A bet with one stake on some of the races, most of which it lost. */
export interface SingleStakes {
  readonly lost: number;
  /** What each race that it won returned, in yen for 100. */
  readonly won: Float64Array;
}

/**
 * Like `intervalsOf`, of bets with at most one stake on each of the `count` races. A draw of races is then a draw of how
 * many it won, how many it lost, and what was won: the same distribution with a fraction of the work. Errors: CANCELLED.
 */
export async function intervalsOfSingleStakes(
  bets: readonly SingleStakes[],
  count: number,
  yielder: Yielder,
): Promise<readonly (Interval | undefined)[]> {
  const random = randomNumbers(SEED);
  const intervals: (Interval | undefined)[] = [];
  for (const { lost, won } of bets) {
    if (won.length === 0 || lost + won.length < 2) {
      intervals.push(undefined);
      continue;
    }
    const draw = sumDrawer(won, random);
    const returns: number[] = [];
    for (let sample = 0; sample < RESAMPLES; sample += 1) {
      if (yielder.isDue) await yielder.rest();
      const wins = drawBinomial(count, won.length / count, random);
      const losses = drawBinomial(count - wins, lost / (count - won.length), random);
      // Races without a stake may be all that were drawn.
      if (wins + losses > 0) returns.push(draw(wins) / (wins + losses));
    }
    intervals.push(intervalOf(Float64Array.from(returns)));
  }
  return intervals;
}

/** With so many draws for each different amount, it is quicker to draw how often each comes. */
const DRAWS_PER_AMOUNT = 20;

/** Answers the sum of so many of the amounts, drawn with replacement. */
function sumDrawer(amounts: Float64Array, random: Random): (draws: number) => number {
  const times = new Map<number, number>();
  for (const amount of amounts) times.set(amount, (times.get(amount) ?? 0) + 1);
  if (times.size * DRAWS_PER_AMOUNT > amounts.length)
    return (draws) => {
      let sum = 0;
      for (let at = 0; at < draws; at += 1) sum += amounts[Math.floor(random() * amounts.length)] ?? 0;
      return sum;
    };
  return (draws) => {
    let sum = 0;
    let [left, others] = [draws, amounts.length];
    for (const [amount, own] of times) {
      const drawn = drawBinomial(left, own / others, random);
      sum += drawn * amount;
      left -= drawn;
      others -= own;
    }
    return sum;
  };
}

function stakedRaces(bet: readonly RaceReturn[]): StakedRaces {
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
