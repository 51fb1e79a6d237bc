// What decided a rule's return: the combinations that returned most, the races that cost most, and the longest run of
// races without a return. Also its stakes and returns by day.

import type { RuleTally } from '#shared/bridge/rules.ts';
import { byTime } from '#shared/racing/race-order.ts';

/** With the rows of its runners, which are told by their numbers in the end. */
type WithRows<T> = Omit<T, 'runners'> & { readonly rows: readonly number[] };
type Winner = WithRows<RuleTally['winners'][number]>;
type Loser = WithRows<RuleTally['losers'][number]>;

const MOST_SHOWN = 10;

/** Without how many of the best winners the return is shown again. */
const LEFT_OUT = [1, 3, 10] as const;

export interface RaceSum {
  readonly racedate: string;
  readonly racekey: string;
  /** Yen; races without a stake are not added. */
  readonly stake: number;
  readonly returned: number;
  /** Rows of the runners that were bet on; one may be there for several bets. */
  readonly rows: readonly number[];
}

export class DecidingRaces {
  readonly #days: { racedate: string; stake: number; returned: number }[] = [];
  #winners: Winner[] = [];
  #losers: Loser[] = [];
  #returned = 0;
  /** Races of the last day, which come course after course. */
  #ofDay: RaceSum[] = [];
  #running: { races: number; from: string; to: string } | undefined;
  #longest: { races: number; from: string; to: string } | undefined;

  won(winner: Winner): void {
    this.#winners.push(winner);
    if (this.#winners.length > 40 * MOST_SHOWN) this.#winners = best(this.#winners);
  }

  /** Races day after day, those of a day in any order. */
  add(race: RaceSum): void {
    const { racedate, stake, returned } = race;
    this.#returned += returned;
    const day = this.#days.at(-1);
    if (day?.racedate === racedate) {
      day.stake += stake;
      day.returned += returned;
    } else {
      this.#endDay();
      this.#days.push({ racedate, stake, returned });
    }
    this.#ofDay.push(race);
  }

  #endDay(): void {
    for (const race of this.#ofDay.toSorted(byTime)) this.#follow(race);
    this.#ofDay = [];
  }

  /** Races in the order in which they were run. */
  #follow({ racedate, racekey, stake, returned, rows }: RaceSum): void {
    if (returned < stake) {
      this.#losers.push({ racedate, racekey, stake, returned, rows });
      if (this.#losers.length > 40 * MOST_SHOWN) this.#losers = worst(this.#losers);
    }
    if (returned > 0) {
      this.#running = undefined;
      return;
    }
    this.#running ??= { races: 0, from: racedate, to: racedate };
    this.#running.races += 1;
    this.#running.to = racedate;
    if (this.#running.races > (this.#longest?.races ?? 0)) this.#longest = { ...this.#running };
  }

  /** `numberOf`: the number of the runner of a row. Their names are not known here. */
  found(
    numberOf: (row: number) => number,
  ): Pick<RuleTally, 'days' | 'winners' | 'losers' | 'without' | 'losing'> {
    this.#endDay();
    const winners = best(this.#winners);
    const told = <T extends { readonly rows: readonly number[] }>({ rows, ...race }: T) => ({
      ...race,
      runners: [...new Set(rows)].map((row) => ({
        number: numberOf(row),
        horse_name: null,
        horse_id: null,
      })),
    });
    return {
      days: this.#days,
      winners: winners.map(told),
      losers: worst(this.#losers).map(told),
      without: LEFT_OUT.filter((count) => count <= winners.length).map((count) => ({
        winners: count,
        returned: this.#returned - winners.slice(0, count).reduce((sum, each) => sum + each.returned, 0),
      })),
      ...(this.#longest === undefined ? {} : { losing: this.#longest }),
    };
  }
}

const newestFirst = (a: Loser | Winner, b: Loser | Winner): number => byTime(b, a);

const best = (winners: readonly Winner[]): Winner[] =>
  winners.toSorted((a, b) => b.returned - a.returned || newestFirst(a, b)).slice(0, MOST_SHOWN);

const worst = (losers: readonly Loser[]): Loser[] =>
  losers.toSorted((a, b) => lossOf(b) - lossOf(a) || newestFirst(a, b)).slice(0, MOST_SHOWN);

const lossOf = ({ stake, returned }: Loser): number => stake - returned;
