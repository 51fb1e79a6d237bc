// Races that gave stakes back and paid nothing: void ones, and for a while those that are not settled. The payoffs have
// no row of them, so they would go unnoticed.

import type { ResultSource } from '#shared/bridge/source.ts';
import type { Archive } from '../archive/archive.ts';

/** Of the period of a source with payoffs, in order; an absent end is open. Errors: ARCHIVE_FAILED. */
export async function unpaidRaces(
  archive: Archive,
  source: ResultSource,
): Promise<{ readonly racedate: string; readonly racekey: string }[]> {
  if (source.kind !== 'subject') return [];
  const { from, to, racekey } = source;
  const rows = await archive.rows(
    `select racedate, racekey from subject_races races
       where refunded_numbers is not null and racedate between ? and ? and (? = '' or racekey = ?)
         and not exists (select 1 from subject_payoffs paid
           where paid.racedate = races.racedate and paid.racekey = races.racekey)
       order by racedate, racekey`,
    [from ?? '', to ?? '99999999', racekey ?? '', racekey ?? ''],
  );
  return rows.map(([day, key]) => ({ racedate: String(day), racekey: String(key) }));
}
