// What was paid in the races of a period, as a rule needs it: one text, which crosses to the worker as it is. A race is read
// when its bets are settled, because most rules bet on few races.

import {
  BET_NAMES,
  readCombination,
  REFUND_SLOTS,
  writeCombination,
  type BetName,
} from '#shared/catalogue/bets.ts';
import { readNumber } from '#shared/catalogue/reading.ts';

/**
 * Every race of which payoffs or refunds are stored: its key, its refunded numbers (two digits each), and the payoffs of
 * the wanted bets. Without the last part it has no payoffs at all.
 */
export type Settlement = string;

/**
 * What stands between two races, the parts of a race, two payoffs, and the parts of a payoff (code of the bet, combination
 * and amount as delivered). No combination and no amount that can be read contains them.
 */
export const APART = { races: '\u001c', partsOfRace: '\u001d', payoffs: '\u001e', partsOfPayoff: '\u001f' };

export const codeOfBet = (bet: BetName): string => String(BET_NAMES.indexOf(bet));

export const raceKeyOf = (racedate: string, racekey: string): string => `${racedate} ${racekey}`;

export interface Paid {
  /** As delivered. */
  readonly combination: string;
  readonly numbers: readonly number[];
  /** For 100 yen. */
  readonly yen: number;
}

export interface SettledRace {
  readonly refunded: ReadonlySet<number>;
  /** Whether every slot for refunds is used: there may be more of them than the record has room for. */
  readonly mayRefundMore: boolean;
  /** Whether any bet was paid. */
  readonly isPaid: boolean;
  /** What a bet paid, each combination once; undefined if that cannot be read, or contradicts itself. */
  readonly paidOf: (bet: BetName) => readonly Paid[] | undefined;
}

/** Answers what was paid in a race; undefined if nothing is stored of it. */
export function settledRaces(settlement: Settlement): (key: string) => SettledRace | undefined {
  const races = new Map<string, string>();
  if (settlement !== '')
    for (const race of settlement.split(APART.races)) {
      const end = race.indexOf(APART.partsOfRace);
      races.set(race.slice(0, end), race.slice(end + 1));
    }
  const read = new PayoffReader();
  return (key) => {
    const text = races.get(key);
    if (text === undefined) return undefined;
    const [refunds = '', paid] = text.split(APART.partsOfRace);
    const refunded = refundedIn(refunds);
    const payoffs = paid === undefined || paid === '' ? [] : paid.split(APART.payoffs);
    return {
      refunded,
      mayRefundMore: refunded.size >= REFUND_SLOTS,
      isPaid: paid !== undefined,
      paidOf: (bet) => read.paidIn(payoffs, bet),
    };
  };
}

/** The same combinations win again and again, so each is read once. */
class PayoffReader {
  readonly #combinations = new Map<
    string,
    { readonly numbers: readonly number[]; readonly written: string } | undefined
  >();

  paidIn(payoffs: readonly string[], bet: BetName): readonly Paid[] | undefined {
    const code = codeOfBet(bet);
    const found = new Map<string, Paid>();
    for (const payoff of payoffs) {
      if (!payoff.startsWith(code)) continue;
      const end = payoff.lastIndexOf(APART.partsOfPayoff);
      const combination = payoff.slice(code.length + 1, end);
      const read = this.#read(bet, code, combination);
      const yen = readNumber(payoff.slice(end + 1));
      if (read === undefined || yen === undefined || yen <= 0) return undefined;
      const known = found.get(read.written);
      if (known === undefined) found.set(read.written, { combination, numbers: read.numbers, yen });
      else if (known.yen !== yen) return undefined;
    }
    return [...found.values()];
  }

  #read(bet: BetName, code: string, combination: string) {
    const key = code + combination;
    if (this.#combinations.has(key)) return this.#combinations.get(key);
    const numbers = readCombination(bet, combination);
    const read = numbers && { numbers, written: writeCombination(bet, numbers) };
    this.#combinations.set(key, read);
    return read;
  }
}

const NONE: ReadonlySet<number> = new Set();

function refundedIn(text: string): ReadonlySet<number> {
  if (text === '') return NONE;
  const numbers = new Set<number>();
  for (let at = 0; at + 1 < text.length; at += 2) numbers.add(Number(text.slice(at, at + 2)));
  return numbers;
}
