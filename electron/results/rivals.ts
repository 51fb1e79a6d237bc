// The stored results of every race that some horses ran in before a day: who met whom, and how they finished.

import { RIVAL_FIELDS, type RivalRun } from '#shared/bridge/races.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { addDays, isRacedate } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { inList } from '../archive/filter-sql.ts';
import { racesRunSql, runnersOfRacesSql } from '../archive/horse-records.ts';
import { textOf } from './row.ts';

const TABLES = tablesOfDay('result');

/** By how many days the records of one race may differ at most, when it was moved. */
const MOVED_DAYS = 60;

/**
 * A row for each runner of those races, the latest race first (`runnersOfRacesSql`). `before`: YYYYMMDD, exclusive. Reads
 * few columns, because results of ten years are searched. Errors: ARCHIVE_FAILED.
 */
export async function rivalRuns(
  archive: Pick<Archive, 'rows'> & { readonly blocks: Pick<Archive['blocks'], 'ofHorse'> },
  horseIds: readonly string[],
  before: string,
): Promise<RivalRun[]> {
  const [horseId] = horseIds;
  if (horseId === undefined) return [];
  const isOne = horseIds.length === 1;
  const known = isOne ? (await archive.blocks.ofHorse(horseId))?.cells('rivals', RIVAL_FIELDS) : undefined;
  const found = known ?? (await storedRivals(archive, horseIds, before));
  const runs = found.map((cells): RivalRun =>
    Object.fromEntries(RIVAL_FIELDS.map((field, at) => [field, textOf(cells[at])])),
  );
  return known === undefined ? runs : runs.filter(({ racedate }) => racedate != null && racedate < before);
}

async function storedRivals(
  archive: Pick<Archive, 'rows'>,
  horseIds: readonly string[],
  before: string,
): Promise<readonly (readonly unknown[])[]> {
  // A scan for one value reads the other columns only where it finds it.
  const horses = inList(horseIds);
  const ofHorses = horseIds.length === 1 ? '= ?' : `in (${horses.marks})`;
  const raced = await archive.rows(
    racesRunSql(`horse_id ${ofHorses} and racedate < ?`),
    TABLES.flatMap(() => [...horses.values, before]),
  );
  const racekeys = [...new Set(raced.flatMap(([, racekey]) => textOf(racekey) ?? []))];
  const days = raced.flatMap(([, , racedate]) => textOf(racedate) ?? []).toSorted();
  if (racekeys.length === 0) return [];
  const races = inList(racekeys);
  return archive.rows(
    // The days bound the scan: horses race for a few years.
    runnersOfRacesSql(`racekey in (${races.marks}) and racedate between ? and ? and racedate < ?`),
    TABLES.flatMap(() => [...races.values, ...around(days), before]),
  );
}

/** The first day and the last that a record of the races of these days may have, in order. */
function around(days: readonly string[]): [first: string, last: string] {
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  const areDays = isRacedate(first) && isRacedate(last);
  return areDays ? [addDays(first, -MOVED_DAYS), addDays(last, MOVED_DAYS)] : ['', '99999999'];
}
