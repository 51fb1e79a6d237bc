// The bets of a rule on one race: which runners each takes, how many combinations that makes, and what they returned.
// Only the payoff tables say what was paid (specification, section 4.3.2); shared/betting/settle.ts settles single bets by
// the same rules.

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
  /** What it returned is not known: payoffs, brackets or a result that it needs are not stored, or cannot be read. */
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
  if (all === undefined || settled === undefined) return { is: 'unsettled' };
  const fateOf = fates(columns, stateOf, settled);
  if (!settled.isPaid) {
    if (!isVoid(race, settled, fateOf)) return { is: 'unsettled' };
    const back = (row: number, refunded: number): Settled => ({ row, combinations: 0, won: [], refunded });
    const selections =
      bet.form === 'each' ? taken.map((row) => back(row, 1)) : [back(taken[0] ?? race.from, all)];
    return { is: 'settled', selections };
  }
  const paid = settled.paidOf(bet.bet);
  if (paid === undefined) return { is: 'unsettled' };
  if (paid.length === 0) return { is: 'notSold' };
  if (betOf(bet.bet).brackets) return settleBrackets(bet, all, taken, race, columns, fateOf, paid);
  const each = bet.form === 'each' ? taken.map((row) => [row]) : [taken];
  const selections: Settled[] = [];
  for (const rows of each) {
    const selection = settleHorses(bet, rows, race, columns, fateOf, paid);
    if (selection === undefined) return { is: 'unsettled' };
    selections.push(selection);
  }
  return { is: 'settled', selections };
}

/**
 * What became of a runner. `out`: it took no part by its result, but the record does not refund it; `doubtful`: it has no
 * result, and the record has no room for a further refund.
 */
type Fate = 'ran' | 'refunded' | 'out' | 'doubtful';

/** Without a result a runner ran unless it was refunded: the record has all refunds that it has room for. */
function fates(
  { number }: RunnerColumns,
  stateOf: (row: number) => RunState,
  { refunded, mayRefundMore }: SettledRace,
): (row: number) => Fate {
  return (row) => {
    if (refunded.has(quantityOf(number, row))) return 'refunded';
    const state = stateOf(row);
    if (state === 'out') return 'out';
    return state === 'unknown' && mayRefundMore ? 'doubtful' : 'ran';
  };
}

/**
 * Of a race without payoffs, whether it refunds all its horses, as far as the record has room (specification, section 2.2).
 * A horse that ran and is not refunded tells that the payoffs are still to come.
 */
function isVoid(
  { from, to }: RuleRace,
  { mayRefundMore }: SettledRace,
  fateOf: (row: number) => Fate,
): boolean {
  for (let row = from; row < to; row += 1) {
    const fate = fateOf(row);
    if (fate === 'ran' || (fate !== 'refunded' && !mayRefundMore)) return false;
  }
  return true;
}

const orderOf = ({ bet }: RuleBet, rows: readonly number[], columns: RunnerColumns): readonly number[] =>
  rows.map((row) => quantityOf(betOf(bet).brackets ? columns.bracket : columns.number, row));

/** Undefined if it is not known, because a bracket is not stored. */
function combinationsOf(rule: RuleBet, rows: readonly number[], columns: RunnerColumns): number | undefined {
  const { bet, form } = rule;
  const order = orderOf(rule, rows, columns);
  if (!betOf(bet).brackets) return countCombinations({ bet, form, order });
  const pairs = bracketPairs({ form, order });
  return pairs.length > 0 && order.some(Number.isNaN) ? undefined : pairs.length;
}

/** One or several horses; undefined if it is not known whether a combination that was not paid was given back. */
function settleHorses(
  { bet, form }: RuleBet,
  rows: readonly number[],
  race: RuleRace,
  { number }: RunnerColumns,
  fateOf: (row: number) => Fate,
  paid: readonly Paid[],
): Settled | undefined {
  const made = { bet, form, order: rows.map((row) => quantityOf(number, row)) };
  const won = paid.filter(({ numbers }) => isMade(made, numbers));
  const all = countCombinations(made);
  const row = rows[0] ?? race.from;
  if (rows.every((each) => fateOf(each) === 'ran')) return { row, combinations: all, won, refunded: 0 };
  const numbersOf = (fate: Fate): readonly number[] =>
    rows.filter((each) => fateOf(each) === fate).map((each) => quantityOf(number, each));
  const [refunded, out, doubtful] = [numbersOf('refunded'), numbersOf('out'), numbersOf('doubtful')];
  const withOne = (list: readonly Paid[], horses: readonly number[]): readonly Paid[] =>
    list.filter(({ numbers }) => numbers.some((each) => horses.includes(each)));
  const without = (...horses: readonly number[]): number => countCombinations(made, new Set(horses));
  // Stakes that were given back win nothing.
  const kept = won.filter(({ numbers }) => !numbers.some((each) => refunded.includes(each)));
  const open = without(...refunded) - without(...refunded, ...doubtful) - withOne(kept, doubtful).length;
  if (open > 0) return undefined;
  // What the record paid has won, even if a result says that a horse took no part, or nothing does.
  const lost = [...out, ...doubtful];
  const combinations = without(...refunded, ...lost) + withOne(kept, lost).length;
  return { row, combinations, won: kept, refunded: all - combinations };
}

/** `all`: the pairs of the rows, those given back included. */
function settleBrackets(
  rule: RuleBet,
  all: number,
  rows: readonly number[],
  race: RuleRace,
  columns: RunnerColumns,
  fateOf: (row: number) => Fate,
  paid: readonly Paid[],
): BetOutcome {
  const made = { bet: rule.bet, form: rule.form, order: orderOf(rule, rows, columns) };
  const standing = standingOf(race, columns, fateOf);
  const pairs = bracketPairs(made);
  // What the record paid has won, unless it gave the stake back.
  const won = paid.filter(({ numbers }) => standing(numbers) !== 'refunded' && isMade(made, numbers));
  const wonAs = (fate: Fate): number => won.filter(({ numbers }) => standing(numbers) === fate).length;
  const open = pairs.filter((pair) => standing(pair) === 'doubtful').length - wonAs('doubtful');
  if (open > 0) return { is: 'unsettled' };
  const against = wonAs('out') + wonAs('doubtful');
  const combinations = pairs.filter((pair) => standing(pair) === 'ran').length + against;
  const selection = { row: rows[0] ?? race.from, combinations, won, refunded: all - combinations };
  return { is: 'settled', selections: [selection] };
}

/** What became of a pair of brackets: it stands as long as a horse of each is left, of one bracket two. */
function standingOf(
  { from, to }: RuleRace,
  { bracket }: RunnerColumns,
  fateOf: (row: number) => Fate,
): (pair: readonly number[]) => Fate {
  const horses = new Map<number, Fate[]>();
  for (let row = from; row < to; row += 1) {
    const own = horses.get(quantityOf(bracket, row));
    if (own === undefined) horses.set(quantityOf(bracket, row), [fateOf(row)]);
    else own.push(fateOf(row));
  }
  const ofBracket = (of: number, least: number): Fate => {
    const left = (horses.get(of) ?? []).filter((fate) => fate !== 'refunded');
    if (left.length < least) return 'refunded';
    const running = left.filter((fate) => fate === 'ran').length;
    if (running >= least) return 'ran';
    return running + left.filter((fate) => fate === 'doubtful').length >= least ? 'doubtful' : 'out';
  };
  return ([one = 0, other = 0]) => {
    const found = one === other ? [ofBracket(one, 2)] : [ofBracket(one, 1), ofBracket(other, 1)];
    return (['refunded', 'doubtful', 'out'] as const).find((fate) => found.includes(fate)) ?? 'ran';
  };
}
