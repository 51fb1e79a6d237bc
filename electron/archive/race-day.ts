// The day of a race: a race key does not contain it, so it comes from records that have both.

import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Archive } from './archive.ts';
import { quoted } from './filter-sql.ts';

/** Looked in one after another. The race programs come first: they have the current day of a race that was moved. */
const LOOKED_IN: readonly (readonly TableCode[])[] = [
  ['t_ra', 'd_ra'],
  ['t_ky', 'd_ky', 't_se', 'd_se', 't_hj', 'd_hj', 't_pd', 't_ch'],
];

/** Undefined if no stored record names the race. Errors: ARCHIVE_FAILED. */
export async function dayOfRace(
  archive: Pick<Archive, 'facts' | 'blocks'>,
  racekey: string,
): Promise<string | undefined> {
  const known = await archive.blocks.dayOf(racekey);
  if (known !== undefined) return known;
  for (const codes of LOOKED_IN) {
    const selects = codes.map(
      (code, index) =>
        `select ${index} as place, racedate, __fetched_at from ${quoted(TABLES[code].code)}
           where racekey = ? and racedate is not null`,
    );
    const found = await archive.facts(
      `select racedate from (${selects.join(' union all ')}) order by place, __fetched_at desc limit 1`,
      codes.map(() => racekey),
    );
    const day = found[0]?.[0];
    if (typeof day === 'string') return day;
  }
  return undefined;
}

/** The days of races by race key; a race that no stored record names is absent. Errors: ARCHIVE_FAILED. */
export async function daysOfRaces(
  archive: Pick<Archive, 'rows'>,
  racekeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const days = new Map<string, string>();
  for (const codes of LOOKED_IN) {
    const missing = [...new Set(racekeys)].filter((racekey) => !days.has(racekey));
    if (missing.length === 0) break;
    const selects = codes.map(
      (code, index) =>
        `select racekey, ${index} as place, racedate, __fetched_at from ${quoted(TABLES[code].code)}
           where racekey in (select unnest(string_split(?, ' '))) and racedate is not null`,
    );
    const found = await archive.rows(
      `select distinct on (racekey) racekey, racedate from (${selects.join(' union all ')})
         order by racekey, place, __fetched_at desc`,
      codes.map(() => missing.join(' ')),
    );
    for (const [racekey, day] of found)
      if (typeof racekey === 'string' && typeof day === 'string') days.set(racekey, day);
  }
  return days;
}

/** SQL for the race date in a quarantined record, unchanged; an empty text if it has none. */
export const RACEDATE_SET_ASIDE = `regexp_extract(record, '"racedate"\\s*:\\s*"?([0-9]{8})"?\\s*[,}]', 1)`;
