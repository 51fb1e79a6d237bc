// The combinations that a bet of a rule makes of ordered runners: how many there are, and whether one of them won. They
// are counted, not listed: a box of sixteen has 3,360 trifectas. Pure.

import { betOf, type BetName } from '#shared/catalogue/bets.ts';
import type { BetForm } from '#shared/rules/rule.ts';

interface Made {
  readonly bet: BetName;
  readonly form: BetForm;
  /** Horse numbers, or brackets, in the order of the bet; different from each other, except of brackets. */
  readonly order: readonly number[];
}

/** How many combinations it makes; those with one of the `lost` horses are left out. Not for brackets. */
export function countCombinations({ bet, form, order }: Made, lost: ReadonlySet<number> = NONE): number {
  const { numbers, ordered } = betOf(bet);
  const runs = (number: number): boolean => !lost.has(number);
  const left = order.filter(runs).length;
  if (form === 'each') return left;
  if (form === 'straight') return order.length >= numbers && order.slice(0, numbers).every(runs) ? 1 : 0;
  if (form === 'axis') {
    const [first] = order;
    if (first === undefined || !runs(first)) return 0;
    return choices(left - 1, numbers - 1, ordered);
  }
  return choices(left, numbers, ordered);
}

/** Whether the combination, in the order written in the payoff record, is one of them. */
export function isMade({ bet, form, order }: Made, combination: readonly number[]): boolean {
  const { numbers, ordered, brackets } = betOf(bet);
  if (combination.length !== numbers) return false;
  if (brackets) {
    const wanted = pairKey(combination);
    return bracketPairs({ form, order }).some((pair) => pairKey(pair) === wanted);
  }
  if (form === 'straight') {
    const first = order.slice(0, numbers);
    return ordered
      ? first.length === numbers && first.every((number, at) => number === combination[at])
      : combination.every((number) => first.includes(number));
  }
  if (!combination.every((number) => order.includes(number))) return false;
  if (form !== 'axis') return true;
  const [first = 0] = order;
  return ordered ? combination[0] === first : combination.includes(first);
}

const NONE: ReadonlySet<number> = new Set();

/** Ways to choose `count` of `from`; with `ordered`, in every order. */
function choices(from: number, count: number, ordered: boolean): number {
  if (from < count) return 0;
  let ways = 1;
  for (let at = 0; at < count; at += 1) ways *= from - at;
  return ordered ? ways : ways / (count === 3 ? 6 : count);
}

/** The same for a pair in either order. */
const pairKey = ([one = 0, other = 0]: readonly number[]): number =>
  one < other ? one * 100 + other : other * 100 + one;

/**
 * Pairs of brackets, each once: two horses of one bracket make a pair of it with itself. `order`: the bracket of each
 * horse.
 */
export function bracketPairs({ form, order }: Pick<Made, 'form' | 'order'>): readonly (readonly number[])[] {
  const [first, second] = order;
  if (first === undefined || second === undefined) return [];
  if (form === 'straight') return [[first, second]];
  const pairs = new Map<number, readonly number[]>();
  for (const [at, one] of order.entries()) {
    if (form === 'axis' && at > 0) break;
    for (const other of order.slice(at + 1)) {
      const key = pairKey([one, other]);
      if (!pairs.has(key)) pairs.set(key, [one, other]);
    }
  }
  return [...pairs.values()];
}
