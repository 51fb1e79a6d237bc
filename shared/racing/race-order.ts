// The order in which races are run, as far as their keys tell it. Race keys themselves follow course after course.

import { comparePoints } from '#shared/catalogue/reading.ts';
import { raceNumberOf } from '#shared/racing/racekey.ts';

interface KeyedRace {
  /** YYYYMMDD. */
  readonly racedate: string;
  readonly racekey: string;
}

/** Sorts races by day and race number, so that several courses alternate as they do on the day. */
export const byTime = (a: KeyedRace, b: KeyedRace): number =>
  comparePoints(a.racedate, b.racedate) ||
  (raceNumberOf(a.racekey) ?? 0) - (raceNumberOf(b.racekey) ?? 0) ||
  comparePoints(a.racekey, b.racekey);
