// Searches combinations: "3" is a part of 3-12; "3-12" and "0312" are the whole of it.

import { betOf, isBetName, readCombination } from '#shared/catalogue/bets.ts';
import type { Column } from '#shared/catalogue/column.ts';

/** The possible readings of raw digits. Two digits without a bet are one horse or two brackets. */
function readingsOf(group: Column['group'], raw: string): readonly (readonly number[])[] {
  if (isBetName(group)) {
    const read = readCombination(group, raw);
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
 * order if it counts for the column's bet.
 */
export function combinationNamed(
  column: Pick<Column, 'group'>,
  text: string,
  whole: boolean,
): (raw: string) => boolean {
  const plain = text.normalize('NFKC').trim();
  const wanted = (plain.match(/\d+/g) ?? []).map(Number);
  const isNumbers = wanted.length > 0 && /^[\d\s→:/・\u2010-\u2015−-]+$/.test(plain);
  const ordered = isBetName(column.group) && betOf(column.group).ordered;
  const isWanted = (numbers: readonly number[]): boolean =>
    whole
      ? ordered
        ? numbers.join('-') === wanted.join('-')
        : sorted(numbers) === sorted(wanted)
      : wanted.every((number) => numbers.includes(number));
  return (raw) =>
    raw.trim() === plain || (isNumbers && readingsOf(column.group, raw).some((numbers) => isWanted(numbers)));
}
