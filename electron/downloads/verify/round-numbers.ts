// A round number of records is no reason where everything else that is stored says that none is missing: a day may have
// exactly 500 runners, and has no parts to be requested in.

import { pairOfDay } from '#shared/catalogue/day-tables.ts';
import type { Table, TableCode } from '#shared/catalogue/table.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../../archive/archive.ts';
import { dayOf, type CoverageUnit, type StoredUnit } from '../../archive/coverage.ts';
import { unsettledDays } from '../../archive/final-days.ts';
import { REFERENCE_TABLE_CODES, REFERENCE_TABLES } from '../plan/reference-tables.ts';
import { countsRunners, daysOfUnknownMeetings, raceGaps } from './race-gaps.ts';

const PAYOFFS: readonly TableCode[] = pairOfDay('payoff');

export interface Proving {
  readonly archive: Pick<Archive, 'rows' | 'facts' | 'coverage'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

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
  const whole = await wholeDays(context, table, suspected.toSorted());
  return new Map(
    [...stored].map(([unit, own]) => [
      unit,
      whole.has(dayOf(unit) ?? '')
        ? { ...own, reasons: own.reasons.filter(({ reason }) => reason !== 'round_number') }
        : own,
    ]),
  );
}

/** Past days of which the table has every race and runner that the program and the meetings name. `days` in order. */
async function wholeDays(
  context: Proving,
  table: Table,
  days: readonly string[],
): Promise<ReadonlySet<string>> {
  const { archive, now } = context;
  const today = todayInTokyo(now());
  const past = days.filter((day) => day < today);
  const [from, to] = [past[0], past.at(-1)];
  if (from === undefined || to === undefined) return new Set();
  if (!countsRunners(table.code) && !PAYOFFS.includes(table.code)) return new Set();
  const filter = { start_racedate: from, end_racedate: to };
  const lacking = new Set([
    ...(await raceGaps(archive, table, filter, today)).map(({ day }) => day),
    ...(await daysOfUnknownMeetings(archive, table, filter)),
    ...(await daysUnsettled(context, { from, to })),
  ]);
  return new Set(past.filter((day) => !lacking.has(day)));
}

/** Days of which the program or the meetings are not stored for good. */
async function daysUnsettled(
  { archive, now }: Proving,
  period: { readonly from: string; readonly to: string },
): Promise<readonly string[]> {
  const found = REFERENCE_TABLES.map((reference) =>
    unsettledDays(archive, { tables: REFERENCE_TABLE_CODES[reference], ...period }, now()),
  );
  return (await Promise.all(found)).flat();
}
