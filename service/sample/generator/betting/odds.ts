// The betting market of a field: win odds and popularity, place stakes and the lower bound of place odds.

import { Draw, normal } from '../draw.ts';
import { finishWeights } from './combinations.ts';
import type { SampleRace, SampleWorld } from '../world.ts';

export interface Market {
  /** Win odds by position in the field, 0 for a horse that did not start. */
  readonly win: readonly number[];
  /** 1 for the favorite; 0 for a horse that did not start. */
  readonly popularity: readonly number[];
  /** Share of the place pool staked on each horse. */
  readonly placeStake: readonly number[];
  /** The lowest place payoff, as odds. */
  readonly placeLow: readonly number[];
  readonly starters: number;
  /** Horses paid in the place pool. */
  readonly places: 0 | 2 | 3;
}

/** The share of the win stakes that is paid out; the sum of 1/odds is its inverse. */
const WIN_SHARE = 0.79;

export const tenth = (value: number): number => Math.round(value * 10) / 10;

/** The market of a race at post time. */
export const marketOf = (world: SampleWorld, race: SampleRace): Market =>
  marketFrom(world, race, chancesOf(world, race));

/** The market of a race for the public's win chances, 0 for a horse that does not start. */
export function marketFrom(world: SampleWorld, race: SampleRace, chances: readonly number[]): Market {
  const starters = chances.filter((chance) => chance > 0).length;
  const places = starters >= 8 ? 3 : starters >= 5 ? 2 : 0;
  const win = chances.map((chance) =>
    chance > 0 ? Math.min(999.9, Math.max(1.1, tenth(WIN_SHARE / chance))) : 0,
  );
  const placeStake = placeStakes(world, race, chances, places);
  const byStake = placeStake.toSorted((a, b) => b - a);
  const placeLow = placeStake.map((stake) => {
    if (stake === 0 || places === 0) return 0;
    const others = byStake.filter((each) => each !== stake).slice(0, places - 1);
    const paid = others.reduce((sum, each) => sum + each, stake);
    return placeOdds(stake, paid, places);
  });
  return { win, popularity: ranks(chances), placeStake, placeLow, starters, places };
}

/** The pool's rule: the winners share the losers' stakes equally, then the house takes its part. */
export function placeOdds(stake: number, paid: number, winners: number, share = 0.8): number {
  return Math.max(
    1,
    Math.floor(share * (1 + (1 - Math.min(paid, 0.98)) / (winners * stake)) * 10 + 1e-9) / 10,
  );
}

/** Win odds of an earlier hour: the earlier, the further from the final ones. */
export function earlierOdds(
  root: number,
  entry: number,
  salt: number,
  final: number,
  spread: number,
): number {
  return Math.max(1, tenth(final * Math.exp(normal(root, entry, salt, 0x6f646473) * spread)));
}

/** Minutes after which the public's opinion of a horse moves on, and how far it moves (standard deviation of the log). */
const MINUTES_A_STEP = 5;
const STEP = 0.035;

/** The log of how far the opinion is from the final one, some minutes before the start. */
function wandering(root: number, entry: number, minutes: number): number {
  let away = 0;
  for (let step = 0; step * MINUTES_A_STEP < minutes; step++) {
    const part = Math.min(1, (minutes - step * MINUTES_A_STEP) / MINUTES_A_STEP);
    away += normal(root, entry, step, 0x6d6f7665) * STEP * part;
  }
  return away;
}

/**
 * The public's win chances some minutes before the start, from those at the start: they wander until then. `chances` are
 * 0 for a horse that is out; the result sums to 1.
 */
export function chancesBefore(
  world: SampleWorld,
  race: SampleRace,
  chances: readonly number[],
  minutes: number,
): number[] {
  const moved = chances.map(
    (chance, index) => chance * Math.exp(wandering(world.root, race.first + index, minutes)),
  );
  const total = sum(moved);
  return moved.map((chance) => chance / total);
}

export function chancesOf(world: SampleWorld, race: SampleRace): number[] {
  return Array.from(world.chance.subarray(race.first, race.first + race.size));
}

/** 1 for the largest; 0 stays 0. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
  const result = new Array<number>(values.length).fill(0);
  order.forEach((index, rank) => (result[index] = (values[index] ?? 0) > 0 ? rank + 1 : 0));
  return result;
}

/** Shares of the place pool: the chances to be placed, with the public's noise. */
function placeStakes(
  world: SampleWorld,
  race: SampleRace,
  chances: readonly number[],
  places: number,
): number[] {
  const draw = new Draw(world.root, race.first, 0x706c6163);
  const placed = placeChances(chances, places === 0 ? 2 : places);
  const noisy = placed.map((chance) => chance * Math.exp(draw.normal() * 0.1));
  const sum = noisy.reduce((total, each) => total + each, 0);
  return noisy.map((each) => each / sum);
}

/** The probability of each horse to finish in the first two or three. */
export function placeChances(chances: readonly number[], places: number): number[] {
  const { first, second, third } = finishWeights(chances);
  const total = { second: sum(second), third: sum(third) };
  const result = first.slice();
  for (let i = 0; i < first.length; i++) {
    if (first[i] === 0) continue;
    for (let j = 0; j < first.length; j++) {
      if (j === i || first[j] === 0) continue;
      const both = ((first[i] ?? 0) * (second[j] ?? 0)) / (total.second - (second[i] ?? 0));
      result[j] = (result[j] ?? 0) + both;
      if (places < 3) continue;
      const left = total.third - (third[i] ?? 0) - (third[j] ?? 0);
      for (let k = 0; k < first.length; k++) {
        if (k !== i && k !== j && left > 0) result[k] = (result[k] ?? 0) + (both * (third[k] ?? 0)) / left;
      }
    }
  }
  return result;
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
