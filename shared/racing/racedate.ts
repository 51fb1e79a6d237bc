// Race dates: calendar days of Japan without a time of day, written YYYYMMDD (specification, section 1).

import { CalendarDate, getDayOfWeek } from '@internationalized/date';
import type { Language } from '#shared/text.ts';

export const DAY_MS = 86_400_000;

/** The offset of Japan's clocks from UTC, in milliseconds, the same all year. */
export const TOKYO_OFFSET_MS = 9 * 3_600_000;

/** Japan has used this calendar since then, so an earlier race date is a typing error. */
export const FIRST_RACEDATE = '18730101';

/** The calendar date of the text; undefined unless it is eight digits and a real day. */
export function parseRacedate(text: string): CalendarDate | undefined {
  if (!/^[0-9]{8}$/.test(text)) return undefined;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(4, 6));
  const day = Number(text.slice(6));
  const date = new CalendarDate(year, month, day);
  // The constructor turns 31 February into a real day; a race date must be real as written.
  return date.year === year && date.month === month && date.day === day ? date : undefined;
}

const INSTANT =
  /^(?<day>\d{4}-\d{2}-\d{2})T(?<time>(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)(?<zone>Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/;

/**
 * An ISO 8601 date and time in milliseconds since 1970; undefined for anything else. Without an offset it is in UTC, as the
 * specification writes times: read as local time, it would depend on the computer.
 */
export function instantOf(text: string): number | undefined {
  const { day = '', time = '', zone = 'Z' } = INSTANT.exec(text)?.groups ?? {};
  if (!isRacedate(day.replaceAll('-', ''))) return undefined;
  return Date.parse(`${day}T${time}${zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone}`);
}

export const isRacedate = (text: string): boolean => parseRacedate(text) !== undefined;

export const racedateOf = (date: CalendarDate): string =>
  String(date.year).padStart(4, '0') +
  String(date.month).padStart(2, '0') +
  String(date.day).padStart(2, '0');

/** Like `parseRacedate`, for text that was checked before; throws a RangeError for anything else. */
function dateOf(racedate: string): CalendarDate {
  const date = parseRacedate(racedate);
  if (!date) throw new RangeError(`not a race date: ${racedate}`);
  return date;
}

/** Today in Japan at an instant given in milliseconds since 1970. */
export const todayInTokyo = (now: number): string =>
  racedateOfDay(Math.floor((now + TOKYO_OFFSET_MS) / DAY_MS));

/**
 * Days since 1970-01-01; undefined if the text is not a real calendar date. Avoids date objects, because an import
 * checks hundreds of thousands of dates.
 */
export function dayNumber(racedate: string): number | undefined {
  if (!/^[0-9]{8}$/.test(racedate)) return undefined;
  const month = Number(racedate.slice(4, 6));
  const date = Number(racedate.slice(6));
  const at = new Date(0);
  // Not Date.UTC, which reads the years 0 to 99 as 1900 to 1999.
  at.setUTCFullYear(Number(racedate.slice(0, 4)), month - 1, date);
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === date;
  return isReal ? at.getTime() / DAY_MS : undefined;
}

/** The race date of a day number between the years 0 and 9999. */
export const racedateOfDay = (day: number): string =>
  new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');

/** The time of day in Japan, HHMM, at an instant given in milliseconds since 1970. */
export const clockInTokyo = (now: number): string =>
  new Date(now + TOKYO_OFFSET_MS).toISOString().slice(11, 16).replace(':', '');

/** Day and time in Japan at an instant in milliseconds since 1970: "2026-11-28 00:33". */
export const minuteInTokyo = (at: number): string =>
  new Date(at + TOKYO_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ');

/** The same to be compared with others: "202611280033", a race day and its clock. */
export const compactMinuteInTokyo = (at: number): string => `${todayInTokyo(at)}${clockInTokyo(at)}`;

/** "2026-11-15T15:40:12+09:00": an instant as a column of timestamps has it, by the clocks of Japan. */
export const timestampInTokyo = (at: number): string =>
  `${new Date(at + TOKYO_OFFSET_MS).toISOString().slice(0, 19)}+09:00`;

/** Within the years 1 to 9999: beyond, the last day there is. */
export const addDays = (racedate: string, days: number): string => racedateOf(dateOf(racedate).add({ days }));

/** 0 for Sunday to 6 for Saturday. */
export const dayOfWeek = (racedate: string): number => getDayOfWeek(dateOf(racedate), 'en-US', 'sun');

export const isWeekend = (racedate: string): boolean => [0, 6].includes(dayOfWeek(racedate));

/** The number of days in a period, both ends included: 1 for a single day, 0 or less if reversed. */
export const spanDays = (start: string, end: string): number => dateOf(end).compare(dateOf(start)) + 1;

/** Every day of a period, both ends included, in order; none if reversed. */
export function* racedatesBetween(start: string, end: string): Generator<string> {
  // Counted, because the day after 9999-12-31 is that day again, and a walk from day to day would never end there.
  const days = spanDays(start, end);
  let day = dateOf(start);
  for (let count = 0; count < days; count += 1) {
    yield racedateOf(day);
    day = day.add({ days: 1 });
  }
}

const WEEKDAYS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  ja: ['日', '月', '火', '水', '木', '金', '土'],
};

/** "2026-11-15 (Sun)" or "2026年11月15日(日)"; undefined if it is not a race date. */
export function formatRacedate(racedate: string, language: Language): string | undefined {
  const date = parseRacedate(racedate);
  if (!date) return undefined;
  const weekday = WEEKDAYS[language][dayOfWeek(racedate)] ?? '';
  return language === 'ja'
    ? `${date.year}年${date.month}月${date.day}日(${weekday})`
    : `${date.toString()} (${weekday})`;
}
