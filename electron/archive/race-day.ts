// The day of a race: a race key does not contain it, so it comes from records that have both.

import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Archive } from './archive.ts';
import { quoted } from './filter-sql.ts';

/** The race programs come first: they have the current day of a race that was moved. */
const LOOKED_IN: readonly TableCode[] = [
  't_ra',
  'd_ra',
  't_ky',
  'd_ky',
  't_se',
  'd_se',
  't_hj',
  'd_hj',
  't_pd',
  't_ch',
];

/** Undefined if no stored record names the race. */
export async function dayOfRace(
  archive: Pick<Archive, 'rows'>,
  racekey: string,
): Promise<string | undefined> {
  const selects = LOOKED_IN.map(
    (code, index) =>
      `select ${index} as place, racedate, __fetched_at from ${quoted(TABLES[code].code)}
         where racekey = ? and racedate is not null`,
  );
  const found = await archive.rows(
    `select racedate from (${selects.join(' union all ')}) order by place, __fetched_at desc limit 1`,
    LOOKED_IN.map(() => racekey),
  );
  const day = found[0]?.[0];
  return typeof day === 'string' ? day : undefined;
}

/** SQL for the race date in a quarantined record, unchanged; an empty text if it has none. */
export const RACEDATE_SET_ASIDE = `regexp_extract(record, '"racedate"\\s*:\\s*"?([0-9]{8})"?\\s*[,}]', 1)`;
