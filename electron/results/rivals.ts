// The stored results of every race that some horses ran in before a day: who met whom, and how they finished.

import { RIVAL_FIELDS, type RivalRun } from '#shared/bridge/races.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { Archive } from '../archive/archive.ts';
import { quoted } from '../archive/filter-sql.ts';
import { textOf } from './row.ts';

const TABLES = tablesOfDay('result');

/**
 * A row for each runner of those races, the latest race first; of a runner that both tables have, the one fetched
 * later. `before`: YYYYMMDD, exclusive. Reads few columns, because results of ten years are searched. Errors:
 * ARCHIVE_FAILED.
 */
export async function rivalRuns(
  archive: Pick<Archive, 'rows'>,
  horseIds: readonly string[],
  before: string,
): Promise<RivalRun[]> {
  if (horseIds.length === 0) return [];
  const raced = await archive.rows(
    eachTable(`select racekey from % where horse_id in (${marksOf(horseIds)}) and racedate < ?`, 'union'),
    TABLES.flatMap(() => [...horseIds, before]),
  );
  const racekeys = raced.flatMap(([racekey]) => textOf(racekey) ?? []);
  if (racekeys.length === 0) return [];
  const fields = RIVAL_FIELDS.map(quoted).join(', ');
  const found = await archive.rows(
    `select ${fields} from (${eachTable(
      `select ${fields}, __fetched_at from % where racekey in (${marksOf(racekeys)}) and racedate < ?`,
      'union all',
    )}) qualify row_number() over (partition by racekey, horse_number order by __fetched_at desc) = 1
       order by racedate desc, racekey, try_cast(horse_number as integer)`,
    TABLES.flatMap(() => [...racekeys, before]),
  );
  return found.map((cells) =>
    Object.fromEntries(RIVAL_FIELDS.map((field, at) => [field, textOf(cells[at])])),
  );
}

const marksOf = (values: readonly string[]): string => values.map(() => '?').join(', ');

/** `%` stands for the table. */
const eachTable = (select: string, union: 'union' | 'union all'): string =>
  TABLES.map((code) => select.replace('%', quoted(code))).join(` ${union} `);
