// Values with their types, for files that programs read: seconds instead of tenths, kilograms, yen, ISO dates.
// The archive's typed views (electron/archive/typed-views.ts) read numbers, days and times by the same rule; a test
// holds the two together.

import type { Column, Kind } from '#shared/catalogue/column.ts';
import { isBeyondDouble, isBlank, readExactly, readNumber } from '#shared/catalogue/reading.ts';
import { measureOf } from '#shared/filters/measure.ts';
import { instantOf, isRacedate } from '#shared/racing/racedate.ts';

/** `whole` fits into 53 bits, as every program reads it, and `number` is a double; `timestamp` is in UTC. */
export type ValueType = 'text' | 'whole' | 'number' | 'boolean' | 'date' | 'time' | 'timestamp';

/**
 * A cell of a file: dates as YYYY-MM-DD, times as HH:MM:SS, timestamps as ISO 8601 in UTC with milliseconds; null if
 * there is no value.
 */
export type Cell = string | number | boolean | null;

export interface ValueRule {
  readonly type: ValueType;
  /** The raw number is multiplied by it, or divided. */
  readonly times?: number | undefined;
  readonly over?: number | undefined;
  /** Whether zero means that there is none, as for a horse that was not weighed. */
  readonly zeroIsNone: boolean;
  /** Whether DuckDB wrote the text, of a value of a SQL query. */
  readonly isSql?: true;
}

/** Kinds that are absent here are text: keys, codes, names. */
const TYPES: { readonly [kind in Kind]?: ValueType } = {
  integer: 'whole',
  money: 'whole',
  rank: 'whole',
  number: 'whole',
  decimal: 'number',
  odds: 'number',
  rate: 'number',
  tenths: 'number',
  gap: 'number',
  weight: 'number',
  length: 'number',
  date: 'date',
  clock: 'time',
  timestamp: 'timestamp',
};

type Measured = Pick<Column, 'kind' | 'codeTable' | 'unit' | 'signed' | 'value'>;

/** A code table of yes and no. */
const FLAGS = 'flag_0_1';

function scaleOf({ kind, unit }: Measured): Pick<ValueRule, 'times' | 'over'> {
  if (kind === 'tenths' || kind === 'gap' || unit === '0.1 kg' || unit === '0.1 s') return { over: 10 };
  return unit === '10,000 yen' ? { times: 10_000 } : {};
}

export function valueRuleOf(column: Measured): ValueRule {
  if (column.value !== undefined) return sqlRule(column.value);
  const type = column.kind === 'code' && column.codeTable === FLAGS ? 'boolean' : TYPES[column.kind];
  if (type !== 'whole' && type !== 'number') return { type: type ?? 'text', zeroIsNone: false };
  return { type, ...scaleOf(column), zeroIsNone: measureOf(column)?.zeroIsNone === true };
}

/** The rule of values that a SQL query computed. */
export const sqlRule = (type: NonNullable<Column['value']>): ValueRule => ({
  type,
  zeroIsNone: false,
  isSql: true,
});

/** The unit of a column's values; undefined if they have none. */
export function valueUnitOf(column: Measured): string | undefined {
  const { over, times, type } = valueRuleOf(column);
  if (type === 'timestamp') return 'UTC';
  if (over !== undefined) return column.kind === 'weight' ? 'kg' : 's';
  return times !== undefined || column.kind === 'money' ? 'yen' : column.unit;
}

const FLAG_VALUES: Readonly<Record<string, boolean>> = { '0': false, '1': true };

function dateIn(raw: string): string | undefined {
  return /^\d{8}$/.test(raw) && isRacedate(raw)
    ? `${raw.slice(0, 4)}-${raw.slice(4, 6)}-${raw.slice(6)}`
    : undefined;
}

const timeIn = (raw: string): string | undefined =>
  /^(?:[01]\d|2[0-3])[0-5]\d$/.test(raw) ? `${raw.slice(0, 2)}:${raw.slice(2)}:00` : undefined;

/** A date alone is its midnight, as in the archive's typed views. */
function timestampIn(raw: string): string | undefined {
  const day = dateIn(raw);
  if (day !== undefined) return `${day}T00:00:00.000Z`;
  const at = instantOf(raw);
  return at === undefined ? undefined : new Date(at).toISOString();
}

function numberIn({ type, times, over, zeroIsNone }: ValueRule, raw: string): number | null | undefined {
  const read = readNumber(raw);
  if (read === undefined) return undefined;
  if (read === 0 && zeroIsNone) return null;
  // A fraction of 10,000 yen is still whole yen.
  const value = times !== undefined ? Math.round(read * times) : read / (over ?? 1);
  const isRead = type === 'whole' ? Number.isSafeInteger(value) : isExact(raw, read);
  return isRead ? value : undefined;
}

/** Whether a number is no other than its text says: beyond 2^53 only some whole numbers are. */
const isExact = (raw: string, read: number): boolean =>
  !isBeyondDouble(read) || (Number.isFinite(read) && readExactly(raw) === BigInt(read));

const PLAIN = /^-?\d+(?:\.\d+)?$/;

/** The digits of a number without the zeros around them, and the power of ten of the last one. */
function digitsOf(text: string): string {
  const [mantissa = '', power = '0'] = text.replace('-', '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  let kept = digits.length;
  while (digits[kept - 1] === '0') kept -= 1;
  return kept === 0
    ? '0'
    : `${digits.slice(0, kept)}e${Number(power) - fraction.length + digits.length - kept}`;
}

/** A double keeps so many digits, whatever they are. */
const SAFE_DIGITS = 15;

/** Whether a plain number is a double to its last digit; others would be rounded. */
export const isKeptByDouble = (text: string): boolean =>
  text.length <= SAFE_DIGITS || digitsOf(text) === digitsOf(String(Number(text)).replace('e+', 'e'));

const TIME = /^\d\d:\d\d:\d\d(?:\.\d{1,6})?$/;
const TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?$/;

/** As DuckDB writes it; undefined for an infinite one, one of another era, and a number that would be rounded. */
function valueOfSql(type: ValueType, raw: string): Cell | undefined {
  if (type === 'boolean') return raw === 'true' || (raw === 'false' ? false : undefined);
  if (type === 'number') return PLAIN.test(raw) && isKeptByDouble(raw) ? Number(raw) + 0 : undefined;
  if (type === 'time') return TIME.test(raw) ? raw : undefined;
  const [, day, time, fraction = ''] = TIMESTAMP.exec(raw) ?? [];
  return day === undefined ? undefined : `${day}T${time}.${fraction.padEnd(3, '0')}Z`;
}

/**
 * A raw value as its column means it; null if it is blank or means none, undefined if it cannot be read. Text is
 * unchanged.
 */
export function valueIn(rule: ValueRule, raw: string | null): Cell | undefined {
  if (raw === null || isBlank(raw)) return null;
  if (rule.isSql === true) return valueOfSql(rule.type, raw);
  switch (rule.type) {
    case 'text':
      return raw;
    case 'whole':
    case 'number':
      return numberIn(rule, raw);
    case 'boolean':
      return FLAG_VALUES[raw.trim()];
    case 'date':
      return dateIn(raw);
    case 'time':
      return timeIn(raw);
    case 'timestamp':
      return timestampIn(raw);
  }
}
