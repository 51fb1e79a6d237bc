// A race that was moved to another day keeps its key: the day is a fact about it (docs/decisions.md, "a race that was
// moved"). A meeting that goes on another day has a key there too, so its records stay.

import type { Table } from '#shared/catalogue/table.ts';

/** Whether the records of a table have the key of a race. */
export const isByRace = ({ primaryKey }: Table): boolean => primaryKey.includes('racekey');

/** A race on one of its days, with the newest time of records of it there. */
export interface RaceDay {
  readonly racekey: string;
  readonly racedate: string;
  /** In comparable form; empty if the table has no times. */
  readonly newest: string;
}

/**
 * Of each race the day with the newest record; at the same time the one that comes later. A day may be given several
 * times.
 */
export function newestDays(days: readonly RaceDay[]): ReadonlyMap<string, RaceDay> {
  const once = new Map<string, RaceDay>();
  for (const { racekey, racedate, newest } of days) {
    const name = `${racekey} ${racedate}`;
    once.set(name, { racekey, racedate, newest: newestOf([once.get(name)?.newest ?? '', newest]) });
  }
  const races = new Map<string, RaceDay>();
  for (const day of once.values()) {
    if (day.newest >= (races.get(day.racekey)?.newest ?? '')) races.set(day.racekey, day);
  }
  return races;
}

/** The newest of some times in comparable form; none at all is the oldest. */
export const newestOf = (times: readonly string[]): string =>
  times.reduce((newest, time) => (time > newest ? time : newest), '');
