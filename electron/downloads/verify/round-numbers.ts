// A round number of records is no reason where everything else that is stored says that none is missing: a day may have
// exactly 500 runners, and has no parts to be requested in.

import { pairOfDay } from '#shared/catalogue/day-tables.ts';
import type { Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../../archive/archive.ts';
import { dayOf, type CoverageUnit, type StoredUnit } from '../../archive/coverage.ts';
import { unsettledDays } from '../../archive/final-days.ts';
import { REFERENCE_TABLE_CODES, REFERENCE_TABLES } from '../plan/reference-tables.ts';
import { countsRunners, daysOfUnknownMeetings, raceGaps, rememberedRows } from './race-gaps.ts';

const PAYOFFS: readonly TableCode[] = pairOfDay('payoff');

export interface Proving {
  readonly archive: Pick<Archive, 'rows' | 'facts' | 'coverage'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The coverage of an archive as `withoutProven` reads it. */
export const provenCoverage = (context: Proving): Pick<Archive, 'coverage'> => ({
  coverage: async (code, units) =>
    withoutProven(context, TABLES[code], await context.archive.coverage(code, units)),
});

/** What is stored, without that reason of days whose races and runners are all there. Errors: ARCHIVE_FAILED. */
export async function withoutProven(
  context: Proving,
  table: Table,
  stored: ReadonlyMap<CoverageUnit, StoredUnit>,
): Promise<ReadonlyMap<CoverageUnit, StoredUnit>> {
  const suspected = [...stored.values()].flatMap(({ unit, reasons }) =>
    reasons.some(({ reason }) => reason === 'round_number') ? (dayOf(unit) ?? []) : [],
  );
  if (suspected.length === 0) return stored;
  const whole = await wholeDays(context, table, suspected);
  return new Map(
    [...stored].map(([unit, own]) => [
      unit,
      whole.has(dayOf(unit) ?? '')
        ? { ...own, reasons: own.reasons.filter(({ reason }) => reason !== 'round_number') }
        : own,
    ]),
  );
}

/** Past days of which the table has every race and runner that the program and the meetings name. */
async function wholeDays(
  context: Proving,
  table: Table,
  days: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!countsRunners(table.code) && !PAYOFFS.includes(table.code)) return new Set();
  const today = todayInTokyo(context.now());
  const whole = new Set<string>();
  for (const day of days) if (day < today && (await isWhole(context, table, day))) whole.add(day);
  return whole;
}

async function isWhole(context: Proving, table: Table, day: string): Promise<boolean> {
  const { archive, now } = context;
  const filter = { start_racedate: day, end_racedate: day };
  const unsettled = REFERENCE_TABLES.map((reference) =>
    unsettledDays(archive, { tables: REFERENCE_TABLE_CODES[reference], from: day, to: day }, now()),
  );
  if ((await Promise.all(unsettled)).flat().length > 0) return false;
  // Each screen of years of racing asks again: until the next write the answers are remembered.
  const asked = rememberedRows(archive);
  const gaps = await raceGaps(asked, table, filter, todayInTokyo(now()));
  return gaps.length === 0 && (await daysOfUnknownMeetings(asked, table, filter)).length === 0;
}
