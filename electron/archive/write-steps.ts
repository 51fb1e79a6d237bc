// What a write and a removal change, each in the transaction of its caller: the records, and all that is derived from
// them. What reads the records in another form has a line in both.

import { FIRST, LAST, outdate } from './subjects/outdated-rows.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { outdateBlocks } from './blocks/stored-blocks.ts';
import { outdateHorses } from './blocks/stored-horses.ts';
import type { Connection } from './connection.ts';
import { dayOf, nameOf, unitsOf, type CoverageUnit, type StoredUnit } from './coverage.ts';
import { countAgain, followRace, noteLeftOut, readCoverage, writeCoverage } from './coverage-tables.ts';
import { removeDays, type Days } from './disk-usage.ts';
import { reasonsAfter, unitsAnsweredLater } from './later-answers.ts';
import { losses, recordsByUnit, unitsLeftOut } from './left-out.ts';
import { removeMoved } from './moved-records.ts';
import { keepVersions } from './record-versions.ts';
import { replaceRows } from './replace-rows.ts';
import type { StoredAnswer } from './stored-answer.ts';

export interface WrittenAnswer {
  /** The coverage that was written. */
  readonly units: readonly StoredUnit[];
  /** Days, races or horses whose records stayed, because the answer has none of them. */
  readonly leftOut: readonly CoverageUnit[];
  /** Other days, whose records of a race went because the answer has it on another day. */
  readonly moved: readonly string[];
}

export const NOTHING_WRITTEN: WrittenAnswer = { units: [], leftOut: [], moved: [] };

/**
 * Replaces the stored records of a window with its answer, except those that it leaves out altogether (left-out.ts) and
 * those of `later`: filters of stored answers that were requested after it (later-answers.ts).
 */
export async function writeAnswer(
  connection: Connection,
  answered: StoredAnswer,
  later: readonly Filter[] = [],
): Promise<WrittenAnswer> {
  const { filter } = answered;
  const table = TABLES[answered.table];
  const isRace = filter.racekey !== undefined;
  const before = await recordsByUnit(connection, table, filter);
  const [own] = before.values();
  const newer = unitsAnsweredLater(filter, later, own?.day);
  const units = unitsOf(filter);
  if (newer.length > 0 && newer.length === units.length) return NOTHING_WRITTEN;
  const leftOut = unitsLeftOut(answered, before).filter((unit) => !newer.includes(unit));
  const staying = [...leftOut, ...newer];
  const earlier = await readCoverage(connection, answered.table, [...before.keys()]);
  const window = { ...answered, reasons: reasonsAfter(answered.reasons, later, earlier.values()) };
  // The races of the records that go, and then those of the records that came.
  await outdateBlocks(connection, window.table, filter);
  await outdateHorses(connection, window.table, filter);
  const noted = await noteLeftOut(connection, table, leftOut, isRace ? daysIn(before.keys()) : []);
  if (leftOut.length > 0 && staying.length === units.length) return { units: noted, leftOut, moved: [] };
  const days = daysIn(staying).map(nameOf);
  const hasRecords = await replaceRows(connection, table, window, { days, later });
  const moved = await removeMoved(connection, table, window, days);
  await outdateBlocks(connection, window.table, filter);
  await outdateHorses(connection, window.table, filter);
  const after = await recordsByUnit(connection, table, filter, daysIn(before.keys()).map(nameOf));
  const lost = losses(before, after, earlier);
  const written = await writeCoverage(connection, table, window, staying, lost);
  const daysOfRace = isRace ? daysIn([...before.keys(), ...after.keys()]) : [];
  const [race = ''] = units;
  const isMoved = isRace && own?.day !== undefined && after.get(race)?.day !== own.day;
  const followed = await followRace(connection, table, window, daysOfRace, lost);
  const counted = await countAgain(connection, table, moved);
  await keepVersions(connection, window);
  // The days to come are requested again and again while they have no records.
  if (hasRecords) await outdate(connection, window.table, filter);
  return {
    units: [...noted, ...written, ...followed, ...counted],
    leftOut,
    // No part of the filter of a race says that it left this day.
    moved: isMoved ? [...moved, own.day] : moved,
  };
}

const daysIn = (units: Iterable<CoverageUnit>): CoverageUnit[] => [
  ...new Set([...units].filter((unit) => dayOf(unit) !== undefined)),
];

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
