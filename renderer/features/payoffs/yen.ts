// Amounts of yen in the language of the window.

import { useMemo } from 'react';
import type { Language } from '#shared/text.ts';
import { useLanguage } from '../../text/text.ts';

const TEN_THOUSAND = 10_000;

/** A round amount as one says it: "10,000", "1万". */
export const yenWords = (amount: number, language: Language): string =>
  language === 'ja' && amount % TEN_THOUSAND === 0
    ? `${(amount / TEN_THOUSAND).toLocaleString(language)}万`
    : amount.toLocaleString(language);

export function useYen() {
  const language = useLanguage();
  return useMemo(
    () => ({
      /** To the whole yen. */
      yen: (amount: number): string => Math.round(amount).toLocaleString(language),
      words: (amount: number): string => yenWords(amount, language),
    }),
    [language],
  );
}

/** Amounts that the user typed, rising, each once; undefined if one is no whole number of yen. "1万" is 10,000. */
export function readAmounts(text: string): readonly number[] | undefined {
  const parts = text
    .normalize('NFKC')
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .split(/[\s,、・]+/)
    .filter((part) => part !== '');
  const read = parts.map((part) => {
    const [, digits, unit] = /^[¥\\]?(\d+)(万)?円?$/.exec(part) ?? [];
    return digits === undefined ? NaN : Number(digits) * (unit === undefined ? 1 : TEN_THOUSAND);
  });
  if (read.some((amount) => !Number.isSafeInteger(amount) || amount < 1)) return undefined;
  return [...new Set(read)].toSorted((a, b) => a - b);
}
