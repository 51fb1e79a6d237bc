// How wide a column is before anyone resized it: by the kind of value and the length of its head.

import type { Column, Kind } from '#shared/catalogue/column.ts';
import type { Language } from '#shared/text.ts';

const BY_KIND: { readonly [kind in Kind]: number } = {
  code: 76, codes: 110, decimal: 58, integer: 58, money: 84, odds: 62, rate: 58, tenths: 66, gap: 58, weight: 60,
  length: 68, date: 92, clock: 58, timestamp: 150, key: 128, number: 46, numbers: 84, rank: 48, mark: 44,
  name: 150, text: 130,
}; // prettier-ignore

/** Narrowest that a column can be made: a two-digit number and its sort arrow. */
export const NARROWEST = 36;

/** Latin letters are about half as wide as Japanese ones. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e80 ? 12.5 : 7), 0);

/** Room for the sort arrow and the padding of a head. */
const HEAD_EXTRA = 26;

/** Pixels at normal density. */
export function firstWidth(column: Column, language: Language): number {
  return Math.round(Math.max(BY_KIND[column.kind], widthOf(column.short[language]) + HEAD_EXTRA));
}

/** Kinds that are read by comparing digits: set flush right with figures of equal width. */
const NUMERIC: ReadonlySet<Kind> = new Set<Kind>([
  'decimal', 'integer', 'money', 'odds', 'rate', 'tenths', 'gap', 'weight', 'length', 'rank', 'number',
]); // prettier-ignore

export const isNumeric = (column: Column): boolean => NUMERIC.has(column.kind);
