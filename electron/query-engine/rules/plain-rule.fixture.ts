// What a rule returns, by plain loops over every combination: what the engine is tested against.

import { betOf, BETS, type BetName } from '#shared/catalogue/bets.ts';
import type { RuleBet } from '#shared/rules/rule.ts';

export interface PlainRunner {
  readonly racedate: string;
  readonly racekey: string;
  readonly number: number;
  readonly bracket: number;
  readonly value: number | null;
  readonly isPicked: boolean;
  /** Whether it ran, was scratched, or has no result. */
  readonly state: 'ran' | 'out' | 'unknown';
}

export interface PlainPayoff {
  readonly racekey: string;
  readonly bet: BetName;
  readonly numbers: readonly number[];
  readonly yen: number;
}

export interface PlainSum {
  races: number;
  bets: number;
  hits: number;
  returned: number;
  refunded: number;
  unsettled: number;
}

/** Every way to choose so many of the list, in every order. */
function arrangements<T>(list: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return list.flatMap((first, at) =>
    arrangements([...list.slice(0, at), ...list.slice(at + 1)], count - 1).map((rest) => [first, ...rest]),
  );
}

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

/** The distinct combinations of runners that a bet makes; each as the runners in order. */
export function plainCombinations(bet: RuleBet, taken: readonly PlainRunner[]): PlainRunner[][] {
  const { numbers, ordered, brackets } = betOf(bet.bet);
  const all =
    bet.form === 'straight'
      ? taken.length < numbers
        ? []
        : [taken.slice(0, numbers)]
      : arrangements(taken, numbers);
  const wanted = all.filter(
    ([first, ...rest]) =>
      bet.form !== 'axis' || first === taken[0] || (!ordered && rest.some((each) => each === taken[0])),
  );
  const textOf = (runners: readonly PlainRunner[]): string => {
    const parts = runners.map(({ number, bracket }) => (brackets ? bracket : number));
    return (ordered ? parts : sorted(parts)).join('-');
  };
  return [...new Map(wanted.map((runners) => [textOf(runners), [...runners]])).values()];
}

/** The runners that a bet takes of a race, in its order. */
export function plainlyTaken(bet: RuleBet, field: readonly PlainRunner[]): PlainRunner[] {
  let order = field.filter(({ isPicked }) => isPicked).toSorted((a, b) => a.number - b.number);
  const { by } = bet;
  if (by !== undefined)
    order = order
      .filter(({ value }) => value !== null)
      .toSorted((a, b) => (by.order === 'highest' ? -1 : 1) * ((a.value ?? 0) - (b.value ?? 0)));
  return order.slice(0, bet.form === 'straight' ? betOf(bet.bet).numbers : (bet.take ?? order.length));
}

export function plainRule(
  runners: readonly PlainRunner[],
  payoffs: readonly PlainPayoff[],
  refunds: ReadonlyMap<string, readonly number[]>,
  settled: ReadonlySet<string>,
  bet: RuleBet,
): PlainSum {
  const sum: PlainSum = { races: 0, bets: 0, hits: 0, returned: 0, refunded: 0, unsettled: 0 };
  const { ordered, brackets } = betOf(bet.bet);
  for (const [racekey, field] of Map.groupBy(runners, (each) => each.racekey)) {
    const taken = plainlyTaken(bet, field);
    const combinations = plainCombinations(bet, taken);
    if (combinations.length === 0) continue;
    const isRefunded = (each: PlainRunner): boolean => (refunds.get(racekey) ?? []).includes(each.number);
    const isLost = (each: PlainRunner): boolean => each.state === 'out' || isRefunded(each);
    if (!settled.has(racekey)) {
      sum.unsettled += 1;
      continue;
    }
    const paid = payoffs.filter((each) => each.racekey === racekey && each.bet === bet.bet);
    if (paid.length === 0) continue;
    let staked = 0;
    for (const combination of combinations) {
      const groups = brackets
        ? [...new Set(combination.map(({ bracket }) => bracket))].map((bracket) => ({
            horses: field.filter((each) => each.bracket === bracket),
            needed: combination.filter((each) => each.bracket === bracket).length,
          }))
        : combination.map((each) => ({ horses: [each], needed: 1 }));
      const short = groups.filter(
        ({ horses, needed }) => horses.filter((each) => !isLost(each)).length < needed,
      );
      const parts = combination.map((each) => (brackets ? each.bracket : each.number));
      const won = paid.filter(({ numbers: winning }) =>
        ordered ? parts.join() === winning.join() : sorted(parts).join() === sorted(winning).join(),
      );
      // The record has the last word: it gives back what it refunds, and pays what it pays.
      const isGivenBack = groups.some(
        ({ horses, needed }) => horses.filter((each) => !isRefunded(each)).length < needed,
      );
      if (isGivenBack || (short.length > 0 && won.length === 0)) {
        sum.refunded += bet.stake;
        continue;
      }
      staked += 1;
      for (const { yen } of won) {
        sum.hits += 1;
        sum.returned += (yen * bet.stake) / 100;
      }
    }
    sum.bets += staked;
    if (staked > 0) sum.races += 1;
  }
  return sum;
}

export const BET_TYPES = BETS.map(({ name }) => name);
