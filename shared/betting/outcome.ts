// What the payoff record of a race says about bets, the only authority on returns (specification, sections 2.2 and 4.3.2).

import {
  payoffsOf,
  readCombination,
  REFUND_SLOTS,
  refundsOf,
  writeCombination,
  type BetName,
} from '#shared/catalogue/bets.ts';
import { readNumber } from '#shared/catalogue/reading.ts';

/** A horse of the race, as far as entries (section 2.5) and results (section 2.8) are stored. */
export interface OutcomeRunner {
  /** 1 to 8; undefined without an entry. */
  readonly bracket?: number | undefined;
  /** Whether it took part; undefined without a result. */
  readonly hasStarted?: boolean | undefined;
}

export interface RaceOutcome {
  readonly racekey: string;
  /** YYYYMMDD; empty if the record does not say. */
  readonly racedate: string;
  /**
   * `final`: the record has payoffs. `void`: it has none, but refunds the whole race, and no horse ran that it does not
   * refund. `unsettled`: it has neither, or there is no record.
   */
  readonly state: 'final' | 'unsettled' | 'void';
  /**
   * Yen per 100 yen by winning combination, in the form of `writeCombination`. Undefined where the record names the
   * combination without a readable amount.
   */
  readonly payoffs: ReadonlyMap<BetName, ReadonlyMap<string, number | undefined>>;
  /** Bets that paid a combination that cannot be read: who lost is not known. */
  readonly unreadable: ReadonlySet<BetName>;
  /** Numbers of the horses whose stakes were given back. */
  readonly refunded: ReadonlySet<number>;
  /** Whether every slot for refunds is used: there may be more of them than the record has room for. */
  readonly mayRefundMore: boolean;
  /** Every horse of the race by its number; undefined if they are not stored. */
  readonly runners: ReadonlyMap<number, OutcomeRunner> | undefined;
  /** How many horses started by the program (section 2.3); undefined if it is not stored. */
  readonly starters: number | undefined;
}

/**
 * The outcome of a race by its payoff record (t_hj or d_hj); `runners` and `starters` are needed for checks of
 * numbers and brackets.
 */
export function outcomeOf(
  record: Readonly<Record<string, unknown>>,
  runners?: ReadonlyMap<number, OutcomeRunner>,
  starters?: number,
): RaceOutcome {
  const { payoffs, unreadable } = paidIn(record);
  const refunded = new Set(refundsOf(record));
  const mayRefundMore = refunded.size >= REFUND_SLOTS;
  return {
    racekey: textIn(record['racekey']),
    racedate: textIn(record['racedate']),
    state: stateOf(),
    payoffs,
    unreadable,
    refunded,
    mayRefundMore,
    runners,
    starters,
  };

  function stateOf(): RaceOutcome['state'] {
    if (payoffs.size > 0 || unreadable.size > 0) return 'final';
    // A void race refunds every horse (section 2.2), of which the record has room for five. Fewer refunds than that, or any
    // number beside a horse that ran, are withdrawals that were known before the payoffs.
    const kept = [...(runners ?? [])].filter(([number]) => !refunded.has(number));
    const isWhole = runners !== undefined && runners.size > 0 && kept.length === 0;
    const mayBeWhole = mayRefundMore && kept.every(([, { hasStarted }]) => hasStarted !== true);
    return isWhole || mayBeWhole ? 'void' : 'unsettled';
  }
}

/** A race without a payoff record. */
export const unknownOutcome = (racekey: string, racedate = ''): RaceOutcome => ({
  racekey,
  racedate,
  state: 'unsettled',
  payoffs: new Map(),
  unreadable: new Set(),
  refunded: new Set(),
  mayRefundMore: false,
  runners: undefined,
  starters: undefined,
});

function paidIn(record: Readonly<Record<string, unknown>>): Pick<RaceOutcome, 'payoffs' | 'unreadable'> {
  const payoffs = new Map<BetName, Map<string, number | undefined>>();
  const unreadable = new Set<BetName>();
  for (const { bet, combination, payoff } of payoffsOf(record)) {
    const numbers = readCombination(bet, combination);
    if (numbers === undefined) {
      unreadable.add(bet);
      continue;
    }
    const written = writeCombination(bet, numbers);
    const amount = readNumber(payoff);
    const yen = amount !== undefined && amount > 0 ? amount : undefined;
    const paid = payoffs.get(bet) ?? new Map<string, number | undefined>();
    // Two different amounts for one combination contradict each other.
    paid.set(written, paid.has(written) && paid.get(written) !== yen ? undefined : yen);
    payoffs.set(bet, paid);
  }
  return { payoffs, unreadable };
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
