// How the values of a kind are compared: the parsers of raw values and of what a user types.
//
// A user types what the screen shows: seconds although the data has tenths, 1:34.5, dates with or without dashes.

import type { Column, Kind } from '#shared/catalogue/column.ts';
import { isBlank, readExactly, readNumber } from '#shared/catalogue/reading.ts';
import { instantOf, parseRacedate, racedateOf, TOKYO_OFFSET_MS } from '#shared/racing/racedate.ts';
import type { RangeEnd } from '#shared/filters/condition.ts';
import type { Text } from '#shared/text.ts';

type Measured = Pick<Column, 'kind' | 'unit' | 'signed'>;

/** Typed text can mean a period: 2026-11 is all of November. A single value has two equal ends. */
export interface Typed {
  readonly from: RangeEnd;
  readonly to: RangeEnd;
}

export interface Measure {
  /** The raw value as something that can be compared; undefined if it does not parse. */
  readonly read: (raw: string) => RangeEnd | undefined;
  readonly typed: (text: string) => Typed | undefined;
  /** Formats a bound so that `typed` parses it back. */
  readonly write: (bound: RangeEnd) => string;
  /**
   * Whether zero means "none", as for a horse without a place, one that was not weighed, or odds that were not set: "less
   * than 3" does not find it, "0" does, means exclude it, and it is sorted last.
   */
  readonly zeroIsNone: boolean;
  /** Whether unquoted text must be a value of this measure; otherwise it is a text to search for. */
  readonly exclusive: boolean;
  /** The expected notation, for the text of the problem. */
  readonly expects: Text;
}

const one = (value: RangeEnd | undefined): Typed | undefined =>
  value === undefined ? undefined : { from: value, to: value };

const written = (value: RangeEnd): string =>
  typeof value !== 'number'
    ? String(value)
    : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });

const widthFolded = (text: string): string => text.normalize('NFKC').trim();

/** A number without spaces between its digits, because "3 5" is a typing error and not 35. A space after the sign is fine. */
function typedAs<T>(read: (raw: string) => T | undefined, text: string): T | undefined {
  const plain = widthFolded(text);
  return /\d\s+[\d.,]|[.,]\s+\d/.test(plain) ? undefined : read(plain);
}

const typedNumber = (text: string): number | undefined => typedAs(readNumber, text);

/** Units that a user may type after a number. */
const SUFFIXES: { readonly [kind in Kind]?: RegExp } = {
  odds: /(?:倍|x)$/i,
  rate: /%$/,
  weight: /kg$/i,
  length: /(?:mm|cm|m)$/i,
  rank: /(?:着|位|人気)$/,
  number: /(?:番|枠|r)$/i,
  tenths: /(?:秒|s)$/i,
  gap: /(?:秒|s)$/i,
};

const withoutUnit = (kind: Kind, text: string): string => {
  const plain = widthFolded(text);
  const suffix = SUFFIXES[kind];
  return suffix ? plain.replace(suffix, '').trim() : plain;
};

const NUMBER: Text = { en: 'a number, such as 3 or 3.5', ja: '数（例 3、3.5）' };

const numeric = (kind: Kind, changes: Partial<Measure> = {}): Measure => ({
  read: readNumber,
  typed: (text) => one(typedNumber(withoutUnit(kind, text))),
  write: written,
  zeroIsNone: false,
  exclusive: true,
  expects: NUMBER,
  ...changes,
});

/** Columns of a query can have whole numbers of any size. */
const EXACT: Partial<Measure> = { read: readExactly, typed: (text) => one(typedAs(readExactly, text)) };

/** Ten times a number, without the rounding error of binary fractions. */
const tenfold = (value: number): number => Number((value * 10).toFixed(6));

/** Three or more digits without a point are tenths, as in the data: nobody types 945 for 15 minutes 45. */
const AS_RECORDED = /^[+-]?\s*\d{3,}$/;

function typedTenths(kind: Kind, text: string): number | undefined {
  const plain = withoutUnit(kind, text);
  const [, minutes, seconds] = /^(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(plain) ?? [];
  if (minutes !== undefined && seconds !== undefined)
    return Number(seconds) < 60 ? Number(minutes) * 600 + tenfold(Number(seconds)) : undefined;
  const value = typedNumber(plain);
  if (value === undefined) return undefined;
  return AS_RECORDED.test(plain) ? value : tenfold(value);
}

/** Whole units, with a point if three digits without one would parse as tenths. */
function writtenTenths(bound: RangeEnd): string {
  const text = written(Number((Number(bound) / 10).toFixed(7)));
  return AS_RECORDED.test(text) ? `${text}.0` : text;
}

/** m:ss.t for times of a minute or more. */
function writtenTime(bound: RangeEnd): string {
  const tenths = Number(bound);
  const minutes = Math.floor(tenths / 600);
  if (minutes < 1 || minutes > 99) return writtenTenths(bound);
  const [whole = '0', part = '0'] = written(Number(((tenths - minutes * 600) / 10).toFixed(7))).split('.');
  return `${minutes}:${whole.padStart(2, '0')}.${part}`;
}

/** A gap is always typed in seconds, as shown, because tenths and whole seconds look alike. */
function typedGap(text: string): number | undefined {
  const value = typedNumber(withoutUnit('gap', text));
  return value === undefined ? undefined : tenfold(value);
}

const inTenths = (kind: Kind, changes: Partial<Measure> = {}): Measure =>
  numeric(kind, { typed: (text) => one(typedTenths(kind, text)), write: writtenTenths, ...changes });

const TEN_THOUSAND = 10_000;

function typedMoney(text: string, unit: Column['unit']): number | undefined {
  const plain = widthFolded(text);
  const [, yenSign, figure = '', man, yenWord] = /^([¥\\]?)(.*?)(万?)(円?)$/s.exec(plain) ?? [];
  const value = typedNumber(figure.trim());
  if (value === undefined) return undefined;
  const inUnit = unit === '10,000 yen' ? TEN_THOUSAND : 1;
  // In binary fractions 1.13 times 10,000 is a little less than 11,300.
  if (man) return Number(((value * TEN_THOUSAND) / inUnit).toFixed(6));
  return yenSign || yenWord ? value / inUnit : value;
}

const DATE: Text = { en: 'a date, such as 2026-11-20 or 2026-11', ja: '日付（例 2026-11-20、2026-11）' };

/** A day, a month or a year, with any separators or none; undefined if it does not exist. */
function typedPeriod(text: string): { from: string; to: string } | undefined {
  const parts = /^(\d{4})(?:[-/.年]?(\d{1,2})(?:[-/.月]?(\d{1,2}))?)?[年月日]?$/.exec(widthFolded(text));
  const [, year, month, day] = parts ?? [];
  if (year === undefined) return undefined;
  // Without separators, only two-digit months and days are certain: 202611, not 2026113.
  if (/^\d+$/.test(widthFolded(text)) && ![4, 6, 8].includes(widthFolded(text).length)) return undefined;
  const first = parseRacedate(year + (month ?? '01').padStart(2, '0') + (day ?? '01').padStart(2, '0'));
  if (!first) return undefined;
  const length = day === undefined ? (month === undefined ? { years: 1 } : { months: 1 }) : { days: 1 };
  return { from: racedateOf(first), to: racedateOf(first.add(length).subtract({ days: 1 })) };
}

const dashed = (digits: string): string =>
  `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;

const clockOf = (text: string): number | undefined => {
  const [, hours, minutes] = /^(\d{1,2})[:時]?(\d{2})分?$/.exec(widthFolded(text)) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59 || minutes === undefined) return undefined;
  return Number(hours) * 100 + Number(minutes);
};

/** A moment as YYYYMMDDHHMM in Japan; a date without a time is its midnight. */
function momentOf(raw: string): number | undefined {
  const plain = raw.trim();
  if (parseRacedate(plain)) return Number(`${plain}0000`);
  const at = instantOf(plain);
  if (at === undefined) return undefined;
  return Number(new Date(at + TOKYO_OFFSET_MS).toISOString().slice(0, 16).replace(/\D/g, ''));
}

function typedMoment(text: string): Typed | undefined {
  const [day = '', time] = widthFolded(text).split(/\s+|T/);
  const period = typedPeriod(day);
  const clock = time === undefined ? undefined : clockOf(time);
  if (!period || (time !== undefined && (clock === undefined || period.from !== period.to))) return undefined;
  const at = (date: string, minute: number): number => Number(date) * 10_000 + minute;
  return clock === undefined
    ? { from: at(period.from, 0), to: at(period.to, 2359) }
    : one(at(period.from, clock));
}

const keys = (): Measure => ({
  read: (raw) => raw.trim(),
  typed: (text) => one(widthFolded(text) || undefined),
  write: written,
  zeroIsNone: false,
  exclusive: false,
  expects: { en: 'a key', ja: 'キー' },
});

const MEASURES: { readonly [kind in Kind]?: (column: Measured) => Measure } = {
  decimal: () => numeric('decimal', EXACT),
  integer: () => numeric('integer', EXACT),
  odds: () => numeric('odds', { zeroIsNone: true }),
  rate: () => numeric('rate'),
  length: () => numeric('length'),
  rank: () => numeric('rank', { zeroIsNone: true }),
  number: () => numeric('number', { zeroIsNone: true }),
  money: ({ unit }) => numeric('money', { typed: (text) => one(typedMoney(text, unit)) }),
  weight: ({ unit, signed }) => {
    // A change of weight may be zero; a weight of zero means that the horse was not weighed.
    const zeroIsNone = signed !== true;
    return unit === '0.1 kg' ? inTenths('weight', { zeroIsNone }) : numeric('weight', { zeroIsNone });
  },
  gap: () => inTenths('gap', { typed: (text) => one(typedGap(text)) }),
  tenths: () =>
    inTenths('tenths', {
      write: writtenTime,
      zeroIsNone: true,
      expects: { en: 'a time, such as 1:34.5 or 34.5', ja: 'タイム（例 1:34.5、34.5）' },
    }),
  date: () =>
    numeric('date', {
      read: (raw) => (parseRacedate(raw.trim()) ? Number(raw) : undefined),
      typed: (text) => {
        const period = typedPeriod(text);
        return period && { from: Number(period.from), to: Number(period.to) };
      },
      write: (bound) => dashed(String(bound)),
      expects: DATE,
    }),
  clock: () =>
    numeric('clock', {
      read: clockOf,
      typed: (text) => one(clockOf(text)),
      write: (bound) => String(bound).padStart(4, '0').replace(/(..)$/, ':$1'),
      expects: { en: 'a time of day, such as 15:40', ja: '時刻（例 15:40）' },
    }),
  timestamp: () =>
    numeric('timestamp', {
      read: momentOf,
      typed: typedMoment,
      write: (bound) => {
        const digits = String(bound);
        return `${dashed(digits)} ${digits.slice(8, 10)}:${digits.slice(10)}`;
      },
      expects: DATE,
    }),
  // Codes can be searched by label, and compared if they are numbers (grade 1 to 6, marks 1 to 9).
  code: () => numeric('code', { exclusive: false }),
  mark: () => numeric('mark', { exclusive: false }),
  key: keys,
  race: keys,
};

/** How a column's values are compared; undefined for names and texts, which nobody filters by size. */
export const measureOf = (column: Measured): Measure | undefined => MEASURES[column.kind]?.(column);

/** The number for means, extremes and charts; undefined if it is not a number, or a zero that means "none". */
export function quantityIn(column: Measured, raw: unknown): number | undefined {
  const number = readNumber(raw);
  return number === 0 && measureOf(column)?.zeroIsNone === true ? undefined : number;
}

/** Whether a value is blank or a zero that means "none": it comes last in a sort of either direction. */
export const isNone = (column: Measured, raw: string | null | undefined): boolean =>
  isBlank(raw) || (measureOf(column)?.zeroIsNone === true && readNumber(raw) === 0);
