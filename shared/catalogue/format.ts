// Formats values for display. A missing value is a dash; an unknown code and anything unreadable stay raw.

import { isBetName, readRefunded, REFUND_GROUP, showCombination } from '#shared/catalogue/bets.ts';
import type { Column, Kind, Unit } from '#shared/catalogue/column.ts';
import { gapAt, isBlank, isStated, rawText, readNumber } from '#shared/catalogue/reading.ts';
import { decode, glyphOf } from '#shared/catalogue/decode.ts';
import { styledName, type NameStyle } from '#shared/names/latin.ts';
import { formatRacedate, instantOf, minuteInTokyo } from '#shared/racing/racedate.ts';
import { raceNameIn } from '#shared/racing/generic-race-name.ts';
import { titleOfRacekey } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';

export const MISSING = '–';

type Shown = Pick<Column, 'name' | 'kind' | 'codeTable' | 'english' | 'unit' | 'signed' | 'digits' | 'group'>;
/** `beside`: the value of the column that the text is made with (`Column.beside`). */
type Writer = (
  raw: string,
  column: Shown,
  language: Language,
  names: NameStyle,
  beside: string | null,
) => string | undefined;

/** A comma between thousands: by hand in whole numbers, since a file of amounts needs millions of them. */
function grouped(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) return value.toLocaleString('en-US');
  const digits = String(value);
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3)
    text = `${digits.slice(Math.max(0, end - 3), end)},${text}`;
  return text;
}
const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text);

/** The number of decimals in the data: "12.0" keeps its zero. */
const decimals = (raw: string): number => /[.．]([0-9０-９]*)\s*$/.exec(raw)?.[1]?.length ?? 0;

/** Formats a value that parses as a number; any other value stays raw. */
const asNumber =
  (write: (value: number, raw: string, column: Shown, language: Language) => string | undefined): Writer =>
  (raw, column, language) => {
    const value = readNumber(raw);
    return value === undefined ? undefined : write(value, raw, column, language);
  };

/** Every number of so many digits is a double of its own; of one with more, a double may have other digits. */
const EXACT_DIGITS = 15;

/** A fraction as long as a computation makes it is rounded; any other number is shown as it is written. */
function fraction(value: number, raw: string, { digits = Infinity }: Shown): string | undefined {
  if (Math.abs(value) >= 10 ** EXACT_DIGITS) return undefined;
  const written = decimals(raw);
  const whole = Math.trunc(Math.abs(value)).toString().length;
  if (written < digits) return whole + written > EXACT_DIGITS ? undefined : value.toFixed(written);
  return String(Number(value.toPrecision(Math.max(digits, whole + 2))));
}

const plainNumber = asNumber((value, raw, column) => {
  const text = fraction(value, raw, column);
  return column.signed && text !== undefined ? signed(text, value) : text;
});

/** The number of a horse or bracket, or a place: zero means none. */
const counted = asNumber((value) => (value === 0 ? MISSING : String(value)));

const AMOUNTS: Readonly<Partial<Record<Unit, Readonly<Record<Language, (amount: number) => string>>>>> = {
  yen: { en: (amount) => `¥${grouped(amount)}`, ja: (amount) => `${grouped(amount)}円` },
  '10,000 yen': { en: (amount) => `¥${grouped(amount * 10_000)}`, ja: (amount) => `${grouped(amount)}万円` },
};

const TENTHS_OF_A_KILO: Unit = '0.1 kg';

/** Zero is a valid change of weight, but as a weight it means that the horse was not weighed. */
function kilos(value: number, column: Shown): string | undefined {
  if (value === 0 && column.signed !== true) return undefined;
  const text = column.unit === TENTHS_OF_A_KILO ? (value / 10).toFixed(1) : String(value);
  return column.signed ? signed(text, value) : text;
}

function clockTime(exact: number): string {
  // An average has a fraction: rounded later, it could make sixty seconds.
  const tenths = Math.round(exact);
  const minutes = Math.floor(tenths / 600);
  const seconds = ((tenths - minutes * 600) / 10).toFixed(1);
  return minutes === 0 ? seconds : `${minutes}:${seconds.padStart(4, '0')}`;
}

function clock(raw: string): string | undefined {
  const [, hours, minutes] = /^(\d{1,2}):?(\d{2})$/.exec(raw.trim()) ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59)
    return undefined;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

/** An instant in Japan's time, where racing happens; a bare date as a date. */
function instant(raw: string, language: Language): string | undefined {
  if (/^\d{8}$/.test(raw)) return formatRacedate(raw, language);
  const at = instantOf(raw);
  return at === undefined ? undefined : minuteInTokyo(at);
}

/**
 * The bet determines how the digits are split and joined: a payoff column's group, or the value beside it. Without one,
 * two digits could be one horse or two brackets, so only four and six digits are split. Refunded horses have no bet.
 */
const combination: Writer = (raw, column, _language, _names, beside) => {
  const bet = [column.group, beside ?? ''].find(isBetName);
  if (bet !== undefined) return showCombination(bet, raw);
  if (column.group === REFUND_GROUP) return readRefunded(raw)?.join('-');
  const digits = raw.trim();
  if (!/^(?:\d{4}|\d{6})$/.test(digits)) return undefined;
  return (digits.match(/../g) ?? []).map(Number).join('-');
};

const trimmed: Writer = (raw) => raw.trim();

const raceTitle: Writer = (raw, _column, language, names, beside) => {
  const key = raw.trim();
  const name = isBlank(beside) ? undefined : styledName(raceNameIn((beside ?? '').trim(), language), names);
  return titleOfRacekey(key, language, name);
};

/** Zeros that the code table does not list are padding. Any other unknown code stays raw. */
const coded: Writer = (raw, column, language) =>
  decode(column, raw, language) ?? (isStated(raw) ? undefined : MISSING);

const WRITERS: Readonly<Record<Kind, Writer>> = {
  code: coded,
  codes: coded,
  mark: (raw, column, ...how) => glyphOf(column, raw) ?? coded(raw, column, ...how),
  decimal: plainNumber,
  integer: plainNumber,
  money: asNumber((value, _raw, column, language) => AMOUNTS[column.unit ?? 'yen']?.[language](value)),
  odds: asNumber((value) => (value === 0 ? MISSING : value.toFixed(1))),
  rate: asNumber((value) => `${value.toFixed(1)}%`),
  tenths: asNumber((value) => (value > 0 ? clockTime(value) : value === 0 ? MISSING : undefined)),
  gap: (raw, _column, _language, _names, beside) => {
    const value = readNumber(gapAt(raw, beside));
    return value === undefined ? undefined : signed((value / 10).toFixed(1), value);
  },
  weight: asNumber((value, _raw, column) => {
    const text = kilos(value, column);
    return text === undefined ? MISSING : `${text} kg`;
  }),
  length: asNumber((value, raw, column) => `${value.toFixed(decimals(raw))} ${column.unit ?? ''}`.trimEnd()),
  date: (raw, _column, language) => formatRacedate(raw.trim(), language),
  clock,
  timestamp: (raw, _column, language) => instant(raw.trim(), language),
  key: trimmed,
  race: raceTitle,
  number: counted,
  numbers: combination,
  rank: counted,
  name: (raw, _column, _language, names) => styledName(raw.trim(), names),
  text: (raw, column, language) => decode(column, raw, language) ?? raw.trim(),
};

/** If the column header has the unit, the cells have figures only. */
const BARE: { readonly [kind in Kind]?: Writer } = {
  money: asNumber(grouped),
  rate: asNumber((value) => value.toFixed(1)),
  weight: asNumber((value, _raw, column) => kilos(value, column) ?? MISSING),
  length: asNumber((value, raw) => value.toFixed(decimals(raw))),
};

const HEAD_UNITS: Readonly<Partial<Record<Unit, Readonly<Record<Language, string>>>>> = {
  yen: { en: '¥', ja: '円' },
  '10,000 yen': { en: '¥10,000', ja: '万円' },
  '0.1 kg': { en: 'kg', ja: 'kg' },
};

/** The unit that `formatBare` omits, for the column header; undefined if it omits none. */
export function unitOf({ kind, unit }: Shown, language: Language): string | undefined {
  if (BARE[kind] === undefined) return undefined;
  if (kind === 'rate') return '%';
  if (unit === undefined) return kind === 'money' ? HEAD_UNITS.yen?.[language] : undefined;
  return HEAD_UNITS[unit]?.[language] ?? unit;
}

/** Like `formatValue`, without the unit. */
export function formatBare(
  column: Shown,
  value: unknown,
  language: Language,
  names: NameStyle = 'kana',
  beside: string | null = null,
): string {
  if (isBlank(value)) return MISSING;
  const raw = rawText(value);
  return (BARE[column.kind] ?? WRITERS[column.kind])(raw, column, language, names, beside) ?? raw.trim();
}

/**
 * A column's value for display: labels, units, signs, "1:13.1", names as chosen; a dash if there is none. `beside`: the
 * value of the column that the text is made with (`Column.beside`), if it is known.
 */
export function formatValue(
  column: Shown,
  value: unknown,
  language: Language,
  names: NameStyle = 'kana',
  beside: string | null = null,
): string {
  if (isBlank(value)) return MISSING;
  const raw = rawText(value);
  return WRITERS[column.kind](raw, column, language, names, beside) ?? raw.trim();
}
