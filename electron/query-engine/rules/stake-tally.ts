// Sums the stakes and returns of some of a rule's bets, race by race, so that their interval can be resampled.

import type { RuleFigures } from '#shared/bridge/rules.ts';
import type { Interval, StakedRaces } from '../resampling.ts';

/** Yen of one stake of the figures and their intervals. */
const UNIT = 100;

interface Added {
  readonly combinations: number;
  readonly hits: number;
  /** Yen on each combination. */
  readonly stake: number;
  readonly returned: number;
  /** Combinations given back. */
  readonly refunded: number;
}

export class StakeTally {
  readonly #races: number[] = [];
  readonly #stakes: number[] = [];
  readonly #yen: number[] = [];
  #bets = 0;
  #hits = 0;
  #refunded = 0;

  /** Races are numbered in the order in which they are added. */
  add(race: number, { combinations, hits, stake, returned, refunded }: Added): void {
    this.#refunded += refunded * stake;
    if (combinations === 0) return;
    this.#bets += combinations;
    this.#hits += hits;
    if (this.#races.at(-1) !== race) {
      this.#races.push(race);
      this.#stakes.push(0);
      this.#yen.push(0);
    }
    const last = this.#races.length - 1;
    this.#stakes[last] = (this.#stakes[last] ?? 0) + (combinations * stake) / UNIT;
    this.#yen[last] = (this.#yen[last] ?? 0) + returned;
  }

  get bets(): number {
    return this.#bets;
  }

  get staked(): StakedRaces {
    return {
      races: Uint32Array.from(this.#races),
      stakes: Float64Array.from(this.#stakes),
      yen: Float64Array.from(this.#yen),
    };
  }

  figures(interval: Interval | undefined): RuleFigures {
    return {
      races: this.#races.length,
      racesHit: this.#yen.filter((yen) => yen > 0).length,
      bets: this.#bets,
      hits: this.#hits,
      stake: sum(this.#stakes) * UNIT,
      returned: sum(this.#yen),
      refunded: this.#refunded,
      ...(interval === undefined ? {} : { interval }),
    };
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
