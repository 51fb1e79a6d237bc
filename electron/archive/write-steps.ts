// What a write and a removal change, each in the transaction of its caller: the records, and all that is derived from
// them. What reads the records in another form has a line in both.

import { FIRST, LAST, outdate } from './subjects/outdated-rows.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { outdateBlocks } from './blocks/stored-blocks.ts';
import { outdateHorses } from './blocks/stored-horses.ts';
import type { Connection } from './connection.ts';
import type { StoredUnit } from './coverage.ts';
import { writeCoverage } from './coverage-tables.ts';
import { removeDays, type Days } from './disk-usage.ts';
import { keepVersions } from './record-versions.ts';
import { replaceRows } from './replace-rows.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** Replaces the stored records of a window with its answer. Returns the coverage that was written. */
export async function writeAnswer(
  connection: Connection,
  window: StoredAnswer,
): Promise<readonly StoredUnit[]> {
  const table = TABLES[window.table];
  // The races of the records that go, and then those of the records that came.
  await outdateBlocks(connection, window.table, window.filter);
  await outdateHorses(connection, window.table, window.filter);
  const hasRecords = await replaceRows(connection, table, window);
  await outdateBlocks(connection, window.table, window.filter);
  await outdateHorses(connection, window.table, window.filter);
  const units = await writeCoverage(connection, table, window);
  await keepVersions(connection, window);
  // The days to come are requested again and again while they have no records.
  if (hasRecords) await outdate(connection, window.table, window.filter);
  return units;
}

/** Deletes these days of the tables. Returns the number of deleted records. */
export async function removeRecords(
  connection: Connection,
  tables: readonly TableCode[],
  days: Days,
): Promise<number> {
  const period = { start_racedate: days.from ?? FIRST, end_racedate: days.to ?? LAST };
  for (const table of tables) {
    await outdateBlocks(connection, table, period);
    await outdateHorses(connection, table, period);
  }
  const removed = await removeDays(connection, tables, days);
  for (const table of tables) await outdate(connection, table, period);
  return removed;
}
