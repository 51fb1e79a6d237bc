// Parses the interface's values, nearly all of them text. Pure; a raw value is never changed.

import type { Column, Kind } from '#shared/catalogue/column.ts';

/** Kinds whose values are numbers, however they are written. */
export const NUMERIC_KINDS: ReadonlySet<Kind> = new Set<Kind>([
  'decimal', 'integer', 'money', 'odds', 'rate', 'tenths', 'gap', 'weight', 'length', 'number', 'rank', 'mark',
]); // prettier-ignore

const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const LOOSE_NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.\d*)?$/;

/** The value as the text that a file or a comparison holds: missing is empty, text is kept to the letter. */
export function rawText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  return JSON.stringify(value) ?? '';
}

/** Null, undefined, and text of nothing but spaces (ideographic ones too). Zero is a value, not a blank. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Neither blank nor zeros alone, full-width ones included: the data pads what it does not say with both. */
export const isSaid = (raw: string | null | undefined): raw is string =>
  raw != null && !/^[\s0０]*$/.test(raw);

/**
 * A number written in any of the ways the data writes one: `"+ 4"`, `"-12"`, `"07"`, `" 3.5"`, full-width digits.
 * Blank, and text that is no number, is undefined and never 0: the two mean different things.
 */
export function readNumber(raw: unknown): number | undefined {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw + 0 : undefined;
  if (typeof raw !== 'string') return undefined;
  if (PLAIN_NUMBER.test(raw)) return Number(raw) + 0;
  const text = raw.normalize('NFKC').replace(/[−‐–]/g, '-').replace(/\s+/g, '');
  // Adding zero turns -0, which would be drawn as such, into 0.
  return LOOSE_NUMBER.test(text) ? Number(text.replaceAll(',', '')) + 0 : undefined;
}

/** By code point. Where UTF-16 has pairs its units sort otherwise: before the full-width forms, not behind them. */
export function comparePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === length) return a.length - b.length;
  const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
  const isHigh = left >= SURROGATES && right >= SURROGATES;
  return isHigh ? inPoints(left) - inPoints(right) : left - right;
}

const SURROGATES = 0xd800;
const AFTER_SURROGATES = 0xe000;

const inPoints = (unit: number): number => (unit >= AFTER_SURROGATES ? unit - 0x10000 : unit);

function compareAsNumbers(a: string, b: string): number {
  const left = readNumber(a);
  const right = readNumber(b);
  if (left === undefined || right === undefined) {
    if (left === right) return comparePoints(a, b);
    return left === undefined ? 1 : -1;
  }
  // "7" and "07" are equal numbers but two texts: an order without ties keeps sorting stable everywhere.
  return left - right || comparePoints(a, b);
}

/**
 * A total order over a column's raw text: numbers by size with what is no number after them; keys, dates, codes and
 * names by code point, which for katakana is the order of the syllabary. Where blanks go is the caller's business.
 */
export const compareValues = (column: Pick<Column, 'kind'>): ((a: string, b: string) => number) =>
  NUMERIC_KINDS.has(column.kind) ? compareAsNumbers : comparePoints;

const SLOWEST = 12;
const FASTEST = 19;

/**
 * Whether a finishing time cannot be one in tenths of a second over this distance in meters: no race is run slower
 * than 12 or faster than 19 m/s on average. This detects a server that writes m:ss.t as four digits.
 */
export function speedLooksWrong(timeTenths: number | undefined, distance: number | undefined): boolean {
  if (!timeTenths || !distance) return false;
  const speed = distance / (timeTenths / 10);
  return speed < SLOWEST || speed > FASTEST;
}
