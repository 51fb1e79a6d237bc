// Race dates as the interface writes them (YYYYMMDD, Asia/Tokyo): counting, and what "today" is.

const DAY_MS = 86_400_000;
/** Japan keeps no summer time. */
const TOKYO_MS = 9 * 3_600_000;

/** The calendar day in Tokyo at an epoch millisecond. */
export const tokyoDay = (now: number): string => formatDay(now + TOKYO_MS);

/** `days` later (earlier if negative). */
export const addDays = (day: string, days: number): string => formatDay(startOf(day) + days * DAY_MS);

/** Days from one to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((startOf(to) - startOf(from)) / DAY_MS);

/** Every day from one to the other, both included; none if they are reversed. */
export function datesBetween(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));
}

/** Whether the eight digits are a day of the calendar. */
export const isDay = (text: string): boolean => /^\d{8}$/.test(text) && formatDay(startOf(text)) === text;

const startOf = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)));

const formatDay = (utc: number): string => new Date(utc).toISOString().slice(0, 10).replaceAll('-', '');
