// What subjects and SQL queries lack, by what else is stored: a race without payoffs or a runner without a result has no
// row, so its absence would not be seen.

import type { Incompleteness } from '#shared/bridge/results.ts';
import { pairOfDay } from '#shared/catalogue/day-tables.ts';
import type { Subject } from '#shared/catalogue/subjects/subject.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { dayOf } from '../archive/coverage.ts';
import { quoted } from '../archive/filter-sql.ts';
import type { ArchiveContext } from '../downloads/query-context.ts';
import { unitsOfWhere } from '../downloads/verify/coverage-report.ts';
import { raceGaps, type RaceGap } from '../downloads/verify/race-gaps.ts';
import { remembering, shortfalls } from '../downloads/verify/shortfalls.ts';
import { missingDays, missingDaysOfTable, type Period } from './stored-days.ts';

/** Records that exist only once a race was run. */
export const OUTCOMES = ['result', 'payoff'] as const;

type Reader = Pick<Archive, 'rows' | 'facts' | 'coverage' | 'blocks'>;

/**
 * What a subject lacks in the period: days that are not stored, and races and runners of those that are. `fetched`: the
 * missing days of all its records, if these were fetched; what it only uses may lack on days that were not. Errors:
 * ARCHIVE_FAILED.
 */
export async function missingOfSubject(
  context: ArchiveContext,
  subject: Pick<Subject, 'requires' | 'uses' | 'isOfOutcomes'>,
  period: Period,
  fetched?: readonly string[],
): Promise<Incompleteness[]> {
  const { archive, now } = context;
  const { requires, uses } = subject;
  const missing = await missingDays(context, subject, period);
  const records = fetched === undefined ? requires : [...requires, ...uses];
  const known = fetched ?? daysOfReasons(missing);
  const today = todayInTokyo(now());
  const yesterday = addDays(today, -1);
  const past = { from: period.from, to: period.to < yesterday ? period.to : yesterday };
  const short: Incompleteness[] = [];
  for (const record of past.from <= past.to ? OUTCOMES : [])
    if (records.includes(record))
      short.push(...(await shortOf(remembering(archive), record, past, today, known)));
  return [...short, ...missing];
}

/**
 * What a table lacks in the period: past days that are not stored, and races and runners of those that are. Errors:
 * ARCHIVE_FAILED.
 */
export async function missingOfTable(
  context: ArchiveContext,
  code: TableCode,
  period: Period,
): Promise<Incompleteness[]> {
  const { archive, now } = context;
  const missing = await missingDaysOfTable(context, code, period);
  const filter = { start_racedate: period.from, end_racedate: period.to };
  const today = todayInTokyo(now());
  const known = daysOfReasons(missing);
  return [...(await shortfalls(remembering(archive), TABLES[code], filter, today, known)), ...missing];
}

const daysOfReasons = (reasons: readonly Incompleteness[]): readonly string[] =>
  reasons.flatMap(({ where }) => unitsOfWhere(where)).flatMap((unit) => dayOf(unit) ?? []);

async function shortOf(
  archive: Reader,
  record: (typeof OUTCOMES)[number],
  { from, to }: Period,
  today: string,
  missing: readonly string[],
): Promise<readonly Incompleteness[]> {
  const [past, present] = pairOfDay(record);
  const filter = { start_racedate: from, end_racedate: to };
  const short = await shortfalls(archive, TABLES[past], filter, today, missing);
  if (short.length === 0) return [];
  const days = await daysIn(archive, present, { from, to });
  if (days.size === 0) return short;
  const gaps = await gapsIn(archive, present, { from, to }, today);
  const lacking = new Set(gaps.map(({ name }) => name));
  const isInPresent = ({ reason, where }: Incompleteness): boolean =>
    days.has(where) || (OF_RACES_SHORT.has(reason) && !lacking.has(where));
  return short.filter((each) => !isInPresent(each));
}

const OF_RACES_SHORT: ReadonlySet<Incompleteness['reason']> = new Set(['race_missing', 'headcount_differs']);

/** Races and runners that the table lacks in the period. Errors: ARCHIVE_FAILED. */
export const gapsIn = (
  archive: Pick<Archive, 'rows' | 'facts'>,
  code: TableCode,
  { from, to }: Period,
  today: string,
): Promise<readonly RaceGap[]> =>
  raceGaps(archive, TABLES[code], { start_racedate: from, end_racedate: to }, today);

/** The days on which the table has records. */
async function daysIn(
  archive: Pick<Archive, 'rows'>,
  code: TableCode,
  { from, to }: Period,
): Promise<ReadonlySet<string>> {
  const rows = await archive.rows(
    `select distinct racedate from ${quoted(code)} where racedate between ? and ?`,
    [from, to],
  );
  return new Set(rows.map(([day]) => String(day)));
}
