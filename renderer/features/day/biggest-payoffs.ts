// The biggest payoffs of a day over all bets, from its payoff records. Pure.

import { payoffsOf, type Payoff } from '#shared/catalogue/bets.ts';
import { readNumber } from '#shared/catalogue/reading.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';

export interface BigPayoff extends Payoff {
  readonly record: RecordValues;
  readonly racekey: string;
  /** Yen for a stake of 100 yen. */
  readonly amount: number;
}

export interface BiggestPayoffs {
  /** The highest first; equal amounts in the order of the records. */
  readonly payoffs: readonly BigPayoff[];
  /** How many races have payoffs: the others are not in yet, or were called off. */
  readonly races: number;
}

export function biggestPayoffs(records: readonly RecordValues[], most: number): BiggestPayoffs {
  const all = records.flatMap((record) => {
    const racekey = record['racekey']?.trim() ?? '';
    return payoffsOf(record).flatMap((payoff) => {
      const amount = readNumber(payoff.payoff);
      return racekey === '' || amount === undefined || amount <= 0
        ? []
        : [{ ...payoff, record, racekey, amount }];
    });
  });
  return {
    payoffs: all.toSorted((a, b) => b.amount - a.amount).slice(0, most),
    races: new Set(all.map(({ racekey }) => racekey)).size,
  };
}
