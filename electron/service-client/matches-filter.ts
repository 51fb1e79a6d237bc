// Applies the filter of a request to what was returned: records outside it are quarantined, never shown as matching.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { identityText } from './record-identity.ts';

/** Whether a record matches every filter. A record without the field does not match. */
export type FilterMatcher = (record: WireRecord) => boolean;

export function filterMatcher(table: Table, filter: Filter): FilterMatcher {
  const tests: FilterMatcher[] = [];
  const { racedate, start_racedate: start, end_racedate: end, racekey, horse_id, kettonum } = filter;
  if (racedate !== undefined) tests.push((record) => identityText('racedate', record.racedate) === racedate);
  if (start !== undefined || end !== undefined) tests.push(isOfADay);
  if (start !== undefined) tests.push((record) => identityText('racedate', record.racedate) >= start);
  if (end !== undefined) tests.push((record) => identityText('racedate', record.racedate) <= end);
  if (racekey !== undefined) tests.push(ofRace(table, racekey));
  if (horse_id !== undefined) tests.push((record) => identityText('horse_id', record.horse_id) === horse_id);
  else if (kettonum !== undefined)
    tests.push((record) => isSameHorse(identityText('kettonum', record.kettonum), kettonum));
  return (record) => tests.every((test) => test(record));
}

/** Text that is not a date can still compare as within a period; it would be on none of its days. */
const isOfADay: FilterMatcher = (record) => /^[0-9]{8}$/.test(identityText('racedate', record.racedate));

/** Meetings have no race key; their holding key is its first six characters. */
function ofRace(table: Table, racekey: string): FilterMatcher {
  const hasRacekey = table.columns.some((column) => column.name === 'racekey');
  if (hasRacekey) return (record) => identityText('racekey', record.racekey) === racekey;
  return (record) => identityText('holdingkey', record.holdingkey) === racekey.slice(0, 6);
}

/** How many digits a registration number has without the century, which may stand in front of it. */
export const NUMBER_DIGITS = 8;

/** What of a registration number identifies the horse, with or without the century. */
export const horseNumber = (kettonum: string): string => kettonum.slice(-NUMBER_DIGITS);

export const isSameHorse = (stored: string, requested: string): boolean =>
  stored !== '' && horseNumber(stored) === horseNumber(requested);
