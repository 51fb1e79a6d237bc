// What was paid in the races of a period, as a rule needs it: plain data, which crosses to the worker.

import { readCombination, type BetName } from '#shared/catalogue/bets.ts';

/** Races by their position in `keys`. */
export interface Settlement {
  /** "racedate racekey" of each race of which payoffs are stored. */
  readonly keys: readonly string[];
  /** Refunded horse numbers of each race, two digits each, or empty. */
  readonly refunds: readonly string[];
  /** The payoffs of the wanted bets: race, bet, combination as delivered, and yen for 100. */
  readonly races: Uint32Array;
  readonly bets: readonly BetName[];
  readonly combinations: readonly string[];
  readonly yen: Float64Array;
}

export const raceKeyOf = (racedate: string, racekey: string): string => `${racedate} ${racekey}`;

export interface Paid {
  readonly bet: BetName;
  readonly combination: string;
  readonly numbers: readonly number[];
  readonly yen: number;
}

export interface SettledRace {
  readonly refunded: ReadonlySet<number>;
  readonly paid: readonly Paid[];
}

/** Answers what was paid in a race; undefined if its payoffs are not stored. */
export function settledRaces(settlement: Settlement): (key: string) => SettledRace | undefined {
  const { keys, refunds, races, bets, combinations, yen } = settlement;
  const places = new Map(keys.map((key, place) => [key, place]));
  const firstOf = new Int32Array(keys.length).fill(-1);
  const nextOf = new Int32Array(races.length).fill(-1);
  // Each race's payoffs as a chain, the last one first.
  for (let at = 0; at < races.length; at += 1) {
    const race = races[at] ?? 0;
    nextOf[at] = firstOf[race] ?? -1;
    firstOf[race] = at;
  }
  return (key) => {
    const place = places.get(key);
    if (place === undefined) return undefined;
    const paid: Paid[] = [];
    for (let at = firstOf[place] ?? -1; at >= 0; at = nextOf[at] ?? -1) {
      const [bet, combination = ''] = [bets[at], combinations[at]];
      const numbers = bet && readCombination(bet, combination);
      if (bet !== undefined && numbers !== undefined)
        paid.push({ bet, combination, numbers, yen: yen[at] ?? 0 });
    }
    return { refunded: refundedIn(refunds[place] ?? ''), paid: paid.toReversed() };
  };
}

function refundedIn(text: string): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (let at = 0; at + 1 < text.length; at += 2) numbers.add(Number(text.slice(at, at + 2)));
  return numbers;
}
