// Races and runners that a table lacks, by what else is held, as conditions of SQL: a row each, with its day
// (DECISIONS, "completeness"). Undefined where nothing tells.

import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
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

/**
 * Tables with a record of each race that was run. Whether a horse without works or past runs has a record of them, the
 * interface does not say; a race in which none has past runs is one of newcomers.
 */
const OF_EVERY_RACE: ReadonlySet<TableCode> = new Set<TableCode>([
  'd_ky', 't_ky', 't_pd', 't_ch', 'd_se', 't_se', 'd_hj', 't_hj',
]); // prettier-ignore
const OF_PAST_RUNS: ReadonlySet<TableCode> = new Set<TableCode>(['t_ze', 't_zk', 'd_zk']);

/** `condition_cd`: no horse of the race has run before. */
const NEWCOMERS = 'A1';

const PROGRAMMES: ReadonlySet<TableCode> = new Set<TableCode>(['d_ra', 't_ra']);
const MEETINGS: ReadonlySet<TableCode> = new Set<TableCode>(['d_ka', 't_ka']);

/** Both tables of a kind as one, in the named columns. */
const both = (codes: readonly [TableCode, TableCode], columns: string): string =>
  `(${codes.map((code) => `select ${columns} from ${quoted(code)}`).join(' union all ')})`;

export const programmes = (columns: string): string => both(['d_ra', 't_ra'], columns);
export const meetings = (columns: string): string => both(['d_ka', 't_ka'], columns);

/** Races, with `racekey`, that have fewer runners than their programme says. */
export function shortRaces(table: Table, filter: Filter): Where | undefined {
  const notStarted = NOT_STARTED[table.code];
  if (notStarted === undefined) return undefined;
  const { sql, values } = whereOf(table, filter);
  return {
    sql: `with runners as (
       select racekey, min(racedate) as racedate, count(*) as listed, count(*) filter (not (${notStarted})) as started
         from ${quoted(table.code)} where ${sql} group by racekey),
     programmes as (
       select racekey, max(try_cast(headcount as integer)) as headcount from ${programmes('racekey, headcount')}
         where racekey in (select racekey from runners) group by racekey)
     select racekey, racedate from runners join programmes using (racekey)
       where listed < headcount or started > headcount`,
    values,
  };
}

/** Races, with `racekey`, in which an entry names a past run and the table has none of the horse. */
export function racesWithoutRuns(table: Table, filter: Filter, today: string): Where | undefined {
  if (!OF_PAST_RUNS.has(table.code)) return undefined;
  const { sql, values } = whereOf(table, filter);
  const named = `coalesce(trim(lastrace_racekey1), '') <> ''`;
  return {
    sql: `with entries as (
       select racedate, racekey, horse_id from d_ky where ${sql} and ${named} and not (${NOT_STARTED['d_ky'] ?? 'false'})
       union select racedate, racekey, horse_id from t_ky where ${sql} and ${named})
     select distinct racekey, racedate from entries
       where racedate < ? and (racekey, horse_id) not in (
         select racekey, horse_id from ${quoted(table.code)} where ${sql})`,
    values: [...values, ...values, today, ...values],
  };
}

/** Races before today, or meetings with fewer races than they say, that the table lacks: each with its `name`. */
export function missingRaces(table: Table, filter: Filter, today: string): Where[] {
  const found = [missingByProgramme(table, filter, today)];
  // A meeting tells how many races there are, and not which.
  if (filter.racekey === undefined) found.push(missingByMeeting(table, filter, today));
  else if (PROGRAMMES.has(table.code)) found.push(missingProgramme(table, filter.racekey, today));
  return found.filter((each) => each !== undefined);
}

function missingByProgramme(table: Table, filter: Filter, today: string): Where | undefined {
  const own = quoted(table.code);
  if (MEETINGS.has(table.code))
    return filter.racekey === undefined ? missingMeetings(table, filter, today) : undefined;
  const isOfPastRuns = OF_PAST_RUNS.has(table.code);
  if (!isOfPastRuns && !OF_EVERY_RACE.has(table.code)) return undefined;
  const { sql, values } = whereOf(table, filter);
  // A race may have been moved to another day: its key stays.
  // The few programmes first: years of records are looked through for them, not kept beside them.
  return {
    sql: `with programmes as (
       select racedate, racekey as name from ${programmes('racedate, racekey, headcount, condition_cd')}
         where ${sql} and racedate < ? and try_cast(headcount as integer) > 0
           ${isOfPastRuns ? `and coalesce(condition_cd, '') <> '${NEWCOMERS}'` : ''})
     select racedate, name from programmes
       where name not in (select racekey from ${own} where racekey in (select name from programmes))`,
    values: [...values, today],
  };
}

function missingMeetings(table: Table, filter: Filter, today: string): Where {
  const { sql, values } = whereOf(table, filter);
  return {
    sql: `select distinct racedate, racekey[1:6] as name from ${programmes('racedate, racekey')}
       where ${sql} and racedate < ? and racekey[1:6] not in (select holdingkey from ${quoted(table.code)})`,
    values: [...values, today],
  };
}

function missingByMeeting(table: Table, filter: Filter, today: string): Where | undefined {
  const isProgramme = PROGRAMMES.has(table.code);
  if (!isProgramme && !OF_EVERY_RACE.has(table.code)) return undefined;
  const { sql, values } = whereOf(table, filter);
  const fewerIn = (races: string): string => `races > (
    select count(distinct racekey) from ${races} as race
      where race.racedate = meeting.racedate and starts_with(race.racekey, meeting.holdingkey))`;
  // The few meetings whose programme is short first: the others' races were missed by their programme.
  return {
    sql: `with meeting as (
       select racedate, holdingkey, max(try_cast(number_of_races as integer)) as races
         from ${meetings('racedate, holdingkey, number_of_races')} where ${sql} and racedate < ? group by all)
     select racedate, holdingkey as name from meeting
       where ${isProgramme ? 'true' : fewerIn(programmes('racedate, racekey'))} and ${fewerIn(quoted(table.code))}`,
    values: [...values, today],
  };
}

/** One race that its meeting has, by the number in its key. */
function missingProgramme(table: Table, racekey: string, today: string): Where {
  return {
    sql: `select racedate, ? as name from ${meetings('racedate, holdingkey, number_of_races')}
       where ${OF_MEETING} and racedate < ? and not exists (select 1 from ${quoted(table.code)} where racekey = ?)`,
    values: [racekey, racekey, racekey, today, racekey],
  };
}

/** A meeting that has the race with this key, which is given twice. */
export const OF_MEETING = `holdingkey = ?[1:6] and try_cast(number_of_races as integer) >= try_cast(?[7:8] as integer)`;
