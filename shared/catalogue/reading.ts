// Parses the interface's values, nearly all of them text. Pure; a raw value is never changed.

import type { Column, Kind } from '#shared/catalogue/column.ts';

/** Kinds whose values are numbers, however they are written. */
export const NUMERIC_KINDS: ReadonlySet<Kind> = new Set<Kind>([
  'decimal', 'integer', 'money', 'odds', 'rate', 'tenths', 'gap', 'weight', 'length', 'number', 'rank', 'mark',
]); // prettier-ignore

const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const LOOSE_NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.\d*)?$/;

/** The value as text for files and comparisons: a missing value is empty, text is unchanged. */
export function rawText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  return JSON.stringify(value) ?? '';
}

/** Whether the value is null, undefined or only spaces, ideographic ones included. Zero is a value, not a blank. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Whether the value is neither blank nor all zeros (full-width ones included): the data pads unused fields with both. */
export const isStated = (raw: string | null | undefined): raw is string =>
  raw != null && !/^[\s0０]*$/.test(raw);

/**
 * Parses every notation of numbers in the data: `"+ 4"`, `"-12"`, `"07"`, `" 3.5"`, full-width digits. Blank text and
 * text that is not a number are undefined, never 0, because zero is a value.
 */
export function readNumber(raw: unknown): number | undefined {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw + 0 : undefined;
  if (typeof raw !== 'string') return undefined;
  if (PLAIN_NUMBER.test(raw)) return Number(raw) + 0;
  const text = plainly(raw);
  // Adding zero turns -0, which would be displayed as "-0", into 0.
  return LOOSE_NUMBER.test(text) ? Number(text.replaceAll(',', '')) + 0 : undefined;
}

/**
 * A gap to the winner by the place beside it. The winner's own, which is to the second, is negative, so that the winner neither
 * looks nor sorts as beaten.
 */
export const gapAt = (raw: string, place: string | null | undefined): string =>
  readNumber(place) === 1 && isStated(raw) && !raw.trim().startsWith('-') ? `-${raw.trim()}` : raw;

const YES: ReadonlySet<string> = new Set(['true', 'yes']);

/** Whether a flag is set: a number above zero, or a word for yes. Any other text, such as "false", "no" or "N", is none. */
export const isSet = (raw: string | null | undefined): boolean =>
  (readNumber(raw) ?? 0) > 0 || YES.has((raw ?? '').trim().toLowerCase());

/** Half-width, with plain minus signs and no spaces. */
const plainly = (raw: string): string => raw.normalize('NFKC').replace(/[−‐–]/g, '-').replace(/\s+/g, '');

/**
 * As `readNumber`, but a whole number beyond 2^53 as a bigint, because several of them have the same number. `<` and `==`
 * compare the two exactly.
 */
export function readExactly(raw: unknown): number | bigint | undefined {
  const number = readNumber(raw);
  if (number === undefined || !isBeyondDouble(number) || typeof raw !== 'string') return number;
  const [, sign, digits] = /^([+-]?)(\d+)(?:\.0*)?$/.exec(plainly(raw).replaceAll(',', '')) ?? [];
  if (digits === undefined) return number;
  return sign === '-' ? -BigInt(digits) : BigInt(digits);
}

/** Whether other whole numbers read as the same number. */
export const isBeyondDouble = (number: number): boolean => Math.abs(number) > Number.MAX_SAFE_INTEGER;

/** Compares two texts that read as the same number. */
export function compareExactly(a: string, b: string): number {
  const [left = 0, right = 0] = [readExactly(a), readExactly(b)];
  return Number(left > right) - Number(left < right);
}

/** By code point, unlike `<`, which sorts surrogate pairs before the full-width forms instead of after them. */
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
  if (left < right) return -1;
  if (left > right) return 1;
  // "7" and "07" are equal numbers but different texts: without ties, every sort gives the same order.
  return (isBeyondDouble(left) && compareExactly(a, b)) || comparePoints(a, b);
}

/**
 * A total order of a column's raw text: numbers by size, followed by text that is not a number; keys, dates, codes and
 * names by code point, which is the order of the syllabary for katakana. The caller decides where blanks go.
 */
export const compareValues = (column: Pick<Column, 'kind'>): ((a: string, b: string) => number) =>
  NUMERIC_KINDS.has(column.kind) ? compareAsNumbers : comparePoints;

const SLOWEST = 12;
const FASTEST = 19;

/**
 * Whether a finishing time in tenths of a second is impossible for a distance in meters: every race is run at 12 to
 * 19 m/s on average. This detects a server that writes m:ss.t as four digits.
 */
export function speedLooksWrong(timeTenths: number | undefined, distance: number | undefined): boolean {
  if (!timeTenths || !distance) return false;
  const speed = distance / (timeTenths / 10);
  return speed < SLOWEST || speed > FASTEST;
}
