// The reasons of a result that is read again without requests: nothing becomes unfetched by the time alone, and why
// something was not fetched is known from before.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { CoverageUnit } from '../archive/coverage.ts';
import { hasEndedSince } from '../downloads/plan/freshness.ts';
import { daysSaidIdle } from '../downloads/plan/idle-days.ts';
import type { ArchiveContext } from '../downloads/query-context.ts';
import { unitsOfWhere, wheres } from '../downloads/verify/coverage-report.ts';

/** `before`: the reasons of the result until now. Errors: ARCHIVE_FAILED. */
export async function reasonsAgain(
  context: ArchiveContext,
  source: ResultSource,
  found: readonly Incompleteness[],
  before: readonly Incompleteness[],
): Promise<Incompleteness[]> {
  return keepCauses(await withoutAged(context, source, found, before), before);
}

/** A renewal asks nobody, so it cannot know why something was not fetched: the cause found before still holds. */
function keepCauses(reasons: readonly Incompleteness[], before: readonly Incompleteness[]): Incompleteness[] {
  return reasons.map(({ because, ...reason }) => {
    if (because?.code !== 'OFFLINE_NOT_STORED')
      return because === undefined ? reason : { ...reason, because };
    const same = before.find((each) => each.reason === reason.reason && each.where === reason.where);
    return same ?? reason;
  });
}

/**
 * Without what was fetched, was no reason before, and could only be requested again by now: an empty recent day. What was
 * fetched before the end of its day is a part of it at most.
 */
async function withoutAged(
  context: ArchiveContext,
  source: ResultSource,
  found: readonly Incompleteness[],
  before: readonly Incompleteness[],
): Promise<Incompleteness[]> {
  const known = new Set(before.filter(isNotFetched).flatMap(({ where }) => unitsOfWhere(where)));
  const units = found.filter(isNotFetched).flatMap(({ where }) => unitsOfWhere(where));
  const added = units.filter((unit) => !known.has(unit));
  if (added.length === 0) return [...found];
  const stored = await storedAmong(context, alternativesOf(source), added);
  return found.flatMap((reason) => {
    if (!isNotFetched(reason)) return [reason];
    const own = unitsOfWhere(reason.where);
    const left = own.filter((unit) => !stored.has(unit));
    return left.length === own.length ? [reason] : wheres(left).map((where) => ({ ...reason, where }));
  });
}

const isNotFetched = ({ reason }: Incompleteness): boolean => reason === 'not_fetched';

/** What a day needs of the source's tables: of each list, one table that has it. A SQL query always says what is not final. */
function alternativesOf(source: ResultSource): readonly (readonly TableCode[])[] {
  if (source.kind === 'table') return [[source.table]];
  return source.kind === 'subject' ? SUBJECTS[source.subject].requires.map(tablesOfDay) : [];
}

/** The units that a table of each list has whole, or whose day had no racing when the meetings were fetched. */
async function storedAmong(
  context: ArchiveContext,
  lists: readonly (readonly TableCode[])[],
  units: readonly CoverageUnit[],
): Promise<ReadonlySet<CoverageUnit>> {
  if (lists.length === 0) return new Set();
  const { archive, now } = context;
  const today = todayInTokyo(now());
  const idle = await daysSaidIdle(archive, units);
  const coverages = await Promise.all(
    lists.map((codes) => Promise.all(codes.map((code) => archive.coverage(code, units)))),
  );
  const isWhole = (stored: (typeof coverages)[number][number], unit: CoverageUnit): boolean => {
    const own = stored.get(unit);
    return own !== undefined && own.reasons.length === 0 && !hasEndedSince(own, today);
  };
  const isStored = (unit: CoverageUnit): boolean =>
    coverages.every((list) => idle.has(unit) || list.some((stored) => isWhole(stored, unit)));
  return new Set(units.filter(isStored));
}
