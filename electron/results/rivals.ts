// The stored results of every race that some horses ran in before a day: who met whom, and how they finished.

import { RIVAL_FIELDS, type RivalRun } from '#shared/bridge/races.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { addDays, isRacedate } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { quoted } from '../archive/filter-sql.ts';

import { textOf } from './row.ts';

const TABLES = tablesOfDay('result');

/** By how many days the records of one race may differ at most, when it was moved. */
const MOVED_DAYS = 60;

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
  // A scan for one value reads the other columns only where it finds it.
  const isOne = horseIds.length === 1;
  const raced = await archive.rows(
    eachTable(
      `select racekey, racedate from % where horse_id ${isOne ? '= ?' : `in (${marksOf(horseIds)})`} and racedate < ?`,
      'union',
    ),
    TABLES.flatMap(() => [...horseIds, before]),
  );
  const racekeys = [...new Set(raced.flatMap(([racekey]) => textOf(racekey) ?? []))];
  const days = raced.flatMap(([, racedate]) => textOf(racedate) ?? []).toSorted();
  if (racekeys.length === 0) return [];
  const fields = RIVAL_FIELDS.map(quoted).join(', ');
  const found = await archive.rows(
    `select ${fields} from (${eachTable(
      // The days bound the scan: horses race for a few years.
      `select ${fields}, __fetched_at from %
         where racekey in (${marksOf(racekeys)}) and racedate between ? and ? and racedate < ?`,
      'union all',
    )}) qualify row_number() over (partition by racekey, horse_number order by __fetched_at desc) = 1
       order by racedate desc, racekey, try_cast(horse_number as integer)`,
    TABLES.flatMap(() => [...racekeys, ...around(days), before]),
  );
  return found.map((cells) =>
    Object.fromEntries(RIVAL_FIELDS.map((field, at) => [field, textOf(cells[at])])),
  );
}

/** The first day and the last that a record of the races of these days may have, in order. */
function around(days: readonly string[]): [first: string, last: string] {
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  const areDays = isRacedate(first) && isRacedate(last);
  return areDays ? [addDays(first, -MOVED_DAYS), addDays(last, MOVED_DAYS)] : ['', '99999999'];
}

const marksOf = (values: readonly string[]): string => values.map(() => '?').join(', ');

/** `%` stands for the table. */
const eachTable = (select: string, union: 'union' | 'union all'): string =>
  TABLES.map((code) => select.replace('%', quoted(code))).join(` ${union} `);
