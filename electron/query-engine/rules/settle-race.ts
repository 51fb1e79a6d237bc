// The bets of a rule on one race: which runners each takes, how many combinations that makes, and what they returned.
// Only the payoff tables say what was paid (specification, section 4.3.2).

import { betOf } from '#shared/catalogue/bets.ts';
import { bracketPairs, countCombinations, isMade } from '#shared/rules/combinations.ts';
import type { RuleBet } from '#shared/rules/rule.ts';
import type { CodedColumn } from '../coded-column.ts';
import { quantityOf, type RuleRace, type RunnerColumns, type RunState } from './rule-races.ts';
import type { Paid, SettledRace } from './settlement.ts';

/** One selection of a bet on a race: with `each` one runner, otherwise all that it takes. */
export interface Settled {
  /** The row of its first runner. */
  readonly row: number;
  /** Combinations with a stake, and those of them that won. */
  readonly combinations: number;
  readonly won: readonly Paid[];
  /** Combinations whose stake was given back. */
  readonly refunded: number;
}

export type BetOutcome =
  | { readonly is: 'settled'; readonly selections: readonly Settled[] }
  /** The payoffs or the result of a taken runner are not stored. */
  | { readonly is: 'unsettled' }
  /** The payoffs are stored, and have none of this bet. */
  | { readonly is: 'notSold' };

/** The rows that a bet takes of the picks, in its order; those without a value of the ordering column are left out. */
export function takenBy(
  { form, bet, take }: RuleBet,
  { column, order }: { readonly column?: CodedColumn | undefined; readonly order?: 'highest' | 'lowest' },
  picks: readonly number[],
): readonly number[] {
  const most = form === 'straight' ? betOf(bet).numbers : (take ?? picks.length);
  if (column === undefined) return picks.slice(0, most);
  const sign = order === 'lowest' ? 1 : -1;
  return picks
    .map((row) => ({ row, value: quantityOf(column, row) }))
    .filter(({ value }) => !Number.isNaN(value))
    .toSorted((a, b) => sign * (a.value - b.value) || a.row - b.row)
    .slice(0, most)
    .map(({ row }) => row);
}

/** Settles the taken rows; undefined if they are too few for one combination. */
export function settleBet(
  bet: RuleBet,
  taken: readonly number[],
  race: RuleRace,
  columns: RunnerColumns,
  stateOf: (row: number) => RunState,
  settled: SettledRace | undefined,
): BetOutcome | undefined {
  const all = combinationsOf(bet, taken, columns);
  if (all === 0) return undefined;
  if (settled === undefined) return { is: 'unsettled' };
  const isLost = (row: number): boolean =>
    stateOf(row) === 'out' || settled.refunded.has(quantityOf(columns.number, row));
  if (taken.some((row) => stateOf(row) === 'unknown' && !isLost(row))) return { is: 'unsettled' };
  const paid = settled.paid.filter((each) => each.bet === bet.bet);
  if (paid.length === 0) return { is: 'notSold' };
  // An amount that cannot be read says only that something was paid.
  if (paid.some(({ yen }) => Number.isNaN(yen))) return { is: 'unsettled' };
  const selections =
    bet.form === 'each'
      ? taken.map((row) => settleOne(row, columns, isLost, paid))
      : [settleTogether(bet, all, taken, race, columns, isLost, paid)];
  return { is: 'settled', selections };
}

const orderOf = ({ bet }: RuleBet, rows: readonly number[], columns: RunnerColumns): readonly number[] =>
  rows.map((row) => quantityOf(betOf(bet).brackets ? columns.bracket : columns.number, row));

function combinationsOf(rule: RuleBet, rows: readonly number[], columns: RunnerColumns): number {
  const { bet, form } = rule;
  const order = orderOf(rule, rows, columns);
  if (order.some(Number.isNaN)) return 0;
  return betOf(bet).brackets ? bracketPairs({ form, order }).length : countCombinations({ bet, form, order });
}

/** A bet on one runner. */
function settleOne(
  row: number,
  { number }: RunnerColumns,
  isLost: (row: number) => boolean,
  paid: readonly Paid[],
): Settled {
  if (isLost(row)) return { row, combinations: 0, won: [], refunded: 1 };
  const wanted = quantityOf(number, row);
  return { row, combinations: 1, won: paid.filter(({ numbers }) => numbers[0] === wanted), refunded: 0 };
}

/** `all`: the combinations of the rows, those given back included. */
function settleTogether(
  rule: RuleBet,
  all: number,
  rows: readonly number[],
  race: RuleRace,
  columns: RunnerColumns,
  isLost: (row: number) => boolean,
  paid: readonly Paid[],
): Settled {
  const { bet, form } = rule;
  const made = { bet, form, order: orderOf(rule, rows, columns) };
  const row = rows[0] ?? race.from;
  const isHit = ({ numbers }: Paid): boolean => isMade(made, numbers);
  if (betOf(bet).brackets) {
    const stands = standingPairs(race, columns, isLost);
    const combinations = bracketPairs(made).filter(stands).length;
    // Stakes that were given back win nothing.
    const won = paid.filter((each) => stands(each.numbers) && isHit(each));
    return { row, combinations, won, refunded: all - combinations };
  }
  const lost = new Set(rows.filter(isLost).map((each) => quantityOf(columns.number, each)));
  const combinations = countCombinations(made, lost);
  const won = paid.filter((each) => !each.numbers.some((number) => lost.has(number)) && isHit(each));
  return { row, combinations, won, refunded: all - combinations };
}

/** Whether a pair of brackets stands: a horse of each must be left, of one bracket two. */
function standingPairs(
  { from, to }: RuleRace,
  { bracket }: RunnerColumns,
  isLost: (row: number) => boolean,
): (pair: readonly number[]) => boolean {
  const left = new Map<number, number>();
  for (let row = from; row < to; row += 1) {
    const of = quantityOf(bracket, row);
    if (!isLost(row)) left.set(of, (left.get(of) ?? 0) + 1);
  }
  return ([one = 0, other = 0]) =>
    one === other ? (left.get(one) ?? 0) >= 2 : left.has(one) && left.has(other);
}
