// The horses of some races by their numbers, for lists that name them.

import type { Archive } from './archive.ts';
import { literal } from './filter-sql.ts';
import { recordsSql } from './subjects/record-sql.ts';

export interface RaceHorse {
  readonly racedate: string;
  readonly racekey: string;
  readonly horse_number: string;
  /** From the card, or without one from the result. */
  readonly horse_name: string | null;
  readonly horse_id: string | null;
}

const FIELDS = ['horse_name', 'horse_id'];

/** The subjects' rows of these days must be up to date. Errors: ARCHIVE_FAILED. */
export async function horsesOfRaces(
  archive: Pick<Archive, 'rows'>,
  races: readonly { readonly racedate: string; readonly racekey: string }[],
): Promise<readonly RaceHorse[]> {
  if (races.length === 0) return [];
  const listed = (texts: readonly string[]): string => [...new Set(texts)].map(literal).join(', ');
  const days = `racedate in (${listed(races.map(({ racedate }) => racedate))})`;
  const keys = `racekey in (${listed(races.map(({ racekey }) => racekey))})`;
  const [names, ids] = FIELDS.map((field) => `coalesce(entry.${field}, result.${field})`);
  const rows = await archive.rows(
    `select racedate, racekey, horse_number, ${names}, ${ids}
       from (select racedate, racekey, horse_number, entry as entry_id, result as result_id
               from subject_runners where ${days} and ${keys}) own
       left join ${recordsSql('entry', FIELDS, days)} entry on entry.__id = own.entry_id
       left join ${recordsSql('result', FIELDS, days)} result on result.__id = own.result_id`,
  );
  const textOf = (cell: unknown): string | null => (typeof cell === 'string' ? cell : null);
  return rows.map(([racedate, racekey, number, name, id]) => ({
    racedate: String(racedate),
    racekey: String(racekey),
    horse_number: String(number),
    horse_name: textOf(name),
    horse_id: textOf(id),
  }));
}
