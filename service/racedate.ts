// Race dates (YYYYMMDD, calendar days without a time zone) as the service counts them; "today" is Asia/Tokyo.

const DAY = 86_400_000;
const TOKYO = 9 * 3_600_000;

/** Japan has counted by this calendar since then, so an earlier race date is a mistyped one. */
export const FIRST_RACEDATE = '18730101';

/** Days since 1970-01-01, or undefined where the text names no real calendar date. */
export function dayNumber(racedate: string): number | undefined {
  if (!/^[0-9]{8}$/.test(racedate)) return undefined;
  const year = Number(racedate.slice(0, 4));
  const month = Number(racedate.slice(4, 6));
  const date = Number(racedate.slice(6));
  const at = new Date(0);
  // Not Date.UTC, which reads the years 0 to 99 as 1900 to 1999.
  at.setUTCFullYear(year, month - 1, date);
  const real = at.getUTCMonth() === month - 1 && at.getUTCDate() === date;
  return real ? at.getTime() / DAY : undefined;
}

/** The racedate of a day number between the years 0 and 9999. */
export function racedateOfDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10).replaceAll('-', '');
}

/** The time of day in Tokyo, HHMM. */
export function clockInTokyo(now: Date): string {
  return new Date(now.getTime() + TOKYO).toISOString().slice(11, 16).replace(':', '');
}

/** The calendar day before. */
export function dayBefore(racedate: string): string {
  const day = dayNumber(racedate);
  if (day === undefined) throw new RangeError('not a calendar date');
  return racedateOfDay(day - 1);
}
