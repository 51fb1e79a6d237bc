// What the stored records lack: races short of runners, races and race days without a record (docs/decisions.md,
// "completeness"), and races that no reference table has.

import type { Incompleteness } from '#shared/bridge/results.ts';
import { DAY_TABLES, tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../../archive/archive.ts';
import type { ShortDays } from '../../archive/blocks/build-blocks.ts';
import { dayUnit, type CoverageUnit, type StoredUnit } from '../../archive/coverage.ts';
import { RACEDATE_SET_ASIDE } from '../../archive/race-day.ts';
import { quietWeekends } from './quiet-weekends.ts';
import { daysMovedFrom, daysOfUnknownMeetings, raceGaps, rememberedRows, type RaceGap } from './race-gaps.ts';

/** A record of a day in any of these tables proves that there was racing. */
const OUTCOMES = (['result', 'payoff'] as const).flatMap(tablesOfDay);
const SAY_THAT_IT_RACED = [...(['meeting', 'race'] as const).flatMap(tablesOfDay), ...OUTCOMES];

/** Tables that have their records of a race day by the time it begins. */
const PUBLISHED_BEFORE: ReadonlySet<TableCode> = new Set(
  (['meeting', 'race', 'entry'] as const).map((kind) => DAY_TABLES[kind].present),
);

/** Nobody reads more reasons of one kind. */
const MOST_REASONS = 50;

const REASONS = {
  short: 'headcount_differs',
  'without runs': 'runs_missing',
  missing: 'race_missing',
  unknown: 'unchecked',
} as const satisfies { readonly [kind in RaceGap['kind']]: Incompleteness['reason'] };

/** By day. */
export type ShortDaysOfTable = ReadonlyMap<string, ReadonlySet<Incompleteness['reason']>>;

type Reader = Pick<Archive, 'rows' | 'facts' | 'coverage' | 'blocks'>;

/** The archive with answers that are remembered until the next write: each screen of years of racing asks again. */
export const remembering = (archive: Reader): Reader => ({
  coverage: (...wanted) => archive.coverage(...wanted),
  blocks: archive.blocks,
  ...rememberedRows(archive),
});

/** `today`: in Tokyo. `missing`: days that are known not to be stored; they have a reason already. */
export async function shortfalls(
  archive: Reader,
  table: Table,
  filter: Filter,
  today: string,
  missing: readonly string[],
): Promise<readonly Incompleteness[]> {
  const days = await daysMissing(archive, table, filter, today, MOST_REASONS);
  const reported = new Set([...missing, ...days]);
  const isWhole = await archive.blocks.isWhole(table.code, filter);
  const gaps = isWhole ? [] : await raceGaps(archive, table, filter, today);
  const unknown = isWhole ? [] : await daysOfUnknownMeetings(archive, table, filter);
  return [
    ...Object.entries(REASONS).flatMap(([kind, reason]) =>
      gaps
        .filter((gap) => gap.kind === kind && !reported.has(gap.day))
        .slice(0, MOST_REASONS)
        .map(({ name }) => ({ reason, where: name })),
    ),
    ...reasons(
      'day_missing',
      days.filter((day) => !missing.includes(day)),
    ),
    ...(await weekendsWithout(archive, filter, today, missing)),
    ...reasons('unchecked', unknown),
  ];
}

/** As `quietWeekends`: a page shows one day, mostly one of racing, which needs no query. */
async function weekendsWithout(
  archive: Reader,
  filter: Filter,
  today: string,
  missing: readonly string[],
): Promise<Incompleteness[]> {
  const from = filter.start_racedate ?? filter.racedate;
  const isOneDay = from !== undefined && from === (filter.end_racedate ?? filter.racedate);
  if (isOneDay && (await hasRecordsOf(archive, SAY_THAT_IT_RACED, from))) return [];
  return quietWeekends(archive, filter, today, missing);
}

async function hasRecordsOf(archive: Reader, codes: readonly TableCode[], day: string): Promise<boolean> {
  const unit = dayUnit(day);
  for (const code of codes)
    if (((await archive.coverage(code, [unit])).get(unit)?.records ?? 0) > 0) return true;
  return false;
}

/** For blocks of the archive: a day without a gap needs no query when it is opened. */
export const daysLacking: ShortDays = async (rows, code, { from, to }, today) => {
  const reader = { rows, facts: rows };
  const filter = { start_racedate: from, end_racedate: to };
  const gaps = await raceGaps(reader, TABLES[code], filter, today);
  return new Set([
    ...gaps.map(({ day }) => day),
    ...(await daysOfUnknownMeetings(reader, TABLES[code], filter)),
  ]);
};

const reasons = (reason: Incompleteness['reason'], wheres: readonly string[]): Incompleteness[] =>
  wheres.slice(0, MOST_REASONS).map((where) => ({ reason, where }));

/** Why, for each day of the period with a race that is missing or incomplete. Errors: ARCHIVE_FAILED. */
export async function daysShort(
  archive: Reader,
  table: Table,
  { from, to }: { readonly from: string; readonly to: string },
  today: string,
): Promise<ShortDaysOfTable> {
  return daysWithGaps(archive, table, { start_racedate: from, end_racedate: to }, today);
}

async function daysWithGaps(
  archive: Reader,
  table: Table,
  filter: Filter,
  today: string,
): Promise<ShortDaysOfTable> {
  const gaps = await raceGaps(archive, table, filter, today);
  const days = new Map<string, Set<Incompleteness['reason']>>();
  for (const { kind, day } of gaps) {
    // A race without a program does not mean that this table is short.
    if (kind === 'unknown') continue;
    const known = days.get(day) ?? new Set();
    days.set(day, known.add(REASONS[kind]));
  }
  return days;
}

/** Days of what was just stored that cannot be complete by what else is stored. Errors: ARCHIVE_FAILED. */
export const shortDaysOf =
  (context: { readonly archive: Reader; readonly now: () => number }, table: Table) =>
  async (filter: Filter): Promise<ReadonlySet<string>> => {
    const today = todayInTokyo(context.now());
    const short = await daysWithGaps(context.archive, table, filter, today);
    return new Set([...short.keys(), ...(await daysMissing(context.archive, table, filter, today, 'all'))]);
  };

/**
 * The days that raced, without those that all their meetings and races have left for another: stored empty here, and
 * without results and payoffs. `stored`: of the table that is asked about. Errors: ARCHIVE_FAILED.
 */
export async function withoutLeft(
  archive: Pick<Archive, 'rows' | 'coverage'>,
  raced: ReadonlySet<string>,
  stored: ReadonlyMap<CoverageUnit, StoredUnit>,
): Promise<ReadonlySet<string>> {
  const empty = [...raced].filter((day) => stored.get(dayUnit(day))?.records === 0);
  const moved = [...(await daysMovedFrom(archive, empty))];
  const outcomes = await Promise.all(OUTCOMES.map((code) => archive.coverage(code, moved.map(dayUnit))));
  const hasOutcomes = (day: string) => outcomes.some((each) => (each.get(dayUnit(day))?.records ?? 0) > 0);
  const left = new Set(moved.filter((day) => !hasOutcomes(day)));
  return new Set([...raced].filter((day) => !left.has(day)));
}

/**
 * Days without records that raced: by the coverage of each answer, and by records of other days that an answer brought
 * unrequested.
 */
async function daysMissing(
  archive: Reader,
  table: Table,
  filter: Filter,
  today: string,
  most: number | 'all',
): Promise<string[]> {
  const from = filter.start_racedate ?? filter.racedate;
  const to = filter.end_racedate ?? filter.racedate;
  if (from === undefined || to === undefined || filter.racekey !== undefined) return [];
  if (from === to && (await hasRecordsOf(archive, [table.code], from))) return [];
  const isOneOf = (codes: readonly TableCode[]) =>
    `table_code in (${codes.map((code) => `'${code}'`).join(', ')})`;
  const telling = isOneOf(SAY_THAT_IT_RACED);
  const found = await archive.rows(
    `with raced(day, is_sure) as (
       select last_day, ${isOneOf(OUTCOMES)} from coverage where records > 0 and ${telling}
       union select ${RACEDATE_SET_ASIDE}, true from aside where ${telling})
     select day, bool_or(is_sure) from raced
       where day between ? and ? and day < ?
         and day not in (select last_day from coverage where records > 0 and table_code = ? and last_day is not null)
       group by day order by day limit ${most}`,
    [from, to, PUBLISHED_BEFORE.has(table.code) ? addDays(today, 1) : today, table.code],
  );
  const unsure = found.flatMap(([day, isSure]) => (isSure === true ? [] : [String(day)]));
  const moved = await daysMovedFrom(archive, unsure);
  return found.map(([day]) => String(day)).filter((day) => !moved.has(day));
}
