// Years of racing simulated from a seed, with every third race derived in full.

import { dayOf } from '../calendar/days.ts';
import { marketOf, type Market } from '../betting/odds.ts';
import { payoffsOf, type Payoffs } from '../betting/pools.ts';
import { runningOf, type Running } from '../race/running.ts';
import { FIRST_SHOWN_YEAR, SampleWorld, type SampleRace } from '../world.ts';

export interface Seen {
  readonly race: SampleRace;
  readonly market: Market;
  readonly payoffs: Payoffs;
  readonly running: Running;
}

interface Played {
  readonly world: SampleWorld;
  /** From the first visible day on. */
  readonly races: readonly SampleRace[];
  readonly seen: readonly Seen[];
}

/** @param to the last day, YYYYMMDD */
export function played(seed: string, to: string): Played {
  const world = new SampleWorld(seed);
  world.racesOn(dayOf(to));
  const races = world.races.filter((race) => race.day >= dayOf(`${FIRST_SHOWN_YEAR}0101`));
  const seen = races
    .filter((_, index) => index % 3 === 0)
    .map((race) => {
      const market = marketOf(world, race);
      return { race, market, payoffs: payoffsOf(world, race, market), running: runningOf(world, race) };
    });
  return { world, races, seen };
}
