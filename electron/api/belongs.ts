// Re-applies the filters of a request to what came back: a record outside is set aside, never shown as matching.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/wire/envelope.ts';

/** What a record is asked about; the rest of it does not matter here. */
export const FIELDS_OF_FILTERS = ['racedate', 'racekey', 'holdingkey', 'horse_id', 'kettonum'] as const;

/** Whether a record matches every filter. A field that is missing cannot vouch for its record. */
export type Belongs = (record: WireRecord) => boolean;

export function belongsTo(table: Table, filter: Filter): Belongs {
  const tests: Belongs[] = [];
  const { racedate, start_racedate: start, end_racedate: end, racekey, horse_id, kettonum } = filter;
  if (racedate !== undefined) tests.push((record) => textOf(record.racedate) === racedate);
  if (start !== undefined || end !== undefined) tests.push(isOfADay);
  if (start !== undefined) tests.push((record) => textOf(record.racedate) >= start);
  if (end !== undefined) tests.push((record) => textOf(record.racedate) <= end);
  if (racekey !== undefined) tests.push(ofRace(table, racekey));
  if (horse_id !== undefined) tests.push((record) => textOf(record.horse_id) === horse_id);
  else if (kettonum !== undefined) tests.push((record) => sameHorse(textOf(record.kettonum), kettonum));
  return (record) => tests.every((test) => test(record));
}

/** What is no date compares with dates all the same, and would be of a period but of none of its days. */
const isOfADay: Belongs = (record) => /^[0-9]{8}$/.test(textOf(record.racedate));

/** Holding records have no race key; their holding key is its first six characters. */
function ofRace(table: Table, racekey: string): Belongs {
  const hasRacekey = table.columns.some((column) => column.name === 'racekey');
  if (hasRacekey) return (record) => textOf(record.racekey) === racekey;
  return (record) => textOf(record.holdingkey) === racekey.slice(0, 6);
}

/** Eight digits, or ten with the century in front: both name the same horse. */
function sameHorse(held: string, asked: string): boolean {
  return held !== '' && (held === asked || held.endsWith(asked) || asked.endsWith(held));
}

/** A number where text was expected still says which day it is of. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
