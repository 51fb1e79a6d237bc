// Which days cannot be checked, because the program or the meetings of the day are not stored completely.

import type { Incompleteness } from '#shared/bridge/results.ts';
import { dayUnit } from '../../archive/coverage.ts';
import { knownDays } from '../plan/idle-days.ts';
import { codesOf, unsettledOf } from '../plan/query-plan.ts';
import type { ReferenceDays } from '../plan/reference-tables.ts';
import type { ArchiveContext } from '../query-context.ts';
import { wheres } from './coverage-report.ts';

/** Days of these parts for which a reference table is not stored, or has reasons against it. Errors: ARCHIVE_FAILED. */
export async function daysWithoutReference(
  context: ArchiveContext,
  parts: readonly ReferenceDays[],
): Promise<ReadonlySet<string>> {
  return new Set((await Promise.all(parts.map((part) => absentDays(context, part)))).flat());
}

async function absentDays({ archive, now }: ArchiveContext, part: ReferenceDays): Promise<string[]> {
  const at = now();
  // Nearly all days are final, and those need no further check.
  const days = await unsettledOf(archive, part, at);
  if (days.length === 0) return [];
  const stored = await Promise.all(codesOf(part).map((code) => archive.coverage(code, days.map(dayUnit))));
  const { idle } = await knownDays(archive, days, at, part.table.code);
  const isThere = (day: string) =>
    stored.some((coverage) => coverage.get(dayUnit(day))?.reasons.length === 0);
  return days.filter((day) => !isThere(day) && !idle.has(day));
}

/** Days as reasons. */
export const unchecked = (days: readonly string[]): Incompleteness[] =>
  wheres(days.map(dayUnit)).map((where) => ({ reason: 'unchecked', where }));
