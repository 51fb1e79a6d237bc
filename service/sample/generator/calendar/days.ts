// Calendar days as whole numbers (days since 1970-01-01), so that the sample's arithmetic on dates is plain addition.

import { DAY_MS } from '#shared/racing/racedate.ts';

/** YYYYMMDD as a day number. */
export function dayOf(racedate: string): number {
  return (
    Date.UTC(Number(racedate.slice(0, 4)), Number(racedate.slice(4, 6)) - 1, Number(racedate.slice(6, 8))) /
    DAY_MS
  );
}

const written = new Map<number, string>();

/** A day number as YYYYMMDD. */
export function racedateOf(day: number): string {
  let text = written.get(day);
  if (text === undefined) {
    text = new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
    written.set(day, text);
  }
  return text;
}

export const dayOfDate = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / DAY_MS;

/** 0 Sunday to 6 Saturday. */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7;

export const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();

/** 1 to 12. */
export const monthOf = (day: number): number => new Date(day * DAY_MS).getUTCMonth() + 1;

/** ISO 8601 with milliseconds, UTC, for a clock time in Tokyo on that day. */
export function tokyoInstant(day: number, hour: number, minute: number, milli = 0): string {
  return new Date(day * DAY_MS + ((hour - 9) * 60 + minute) * 60_000 + milli).toISOString();
}
