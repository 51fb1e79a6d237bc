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
  const selections = bet.form === 'each' ? taken.map((row) => [row]) : [taken];
  if (selections.every((rows) => combinationsOf(bet, rows, columns) === 0)) return undefined;
  if (settled === undefined) return { is: 'unsettled' };
  const isLost = (row: number): boolean =>
    stateOf(row) === 'out' || settled.refunded.has(quantityOf(columns.number, row));
  if (taken.some((row) => stateOf(row) === 'unknown' && !isLost(row))) return { is: 'unsettled' };
  const paid = settled.paid.filter((each) => each.bet === bet.bet);
  if (paid.length === 0) return { is: 'notSold' };
  // An amount that cannot be read says only that something was paid.
  if (paid.some(({ yen }) => Number.isNaN(yen))) return { is: 'unsettled' };
  return {
    is: 'settled',
    selections: selections.map((rows) => settleSelection(bet, rows, race, columns, isLost, paid)),
  };
}

const orderOf = ({ bet }: RuleBet, rows: readonly number[], columns: RunnerColumns): readonly number[] =>
  rows.map((row) => quantityOf(betOf(bet).brackets ? columns.bracket : columns.number, row));

function combinationsOf(rule: RuleBet, rows: readonly number[], columns: RunnerColumns): number {
  const { bet, form } = rule;
  const order = orderOf(rule, rows, columns);
  if (order.some(Number.isNaN)) return 0;
  return betOf(bet).brackets ? bracketPairs({ form, order }).length : countCombinations({ bet, form, order });
}

function settleSelection(
  rule: RuleBet,
  rows: readonly number[],
  race: RuleRace,
  columns: RunnerColumns,
  isLost: (row: number) => boolean,
  paid: readonly Paid[],
): Settled {
  const { bet, form } = rule;
  const made = { bet, form, order: orderOf(rule, rows, columns) };
  const all = combinationsOf(rule, rows, columns);
  const combinations = betOf(bet).brackets
    ? bracketPairs(made).filter((pair) => stands(pair, race, columns, isLost)).length
    : countCombinations(made, new Set(rows.filter(isLost).map((row) => quantityOf(columns.number, row))));
  return {
    row: rows[0] ?? race.from,
    combinations,
    won: paid.filter(({ numbers }) => isMade(made, numbers)),
    refunded: all - combinations,
  };
}

/** A pair of brackets stands as long as a horse of each is left, of one bracket two. */
function stands(
  pair: readonly number[],
  { from, to }: RuleRace,
  { bracket }: RunnerColumns,
  isLost: (row: number) => boolean,
): boolean {
  const left = (wanted: number | undefined): number => {
    let count = 0;
    for (let row = from; row < to; row += 1)
      if (quantityOf(bracket, row) === wanted && !isLost(row)) count += 1;
    return count;
  };
  const [one, other] = pair;
  return one === other ? left(one) >= 2 : left(one) >= 1 && left(other) >= 1;
}
