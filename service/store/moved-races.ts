// A race that was moved to another day keeps its key: the day is a fact about it (docs/decisions.md, "a race that was
// moved"). A meeting that goes on another day has a key there too, so its records stay.

import type { Table } from '#shared/catalogue/table.ts';

/** Whether the records of a table have the key of a race. */
export const isByRace = ({ primaryKey }: Table): boolean => primaryKey.includes('racekey');

/** The newest of some times in comparable form; none at all is the oldest. */
export const newestOf = (times: readonly string[]): string =>
  times.reduce((newest, time) => (time > newest ? time : newest), '');
