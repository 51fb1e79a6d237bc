// What a single bet returned: hit, miss, refunded, or why that is not known. Pure; payoffs are the only authority
// (specification, section 4.3.2).

import { betOf, readCombination, writeCombination, type BetName } from '#shared/catalogue/bets.ts';
import type { OutcomeRunner, RaceOutcome } from '#shared/betting/outcome.ts';

/** One combination of one bet. */
export interface BetCombination {
  readonly bet: BetName;
  /** As `readCombination` reads it; the order of the numbers counts only where that of the finish does. */
  readonly combination: string;
}

/** Why it is not known what a bet returned. */
export type UnsettledReason =
  /** The record has no payoffs yet. */
  | 'no_payoffs'
  /** The record names the combination, but no readable amount. */
  | 'amount_unreadable'
  /** The record paid a combination of this bet that cannot be read. */
  | 'payoff_unreadable'
  /** The record both paid the combination and refunded one of its horses. */
  | 'paid_and_refunded'
  /** A horse did not start according to the results, but the record does not refund it. */
  | 'not_started'
  /** All slots for refunds are used, and no result says whether the horses started. */
  | 'more_refunds'
  /** The program has fewer runners than this number, and neither card nor result is stored. */
  | 'number_unchecked'
  /** Horses were refunded, and the brackets are not stored. */
  | 'brackets_unknown';

/** Why there is no such bet. */
export type ImpossibleReason =
  /** The text is no combination of this bet. */
  | 'no_combination'
  /** The race has no horse or bracket of this number, or only one horse in a bracket that is paired with itself. */
  | 'not_in_race'
  /** The record has payoffs, but none of this bet: it was not sold, or all its stakes were given back. */
  | 'not_paid_out';

export type Settlement =
  /** `yen`: per 100 yen. */
  | { readonly kind: 'hit'; readonly yen: number }
  | { readonly kind: 'miss' }
  | { readonly kind: 'refunded' }
  | { readonly kind: 'unsettled'; readonly reason: UnsettledReason }
  | { readonly kind: 'impossible'; readonly reason: ImpossibleReason };

const MISS = { kind: 'miss' } as const;
const REFUNDED = { kind: 'refunded' } as const;

const unsettled = (reason: UnsettledReason): Settlement => ({ kind: 'unsettled', reason });
const impossible = (reason: ImpossibleReason): Settlement => ({ kind: 'impossible', reason });

/** What a combination returned in a race. */
export function settle({ bet, combination }: BetCombination, outcome: RaceOutcome): Settlement {
  const numbers = readCombination(bet, combination);
  return numbers === undefined ? impossible('no_combination') : settleNumbers(bet, numbers, outcome);
}

/** Like `settle`, for numbers that are a combination of the bet. */
export function settleNumbers(bet: BetName, numbers: readonly number[], outcome: RaceOutcome): Settlement {
  if (outcome.state === 'void') return isIn(bet, numbers, outcome) ? REFUNDED : impossible('not_in_race');
  const { brackets } = betOf(bet);
  const returned = brackets ? returnedBrackets(numbers, outcome) : returnedHorses(numbers, outcome);
  const written = writeCombination(bet, numbers);
  const paid = outcome.payoffs.get(bet);
  if (paid?.has(written) === true) {
    if (returned === true) return unsettled('paid_and_refunded');
    const yen = paid.get(written);
    return yen === undefined ? unsettled('amount_unreadable') : { kind: 'hit', yen };
  }
  if (!isIn(bet, numbers, outcome)) return impossible('not_in_race');
  if (returned === true) return REFUNDED;
  if (outcome.state === 'unsettled') return unsettled('no_payoffs');
  if (outcome.unreadable.has(bet)) return unsettled('payoff_unreadable');
  if (paid === undefined) return impossible('not_paid_out');
  if (returned !== false) return unsettled(returned);
  return isBeyondField(bet, numbers, outcome) ? unsettled('number_unchecked') : MISS;
}

/** Whether the race has these numbers, as far as its runners are known. */
function isIn(bet: BetName, numbers: readonly number[], { runners, refunded }: RaceOutcome): boolean {
  if (runners === undefined || runners.size === 0) return true;
  if (!betOf(bet).brackets) return numbers.every((horse) => runners.has(horse) || refunded.has(horse));
  const drawn = [...runners.values()].map(({ bracket }) => bracket);
  if (drawn.includes(undefined)) return true;
  return numbers.every(
    (bracket) =>
      drawn.filter((each) => each === bracket).length >= numbers.filter((each) => each === bracket).length,
  );
}

/** Numbers are drawn before horses are withdrawn, so the last number may be higher than that of the starters. */
function isBeyondField(
  bet: BetName,
  numbers: readonly number[],
  { runners, starters, refunded }: RaceOutcome,
): boolean {
  if (runners !== undefined || starters === undefined || starters === 0 || betOf(bet).brackets) return false;
  return Math.max(...numbers) > starters + refunded.size;
}

/** Whether the stakes on something were given back, or why that is not known. */
type Returned = boolean | UnsettledReason;

function returnedHorse(horse: number, outcome: RaceOutcome): Returned {
  if (outcome.refunded.has(horse)) return true;
  const hasStarted = outcome.runners?.get(horse)?.hasStarted;
  if (hasStarted === false) return 'not_started';
  return outcome.mayRefundMore && hasStarted === undefined ? 'more_refunds' : false;
}

/** One withdrawn horse is enough to give a stake back. */
function returnedHorses(horses: readonly number[], outcome: RaceOutcome): Returned {
  const each = horses.map((horse) => returnedHorse(horse, outcome));
  return each.includes(true) || (each.find((one) => one !== false) ?? false);
}

/**
 * A bracket stays in the race as long as one of its horses does; paired with itself it needs two. This is the rule of
 * the pools: the specification only lists the refunded horses.
 */
function returnedBrackets(brackets: readonly number[], outcome: RaceOutcome): Returned {
  const { runners, refunded, mayRefundMore } = outcome;
  const known = [...(runners ?? [])];
  const isDrawKnown = known.length > 0 && known.every(([, { bracket }]) => bracket !== undefined);
  if (!isDrawKnown) {
    const isWhole = refunded.size === 0 && known.every(([, { hasStarted }]) => hasStarted !== false);
    return isWhole && !mayRefundMore ? false : 'brackets_unknown';
  }
  const needed = new Map<number, number>();
  for (const bracket of brackets) needed.set(bracket, (needed.get(bracket) ?? 0) + 1);
  const each = [...needed].map(([bracket, least]) =>
    returnedBracket(membersOf(known, bracket), least, outcome),
  );
  return each.includes(true) || (each.find((one) => one !== false) ?? false);
}

const membersOf = (
  runners: readonly (readonly [number, OutcomeRunner])[],
  bracket: number,
): readonly number[] => runners.filter(([, runner]) => runner.bracket === bracket).map(([horse]) => horse);

/** `least`: how many horses of the bracket have to run. */
function returnedBracket(horses: readonly number[], least: number, outcome: RaceOutcome): Returned {
  // It never had as many: such a bet is not sold, so nothing is given back.
  if (horses.length < least) return false;
  const left = horses.map((horse) => returnedHorse(horse, outcome)).filter((one) => one !== true);
  if (left.length < least) return true;
  const running = left.filter((one) => one === false).length;
  return running >= least ? false : (left.find((one) => one !== false) ?? true);
}
