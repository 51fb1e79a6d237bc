// The problems of a filter that cannot be applied, as text.

import type { Text } from '#shared/text.ts';

/** `at` is the position in the typed text, from 0. */
export interface GrammarProblem {
  readonly problem: Text;
  readonly at: number;
}

/** The longest text of a filter, in characters: some six hundred identifiers of horses. */
export const LONGEST_FILTER = 10_000;

export const PROBLEMS = {
  tooLong: {
    en: `A filter has at most ${LONGEST_FILTER.toLocaleString('en')} characters.`,
    ja: `条件は${LONGEST_FILTER.toLocaleString('ja')}文字までです。`,
  },
  absent: { en: 'This result has no such column.', ja: 'この結果にその列はありません。' },
  missing: { en: 'A value is missing here.', ja: 'ここに値が必要です。' },
  unended: { en: 'This quotation mark is not closed.', ja: '引用符が閉じられていません。' },
  reversed: { en: 'This range ends before it begins.', ja: '範囲の始めと終わりが逆です。' },
  unordered: {
    en: 'Values of this column cannot be compared by size. Enter a text, or "a text" in quotes for the whole value.',
    ja: 'この列は大小で比べられません。文字（全体一致は "文字"）で書いてください。',
  },
} as const satisfies Readonly<Record<string, Text>>;

/** The problem of an operator in the wrong place. */
export const misplaced = (operator: string): Text => ({
  en: `“${operator}” does not belong here.`,
  ja: `「${operator}」はここには書けません。`,
});

export const unreadable = (text: string, expects: Text): Text => ({
  en: `“${text}” was not understood. Enter ${expects.en}.`,
  ja: `「${text}」は読み取れません。${expects.ja}で書いてください。`,
});
