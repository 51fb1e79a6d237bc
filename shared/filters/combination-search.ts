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
import { withdrawnIn } from '#shared/catalogue/digit-runs.ts';

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

interface TypedNumbers {
  /** The text without differences of width. */
  readonly plain: string;
  readonly wanted: readonly number[];
  /** Whether the text is nothing but these numbers. */
  readonly isNumbers: boolean;
}

function typedNumbers(text: string): TypedNumbers {
  const plain = text.normalize('NFKC').trim();
  const wanted = (plain.match(/\d+/g) ?? []).map(Number);
  const isNumbers = wanted.length > 0 && /^[\d\s→:/・,、\u2010-\u2015−-]+$/.test(plain);
  return { plain, wanted, isNumbers };
}

const hasAll = (numbers: readonly number[], wanted: readonly number[]): boolean =>
  wanted.every((number) => numbers.includes(number));

/**
 * Tests whether the flags of the withdrawn horses are set for all typed numbers or, with `whole`, for exactly these;
 * undefined if the text is not numbers. A raw value as a whole is found too.
 */
export function withdrawnNamed(text: string, whole: boolean): ((raw: string) => boolean) | undefined {
  const { plain, wanted, isNumbers } = typedNumbers(text);
  if (!isNumbers) return undefined;
  return (raw) => {
    const horses = withdrawnIn(raw);
    return whole ? raw.trim() === plain || sorted(horses) === sorted(wanted) : hasAll(horses, wanted);
  };
}

/**
 * Tests whether a raw combination contains all typed numbers or, with `whole`, consists of exactly these, in the typed
 * order if it counts for the bet. `beside`: the bet of the row, if the column has none of its own.
 */
export function combinationNamed(
  column: Pick<Column, 'group'>,
  text: string,
  whole: boolean,
): (raw: string, beside?: string | null) => boolean {
  const { plain, wanted, isNumbers } = typedNumbers(text);
  const isHorse = wanted.length === 1 && wanted.every((number) => number <= MOST_HORSES);
  const isWanted = (numbers: readonly number[], bet: BetName | undefined): boolean =>
    whole
      ? bet !== undefined && betOf(bet).ordered
        ? numbers.join('-') === wanted.join('-')
        : sorted(numbers) === sorted(wanted)
      : hasAll(numbers, wanted);
  return (raw, beside) => {
    const bet = [column.group, beside ?? ''].find(isBetName);
    // Among rows of all bets, 12 is a horse; the brackets 1-2 have the same digits.
    const isRaw = whole || bet === undefined || bet === column.group || !isHorse || !betOf(bet).brackets;
    if (isRaw && raw.trim() === plain) return true;
    const readings = column.group === REFUND_GROUP ? [readRefunded(raw) ?? []] : readingsOf(bet, raw);
    return isNumbers && readings.some((numbers) => isWanted(numbers, bet));
  };
}
