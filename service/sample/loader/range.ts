// The range of sample racing on the command line: FROM..TO, as YYYY-MM-DD or YYYYMMDD.

import { dayNumber } from '#shared/racing/racedate.ts';

/** Race dates, both included. */
export interface SampleRange {
  readonly from: string;
  readonly to: string;
}

/** The generator has no racing before it. */
const FIRST_DAY = '20160101';

/** @throws Error that tells the user who typed it what is wrong */
export function readRange(text: string): SampleRange {
  const [, from, to] = /^([0-9-]+)\.\.([0-9-]+)$/.exec(text) ?? [];
  if (from === undefined || to === undefined) throw new Error('takes FROM..TO, as 2016-01-01..2025-12-31');
  const range = { from: readDate(from), to: readDate(to) };
  if (range.from > range.to) throw new Error('begins after its end');
  if (range.from < FIRST_DAY) throw new Error('begins before 2016-01-01, the first day of sample racing');
  return range;
}

function readDate(text: string): string {
  const racedate = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? text.replaceAll('-', '') : text;
  if (dayNumber(racedate) === undefined)
    throw new Error('has an invalid date; dates are YYYY-MM-DD or YYYYMMDD');
  return racedate;
}
