// What is stored of one race, and what is said against it: what a subject of a race reports beside its rows.

import type { Incompleteness } from '#shared/bridge/results.ts';
import { DAY_TABLES, tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import type { Subject } from '#shared/catalogue/subjects/subject.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { dayUnit, latestOf, ofRace, raceUnit, type StoredUnit } from '../archive/coverage.ts';
import { isFinal } from '../archive/final-days.ts';
import { dayOfRace } from '../archive/race-day.ts';
import type { ArchiveContext } from '../downloads/query-context.ts';
import { unique } from '../downloads/verify/coverage-report.ts';
import { withoutProven } from '../downloads/verify/round-numbers.ts';
import { shortfalls } from '../downloads/verify/shortfalls.ts';
import { totals } from './table-contents.ts';

/** Records of which a race has as many as its program and the others say. */
const COUNTED: ReadonlySet<DayRecord> = new Set(['entry', 'result', 'payoff']);

/**
 * A race may be stored by itself and with its day: of each table the more recent of the two counts. Errors:
 * ARCHIVE_FAILED.
 */
export async function storedOfRace(
  context: ArchiveContext,
  { requires, uses }: Pick<Subject, 'requires' | 'uses'>,
  racekey: string,
): Promise<ReturnType<typeof totals> & { readonly reasons: readonly Incompleteness[] }> {
  const { archive } = context;
  const day = await dayOfRace(archive, racekey);
  const units = [raceUnit(racekey), ...(day === undefined ? [] : [dayUnit(day)])];
  const latestIn = async (code: TableCode): Promise<StoredUnit[]> => {
    const stored = await withoutProven(context, TABLES[code], await archive.coverage(code, units));
    const latest = latestOf([...stored.values()]);
    return latest === undefined ? [] : [ofRace(latest, racekey)];
  };
  const all: StoredUnit[] = [];
  const reasons: Incompleteness[] = [];
  for (const record of [...requires, ...uses]) {
    const found = (await Promise.all(tablesOfDay(record).map(latestIn))).flat();
    all.push(...found);
    if (requires.includes(record) && !isKnown(found, day, context.now()))
      reasons.push({ reason: 'not_fetched', where: racekey });
    // Of what nothing is stored, nothing is short.
    else if (found.length > 0 && COUNTED.has(record))
      reasons.push(...(await shortOf(context, record, { racekey, day })));
  }
  return { ...totals(all), reasons: unique([...all.flatMap((own) => own.reasons), ...reasons]) };
}

/** Of a past day an answer counts that came after its end, or that has reasons of its own. */
function isKnown(stored: readonly StoredUnit[], day: string | undefined, now: number): boolean {
  if (day === undefined || day >= todayInTokyo(now)) return stored.length > 0;
  return stored.some((own) => own.reasons.length > 0 || isFinal(own, day, now));
}

/** What none of the record’s tables has of the race, by what else is stored. */
async function shortOf(
  { archive, now }: ArchiveContext,
  record: DayRecord,
  { racekey, day }: { readonly racekey: string; readonly day: string | undefined },
): Promise<readonly Incompleteness[]> {
  const today = todayInTokyo(now());
  const lackedBy = (code: TableCode): Promise<readonly Incompleteness[]> =>
    shortfalls(archive, TABLES[code], { racekey }, today, []);
  // The past table of a race to come says nothing of it; of one that was run, either may be all that is stored.
  const codes = day === undefined || day >= today ? [DAY_TABLES[record].present] : tablesOfDay(record);
  const [own = [], ...others] = await Promise.all(codes.map(lackedBy));
  return own.filter(({ where }) => others.every((other) => other.some((each) => each.where === where)));
}
