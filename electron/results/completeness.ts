// What the records themselves say against their being all: races short of their runners, races and race days without
// a record (DECISIONS, "completeness").

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { quoted, whereOf, type Where } from '../archive/where.ts';

/** Which of a record's runners did not start. The headcount counts starters; some tables list the others too. */
const NOT_STARTED: Readonly<Record<string, string>> = {
  // It does not say who was withdrawn: only runners too few can be told.
  t_ky: 'true',
  d_ky: 'coalesce(try_cast(withdrawn_flag as integer), 0) > 0',
  t_pd: 'coalesce(try_cast(withdrawn_flag as integer), 0) > 0',
  t_se: 'coalesce(try_cast(trouble_classification as integer), 0) in (1, 2)',
  d_se: 'coalesce(try_cast(trouble_classification as integer), 0) in (1, 2)',
};

/** A day of which any of these holds a record did race. */
const SAY_THAT_IT_RACED = ['t_ka', 'd_ka', 't_ra', 'd_ra', 't_se', 'd_se', 't_hj', 'd_hj'];

/**
 * Tables with a record of each race that was run. Not those of works and of past runs: whether a horse without any
 * has a record, the interface does not say.
 */
const OF_EVERY_RACE: ReadonlySet<TableCode> = new Set<TableCode>([
  'd_ky', 't_ky', 't_pd', 'd_se', 't_se', 'd_hj', 't_hj',
]); // prettier-ignore

const PROGRAMS: ReadonlySet<TableCode> = new Set<TableCode>(['d_ra', 't_ra']);

/** As many reasons of a kind as a person reads; the rest is said by the last one's period. */
const MOST_REASONS = 50;

/** `today`: in Tokyo. `missing`: days that are known not to be held; they have their reason already. */
export async function shortfalls(
  archive: Pick<Archive, 'rows'>,
  table: Table,
  filter: Filter,
  today: string,
  missing: readonly string[],
): Promise<readonly Incompleteness[]> {
  const days = await daysMissing(archive, table, filter, today);
  const told = new Set([...missing, ...days]);
  const races = (await racesMissing(archive, table, filter, today)).filter(({ day }) => !told.has(day));
  return [
    ...(await racesShort(archive, table, filter)),
    ...races.map(({ where }) => ({ reason: 'race_missing', where }) as const),
    ...days
      .filter((day) => !missing.includes(day))
      .map((where) => ({ reason: 'day_missing', where }) as const),
  ];
}

async function racesShort(
  archive: Pick<Archive, 'rows'>,
  table: Table,
  filter: Filter,
): Promise<Incompleteness[]> {
  const short = shortRacesOf(table, filter);
  if (short === undefined) return [];
  const found = await archive.rows(
    `select racekey from (${short.sql}) order by racekey limit ${MOST_REASONS}`,
    short.values,
  );
  return found.map(([racekey]) => ({ reason: 'headcount_differs', where: String(racekey) }));
}

/** Days of the period with a race that is missing or short of its runners. Errors: ARCHIVE_FAILED. */
export async function daysShort(
  archive: Pick<Archive, 'rows'>,
  table: Table,
  { from, to }: { readonly from: string; readonly to: string },
  today: string,
): Promise<ReadonlySet<string>> {
  const filter = { start_racedate: from, end_racedate: to };
  const days = [shortRacesOf(table, filter), missingRacesOf(table, filter, today)].flatMap((rows) =>
    rows === undefined ? [] : [archive.rows(`select distinct racedate from (${rows.sql})`, rows.values)],
  );
  return new Set((await Promise.all(days)).flat().map(([day]) => String(day)));
}

/** Of a window of days that was just kept: those that cannot be all there, by what else is held. */
export const shortDaysOf =
  (context: { readonly archive: Pick<Archive, 'rows'>; readonly now: () => number }, table: Table) =>
  async (filter: Filter): Promise<ReadonlySet<string>> => {
    const { start_racedate: from, end_racedate: to } = filter;
    if (from === undefined || to === undefined) return new Set();
    const today = todayInTokyo(context.now());
    const short = await daysShort(context.archive, table, { from, to }, today);
    return new Set([...short, ...(await daysMissing(context.archive, table, filter, today))]);
  };

/** Races, or meetings with fewer races than they say they have, with their days. */
async function racesMissing(
  archive: Pick<Archive, 'rows'>,
  table: Table,
  filter: Filter,
  today: string,
): Promise<{ day: string; where: string }[]> {
  const missing = missingRacesOf(table, filter, today);
  if (missing === undefined) return [];
  const found = await archive.rows(
    `select distinct racedate, name from (${missing.sql}) order by all limit ${MOST_REASONS}`,
    missing.values,
  );
  return found.map(([day, where]) => ({ day: String(day), where: String(where) }));
}

/** A row a race before today that the programs or meetings tell of; undefined for tables that need not have it. */
function missingRacesOf(table: Table, filter: Filter, today: string): Where | undefined {
  const { sql, values } = whereOf(table, filter);
  const own = quoted(table.code);
  if (OF_EVERY_RACE.has(table.code)) {
    // A race may have been moved to another day: its key stays.
    // The few programs first: years of records are looked through for them, not kept beside them.
    return {
      sql: `with programs as (
         select racedate, racekey as name from (
           select racedate, racekey, headcount from d_ra union all select racedate, racekey, headcount from t_ra)
         where ${sql} and racedate < ? and try_cast(headcount as integer) > 0)
       select racedate, name from programs
         where name not in (select racekey from ${own} where racekey in (select name from programs))`,
      values: [...values, today],
    };
  }
  if (!PROGRAMS.has(table.code) || filter.racekey !== undefined) return undefined;
  return {
    sql: `select racedate, holdingkey as name from (
         select racedate, holdingkey, number_of_races from d_ka union all
         select racedate, holdingkey, number_of_races from t_ka) as meeting
       where ${sql} and racedate < ? and try_cast(number_of_races as integer) > (
         select count(distinct racekey) from ${own} as race
           where race.racedate = meeting.racedate and starts_with(race.racekey, meeting.holdingkey))`,
    values: [...values, today],
  };
}

/** A row a race, with its day; undefined for tables that are not of runners. */
function shortRacesOf(table: Table, filter: Filter): Where | undefined {
  const notStarted = NOT_STARTED[table.code];
  if (notStarted === undefined) return undefined;
  const { sql, values } = whereOf(table, filter);
  return {
    sql: `with runners as (
       select racekey, min(racedate) as racedate, count(*) as listed, count(*) filter (not (${notStarted})) as started
         from ${quoted(table.code)} where ${sql} group by racekey),
     programs as (
       select racekey, max(try_cast(headcount as integer)) as headcount
         from (select racekey, headcount from t_ra union all select racekey, headcount from d_ra)
         where racekey in (select racekey from runners) group by racekey)
     select racekey, racedate from runners join programs using (racekey)
       where listed < headcount or started > headcount`,
    values,
  };
}

async function daysMissing(
  archive: Pick<Archive, 'rows'>,
  table: Table,
  filter: Filter,
  today: string,
): Promise<string[]> {
  const from = filter.start_racedate ?? filter.racedate;
  const to = filter.end_racedate ?? filter.racedate;
  if (from === undefined || to === undefined || filter.racekey !== undefined) return [];
  const known = SAY_THAT_IT_RACED.map((code) => `select racedate from ${code}`).join(' union ');
  const found = await archive.rows(
    `select racedate from (${known}) where racedate between ? and ? and racedate < ?
       except select racedate from ${quoted(table.code)} order by racedate limit ${MOST_REASONS}`,
    [from, to, today],
  );
  return found.map(([day]) => String(day));
}
