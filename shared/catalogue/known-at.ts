// When a value becomes known. A rule that picks runners may read only what was known before the race.

import type { Text } from '#shared/text.ts';

/**
 * - `entry`: with the program, the card and the week's works, before race day
 * - `pre-race`: with the pre-race data of race day, after the paddock
 * - `race`: it changes until the start, and the stored value is the last one: odds, weight, going, withdrawals
 * - `result`: with the result or the payoffs
 * - `own`: the user's own mark or note, known from when it was set
 */
export const KNOWN_AT = ['entry', 'pre-race', 'race', 'result', 'own'] as const;

export type KnownAt = (typeof KNOWN_AT)[number];

/** For the help of a column. */
export const KNOWN_AT_WORDS: Readonly<Record<KnownAt, Text>> = {
  entry: { en: 'with the card, before race day', ja: '出馬表とともに（前日まで）' },
  'pre-race': { en: 'shortly before the race, with the pre-race data', ja: '発走直前（直前情報）' },
  race: {
    en: 'changes until the start; the stored value is the last',
    ja: '発走まで変わる（保存値は最終のもの）',
  },
  result: { en: 'only after the race', ja: 'レース後' },
  own: { en: 'from when you set it', ja: '自分で付けた時点から' },
};
