// Searches combinations: "3" is a part of 3-12; "3-12" and "0312" are the whole of it. As in a cell, the bet says how
// the digits are read: that of the column, or the one beside them in the row. Refunded horses are read without a bet.

import {
  betOf,
  isBetName,
  MOST_HORSES,
  readCombination,
  readRefunded,
  REFUND_GROUP,
  type BetName,
} from '#shared/catalogue/bets.ts';
import type { Column } from '#shared/catalogue/column.ts';

/** The possible readings of raw digits. Two digits without a bet are one horse or two brackets. */
function readingsOf(bet: BetName | undefined, raw: string): readonly (readonly number[])[] {
  if (bet !== undefined) {
    const read = readCombination(bet, raw);
    return read ? [read] : [];
  }
  const digits = raw.trim();
  if (!/^\d{1,6}$/.test(digits)) return [];
  const pairs = (digits.match(/../g) ?? []).map(Number);
  const singles = [...digits].map(Number);
  if (digits.length === 2) return [pairs, singles];
  return digits.length % 2 === 0 ? [pairs] : [singles];
}

const sorted = (numbers: readonly number[]): string => numbers.toSorted((a, b) => a - b).join('-');

/**
 * Tests whether a raw combination contains all typed numbers or, with `whole`, consists of exactly these, in the typed
 * order if it counts for the bet. `beside`: the bet of the row, if the column has none of its own.
 */
export function combinationNamed(
  column: Pick<Column, 'group'>,
  text: string,
  whole: boolean,
): (raw: string, beside?: string | null) => boolean {
  const plain = text.normalize('NFKC').trim();
  const wanted = (plain.match(/\d+/g) ?? []).map(Number);
  const isNumbers = wanted.length > 0 && /^[\d\s→:/・\u2010-\u2015−-]+$/.test(plain);
  const isHorse = wanted.length === 1 && wanted.every((number) => number <= MOST_HORSES);
  const isWanted = (numbers: readonly number[], bet: BetName | undefined): boolean =>
    whole
      ? bet !== undefined && betOf(bet).ordered
        ? numbers.join('-') === wanted.join('-')
        : sorted(numbers) === sorted(wanted)
      : wanted.every((number) => numbers.includes(number));
  return (raw, beside) => {
    const bet = [column.group, beside ?? ''].find(isBetName);
    // Among rows of all bets, 12 is a horse; the brackets 1-2 have the same digits.
    const isRaw = whole || bet === undefined || bet === column.group || !isHorse || !betOf(bet).brackets;
    if (isRaw && raw.trim() === plain) return true;
    const readings = column.group === REFUND_GROUP ? [readRefunded(raw) ?? []] : readingsOf(bet, raw);
    return isNumbers && readings.some((numbers) => isWanted(numbers, bet));
  };
}
