// What the records themselves say against their being all: races short of their runners, races and race days without
// a record (DECISIONS, "completeness"), and races that nothing held tells of.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { quoted, whereOf, type Where } from '../archive/where.ts';
import { quietWeekends } from './quiet-weekends.ts';
import { meetings, missingRaces, OF_MEETING, programmes, racesWithoutRuns, shortRaces } from './race-gaps.ts';

/** A day of which any of these holds a record did race. */
const SAY_THAT_IT_RACED = ['t_ka', 'd_ka', 't_ra', 'd_ra', 't_se', 'd_se', 't_hj', 'd_hj'];

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
  const races = (await namesOf(archive, missingRaces(table, filter, today))).filter(
    ({ day }) => !told.has(day),
  );
  const reasons = (reason: Incompleteness['reason'], wheres: readonly string[]): Incompleteness[] =>
    wheres.map((where) => ({ reason, where }));
  return [
    ...reasons('headcount_differs', await racekeysOf(archive, shortRaces(table, filter))),
    ...reasons('runs_missing', await racekeysOf(archive, racesWithoutRuns(table, filter, today))),
    ...reasons(
      'race_missing',
      races.map(({ where }) => where),
    ),
    ...reasons(
      'day_missing',
      days.filter((day) => !missing.includes(day)),
    ),
    ...(await quietWeekends(archive, filter, today, missing)),
    ...reasons('unchecked', await unknownRaces(archive, table, filter)),
    ...reasons('unchecked', await unknownMeetings(archive, table, filter)),
  ];
}

async function racekeysOf(archive: Pick<Archive, 'rows'>, rows: Where | undefined): Promise<string[]> {
  if (rows === undefined) return [];
  const found = await archive.rows(
    `select distinct racekey from (${rows.sql}) order by racekey limit ${MOST_REASONS}`,
    rows.values,
  );
  return found.map(([racekey]) => String(racekey));
}

async function namesOf(
  archive: Pick<Archive, 'rows'>,
  all: readonly Where[],
): Promise<{ day: string; where: string }[]> {
  const found = await Promise.all(
    all.map((rows) =>
      archive.rows(
        `select distinct racedate, name from (${rows.sql}) order by all limit ${MOST_REASONS}`,
        rows.values,
      ),
    ),
  );
  return found.flat().map(([day, where]) => ({ day: String(day), where: String(where) }));
}

/** Days of the period with a race that is missing or short of its runners. Errors: ARCHIVE_FAILED. */
export async function daysShort(
  archive: Pick<Archive, 'rows'>,
  table: Table,
  { from, to }: { readonly from: string; readonly to: string },
  today: string,
): Promise<ReadonlySet<string>> {
  const filter = { start_racedate: from, end_racedate: to };
  const short = [shortRaces(table, filter), racesWithoutRuns(table, filter, today)];
  const days = [...short, ...missingRaces(table, filter, today)].flatMap((rows) =>
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

/** Whether the programme of the race is held, so that its runners can be counted. */
export const isOnProgramme = async (archive: Pick<Archive, 'rows'>, racekey: string): Promise<boolean> =>
  (await archive.rows(`select 1 from ${programmes('racekey')} where racekey = ? limit 1`, [racekey])).length >
  0;

/** Whether a meeting that is held has the race, by the number in its key. */
export const isOfMeeting = async (archive: Pick<Archive, 'rows'>, racekey: string): Promise<boolean> =>
  (
    await archive.rows(
      `select 1 from ${meetings('holdingkey, number_of_races')} where ${OF_MEETING} limit 1`,
      [racekey, racekey],
    )
  ).length > 0;

/** Days of which a table is held whole, as a condition of SQL. */
const heldDays = (codes: readonly TableCode[]): string =>
  `(select last_day from coverage where table_code in (${codes.map((code) => `'${code}'`).join(', ')})
      and starts_with(unit, 'day:') and reasons = '[]')`;

/** Races of which there are records, on days whose programme is held and does not have them: the one or the other is short. */
async function unknownRaces(archive: Pick<Archive, 'rows'>, table: Table, filter: Filter): Promise<string[]> {
  const hasRacekey = table.columns.some(({ name }) => name === 'racekey');
  if (!hasRacekey || (table.grain === 'race' && table.code.endsWith('_ra')) || filter.racekey !== undefined)
    return [];
  const { sql, values } = whereOf(table, filter);
  return racekeysOf(archive, {
    sql: `with races as (select distinct racedate, racekey from ${quoted(table.code)} where ${sql})
      select racekey from races where racekey not in (select racekey from ${programmes('racekey')} where racekey is not null)
        and racedate in ${heldDays(['d_ra', 't_ra'])}`,
    values,
  });
}

/** Days with races on the programme of a meeting that is not among those of the day. */
async function unknownMeetings(
  archive: Pick<Archive, 'rows'>,
  table: Table,
  filter: Filter,
): Promise<string[]> {
  if (table.grain === 'meeting' || table.grain === 'master' || filter.racekey !== undefined) return [];
  const { sql, values } = whereOf(table, filter);
  const found = await archive.rows(
    `select distinct racedate from ${programmes('racedate, racekey')}
       where ${sql} and racedate in ${heldDays(['d_ka', 't_ka'])}
         and racekey[1:6] not in (select holdingkey from ${meetings('holdingkey')} where holdingkey is not null)
       order by racedate limit ${MOST_REASONS}`,
    values,
  );
  return found.map(([day]) => String(day));
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
