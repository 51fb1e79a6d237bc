// How wide a column is before it is resized: by the kind of its values and the length of its head.

import type { Column, Kind } from '#shared/catalogue/column.ts';
import { formatValue, unitOf } from '#shared/catalogue/format.ts';
import { codesOf } from '#shared/catalogue/decode.ts';
import type { Language } from '#shared/text.ts';
import { briefLabel } from '#shared/catalogue/brief-label.ts';

const BY_KIND: { readonly [kind in Kind]: number } = {
  code: 56, codes: 110, decimal: 58, integer: 58, money: 84, odds: 62, rate: 62, tenths: 66, gap: 58, weight: 56,
  length: 58, date: 132, clock: 58, timestamp: 150, key: 128, race: 236, number: 46, numbers: 100, rank: 48, mark: 44,
  name: 150, text: 130,
}; // prettier-ignore

/** The narrowest column: a two-digit number and its sort arrow. */
export const NARROWEST = 36;

/** The widest column: half a usual window. */
export const WIDEST = 800;

/** A width as a column may have it, in whole pixels. */
export const clampWidth = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

/** Pixels of a letter, roughly: Japanese letters are square, Latin ones about half as wide. */
function letterWidth(letter: string): number {
  if (letter.charCodeAt(0) > 0x2e80) return 13;
  if (/[mwMW]/.test(letter)) return 11;
  if (/[A-Z]/.test(letter)) return 8.5;
  return /[iljtfr .,'()-]/.test(letter) ? 4.5 : 7.4;
}

const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

/** Room for the sort arrow and the padding of a head. */
const HEAD_EXTRA = 26;

/** Codes with long labels are cut; the tooltip has the whole label. */
const WIDEST_CODE = 150;

const CELL_EXTRA = 18;

/** Letter widths are estimates: a label that is a little wider would be cut. */
const SPARE = 1.08;

/** Pixels in which each of these texts stands whole, at normal density; not wider than the widest column. */
export const widthFor = (texts: readonly string[]): number =>
  clampWidth(Math.max(0, ...texts.map((text) => widthOf(text) * SPARE + CELL_EXTRA)));

/** Room for the longest label of a code table, within reason. */
function codeWidth(column: Column, language: Language): number {
  const labels = codesOf(column).map(
    ({ label }) => widthOf(briefLabel(column, label[language], language)) * SPARE + CELL_EXTRA,
  );
  return Math.min(WIDEST_CODE, Math.max(BY_KIND[column.kind], ...labels));
}

/** A date with two-digit month and day. */
const LONGEST_DATE = '20261231';

function valueWidth(column: Column, language: Language): number {
  switch (column.kind) {
    case 'code':
      return codeWidth(column, language);
    case 'date':
      // Digits are a little wider than the average letter, and a date is nearly all digits.
      return widthOf(formatValue(column, LONGEST_DATE, language)) + CELL_EXTRA + 12;
    default:
      return BY_KIND[column.kind];
  }
}

/** The usual width in pixels at normal density; `extra`: pixels beside the values. */
export function usualWidth(column: Column, language: Language, extra = 0): number {
  const head = [column.short[language], unitOf(column, language) ?? ''].join(' ').trimEnd();
  return Math.round(Math.max(valueWidth(column, language) + extra, widthOf(head) + HEAD_EXTRA));
}

/** Kinds that are read by comparing digits: aligned right, with figures of equal width. */
const NUMERIC: ReadonlySet<Kind> = new Set<Kind>([
  'decimal', 'integer', 'money', 'odds', 'rate', 'tenths', 'gap', 'weight', 'length', 'rank', 'number',
]); // prettier-ignore

export const isNumeric = (column: Column): boolean => NUMERIC.has(column.kind);
