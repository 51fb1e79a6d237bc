// Races and runners that a table lacks by what else is stored (docs/decisions.md, "completeness"), each with its day.

import { pairOfDay, RECENT_DAYS, tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { addDays } from '#shared/racing/racedate.ts';
import type { Archive } from '../../archive/archive.ts';
import { quoted, whereOf } from '../../archive/filter-sql.ts';
import { isSetSql, isStatedSql, wholeSql } from '../../archive/subjects/record-sql.ts';

/** Runners that did not start. The headcount counts starters; some tables list the others as well. */
const NOT_STARTED: Readonly<Record<string, string>> = {
  // The table does not say who was withdrawn, so only too few runners can be detected.
  t_ky: 'true',
  d_ky: isSetSql('withdrawn_flag'),
  t_pd: isSetSql('withdrawn_flag'),
  t_se: `coalesce(${wholeSql('trouble_classification')}, 0) in (1, 2)`,
  d_se: `coalesce(${wholeSql('trouble_classification')}, 0) in (1, 2)`,
};

/** Whether the runners of a race in the table are counted against its headcount. */
export const countsRunners = (code: TableCode): boolean => NOT_STARTED[code] !== undefined;

/**
 * Tables with a record of each race that was run. The interface does not say whether a horse without workouts or past
 * runs has a record of them. In a race of newcomers no horse has past runs.
 */
const OF_EVERY_RACE: ReadonlySet<TableCode> = new Set(
  (['entry', 'prerace', 'training', 'result', 'payoff'] as const).flatMap(tablesOfDay),
);
const OF_PAST_RUNS: ReadonlySet<TableCode> = new Set(
  (['previous', 'previousNotes'] as const).flatMap(tablesOfDay),
);

/** The value of `condition_cd` if no horse of the race has run before. */
const NEWCOMERS = 'A1';

const PROGRAMS = pairOfDay('race');
const MEETINGS = pairOfDay('meeting');

type Reader = Pick<Archive, 'rows' | 'facts'>;

export interface RaceGap {
  readonly kind:
    /** Fewer or more runners than the program says. */
    | 'short'
    /** An entry names a past run of the horse, and the table has none. */
    | 'without runs'
    /** No record of the race; of a meeting, named by its key, of some of its races. */
    | 'missing'
    /** There are records, and a program of the day that does not have the race. */
    | 'unknown';
  readonly day: string;
  /** The key of the race, or of the meeting. */
  readonly name: string;
}

/** Queries whose answers are remembered until the next write. */
export const rememberedRows = (archive: Pick<Archive, 'facts'>): Reader => ({
  facts: (...question) => archive.facts(...question),
  rows: async (...[sql, values]) => (await archive.facts(sql, values ?? [])).map((row) => [...row]),
});

/** `today` in Tokyo. Errors: ARCHIVE_FAILED. */
export async function raceGaps(
  archive: Reader,
  table: Table,
  filter: Filter,
  today: string,
): Promise<RaceGap[]> {
  return [
    ...(await gapsByProgram(archive, table, filter, today)),
    ...(await gapsByPresent(archive, table, filter, today)),
    ...(await gapsByEntries(archive, table, filter, today)),
    ...(await gapsByMeeting(archive, table, filter, today)),
  ];
}

/** Selects from both tables of a kind, in the named columns. */
const both = (codes: readonly [TableCode, TableCode], columns: string): string =>
  `(${codes.map((code) => `select ${columns} from ${quoted(code)}`).join(' union all ')})`;

/** Days of which either table is stored without reasons, as an SQL condition. */
const storedDays = (codes: readonly TableCode[]): string =>
  `(select last_day from coverage where table_code in (${codes.map((code) => `'${code}'`).join(', ')})
      and starts_with(unit, 'day:') and reasons = '[]')`;

/** Compares the table's races with those of the programs, in one pass. */
async function gapsByProgram(
  archive: Reader,
  table: Table,
  filter: Filter,
  today: string,
): Promise<RaceGap[]> {
  const isOfPastRuns = OF_PAST_RUNS.has(table.code);
  if (isOneOf(MEETINGS, table.code)) return missingMeetings(archive, table, filter, today);
  if (!isOfPastRuns && !OF_EVERY_RACE.has(table.code)) return [];
  const notStarted = NOT_STARTED[table.code];
  const { sql, values } = whereOf(table, filter);
  const started = notStarted === undefined ? 'null' : `count(*) filter (not (${notStarted}))`;
  const listed = notStarted === undefined ? 'null' : 'count(*)';
  const { racekey } = filter;
  const isAlone = racekey !== undefined;
  const rows = await archive.rows(
    `with own as (
       select racekey, min(racedate) as racedate, ${listed} as listed, ${started} as started
         from ${quoted(table.code)} where ${sql} group by racekey),
     programs as (
       select racekey, arg_max(${wholeSql('headcount')}, __fetched_at) as headcount,
              arg_max(racedate, __fetched_at) as day,
              arg_max(${sql} and racedate < ? and coalesce(${wholeSql('headcount')}, 1) > 0
                ${isOfPastRuns ? `and coalesce(condition_cd, '') <> '${NEWCOMERS}'` : ''}, __fetched_at) as is_asked
         from ${both(PROGRAMS, 'racekey, racedate, headcount, condition_cd, __fetched_at')}
         ${isAlone ? 'where racekey = ?' : ''} group by racekey)
     select case when programs.racekey is null then 'unknown' when own.racekey is null then 'missing'
                 when headcount is null then 'unknown' else 'short' end,
            coalesce(own.racedate, day), coalesce(own.racekey, programs.racekey)
       from own full join programs on own.racekey = programs.racekey
       where listed < headcount or started > headcount
          or (programs.racekey is not null and listed is not null and headcount is null) or (own.racekey is null and is_asked)
          or (programs.racekey is null and ${isAlone ? 'false' : `own.racedate in ${storedDays(PROGRAMS)}`})
       order by all`,
    [...values, ...values, today, ...(isAlone ? [racekey] : [])],
  );
  const gaps = gapsOf(rows);
  const missing = gaps.filter(({ kind }) => kind === 'missing').map(({ name }) => name);
  if (missing.length === 0) return gaps;
  // A race may have been moved to another day; its key stays the same.
  const elsewhere = await archive.rows(
    `select distinct racekey from ${quoted(table.code)}
       where racekey in (select unnest(from_json(?, '["VARCHAR"]')))`,
    [JSON.stringify(missing)],
  );
  const moved = new Set(elsewhere.map(([racekey]) => String(racekey)));
  return gaps.filter(({ kind, name }) => kind !== 'missing' || !moved.has(name));
}

/**
 * Races of recent days that only the present program has: the past one may be filled in parts. After some days a race that
 * it still lacks was called off: the present program is not requested again.
 */
async function gapsByPresent(
  archive: Reader,
  table: Table,
  filter: Filter,
  today: string,
): Promise<RaceGap[]> {
  const [past, present] = PROGRAMS;
  if (table.code !== past || filter.racekey !== undefined) return [];
  const { sql, values } = whereOf(table, filter);
  const rows = await archive.rows(
    `select distinct 'missing', racedate, racekey from ${quoted(present)}
       where ${sql} and racedate >= ? and racedate < ? and coalesce(${wholeSql('headcount')}, 1) > 0
         and racekey not in (select racekey from ${quoted(past)} where racekey is not null)
       order by all`,
    [...values, addDays(today, -RECENT_DAYS), today],
  );
  return gapsOf(rows);
}

async function missingMeetings(
  archive: Reader,
  table: Table,
  filter: Filter,
  today: string,
): Promise<RaceGap[]> {
  if (filter.racekey !== undefined) return [];
  const { sql, values } = whereOf(table, filter);
  const rows = await archive.rows(
    `select distinct 'missing', racedate, racekey[1:6] from ${both(PROGRAMS, 'racedate, racekey')}
       where ${sql} and racedate < ? and racekey[1:6] not in (select holdingkey from ${quoted(table.code)} where holdingkey is not null)
       order by all`,
    [...values, today],
  );
  return gapsOf(rows);
}

async function gapsByEntries(
  archive: Reader,
  table: Table,
  filter: Filter,
  today: string,
): Promise<RaceGap[]> {
  if (!OF_PAST_RUNS.has(table.code)) return [];
  const { sql, values } = whereOf(table, filter);
  const named = `racedate < ? and ${isStatedSql('lastrace_racekey1')}`;
  const rows = await archive.rows(
    `with entries as (
       select racedate, racekey, horse_id from d_ky
         where ${sql} and ${named} and not (${NOT_STARTED['d_ky'] ?? 'false'})
       union select racedate, racekey, horse_id from t_ky where ${sql} and ${named})
     select distinct 'without runs', racedate, racekey from entries
       where (racekey, horse_id) not in (select racekey, horse_id from ${quoted(table.code)} where ${sql})
       order by all`,
    [...values, today, ...values, today, ...values],
  );
  return gapsOf(rows);
}

/** A meeting has the number of its races, not their keys; a key's number shows whether the race belongs to it. */
async function gapsByMeeting(
  archive: Reader,
  table: Table,
  filter: Filter,
  today: string,
): Promise<RaceGap[]> {
  const isProgram = isOneOf(PROGRAMS, table.code);
  if (!isProgram && !OF_EVERY_RACE.has(table.code)) return [];
  if (filter.racekey !== undefined)
    return isProgram ? missingRace(archive, table, filter.racekey, today) : [];
  const { sql, values } = whereOf(table, filter);
  // Only the few meetings whose program is short: missing races of the others are found by their program.
  const short = await archive.rows(
    `with meetings as (
       from (select holdingkey, arg_max(racedate, __fetched_at) as racedate, max(${wholeSql('number_of_races')}) as races
               from ${both(MEETINGS, 'racedate, holdingkey, number_of_races, __fetched_at')} group by holdingkey)
         where ${sql} and racedate < ?),
     programs as (
       select racedate, racekey[1:6] as holdingkey, count(distinct racekey) as races
         from ${isProgram ? quoted(table.code) : both(PROGRAMS, 'racedate, racekey')} where ${sql} group by all)
     select 'missing', racedate, holdingkey, meetings.races
       from meetings left join programs using (racedate, holdingkey)
       where meetings.races > coalesce(programs.races, 0) order by all`,
    [...values, today, ...values],
  );
  if (short.length === 0) return [];
  // A race may have been moved to another day; its key stays the same.
  const own = await archive.rows(
    `select racekey[1:6], count(distinct racekey)::INTEGER from ${quoted(table.code)}
       where racekey[1:6] in (select unnest(from_json(?, '["VARCHAR"]'))) group by all`,
    [JSON.stringify(short.map(([, , holdingkey]) => holdingkey))],
  );
  const races = new Map(own.map(([holdingkey, count]) => [holdingkey, Number(count)]));
  return gapsOf(short.filter(([, , holdingkey, count]) => Number(count) > (races.get(holdingkey) ?? 0)));
}

/** Of these days, those whose stored meetings and races have all been moved to another. Errors: ARCHIVE_FAILED. */
export async function daysMovedFrom(
  archive: Pick<Archive, 'rows'>,
  days: readonly string[],
): Promise<ReadonlySet<string>> {
  if (days.length === 0) return new Set();
  const found = await archive.rows(
    `with days as (select unnest(string_split(?, ' ')) as day),
     own as (
       select holdingkey as key, racedate, __fetched_at from ${both(MEETINGS, 'holdingkey, racedate, __fetched_at')}
       union all select racekey, racedate, __fetched_at from ${both(PROGRAMS, 'racekey, racedate, __fetched_at')}),
     latest as (select arg_max(racedate, __fetched_at) as racedate from own group by key)
     select distinct racedate from own where racedate in (from days)
       and racedate not in (select racedate from latest where racedate is not null)`,
    [days.join(' ')],
  );
  return new Set(found.map(([day]) => String(day)));
}

async function missingRace(
  archive: Reader,
  table: Table,
  racekey: string,
  today: string,
): Promise<RaceGap[]> {
  const rows = await archive.rows(
    `select 'missing', racedate, ? from ${both(MEETINGS, 'racedate, holdingkey, number_of_races')}
       where ${OF_MEETING} and racedate < ? and not exists (select 1 from ${quoted(table.code)} where racekey = ?)
       limit 1`,
    [racekey, racekey, racekey, today, racekey],
  );
  return gapsOf(rows);
}

/** A meeting with the race of this key; the key is bound twice. */
const OF_MEETING = `holdingkey = ?[1:6] and ${wholeSql('number_of_races')} >= try_cast(?[7:8] as integer)`;

const gapsOf = (rows: readonly (readonly unknown[])[]): RaceGap[] =>
  rows.map(([kind, day, name]) => ({
    kind: String(kind) as RaceGap['kind'],
    day: String(day),
    name: String(name),
  }));

const isOneOf = (codes: readonly TableCode[], code: TableCode): boolean => codes.includes(code);

/** Days with races on the program whose meeting is not among the stored meetings of the day. Errors: ARCHIVE_FAILED. */
export async function daysOfUnknownMeetings(
  archive: Reader,
  table: Table,
  filter: Filter,
): Promise<string[]> {
  if (table.grain === 'meeting' || table.grain === 'master' || filter.racekey !== undefined) return [];
  const { sql, values } = whereOf(table, filter);
  const found = await archive.rows(
    `select distinct racedate from ${both(PROGRAMS, 'racedate, racekey')}
       where ${sql} and racedate in ${storedDays(MEETINGS)}
         and racekey[1:6] not in (select holdingkey from ${both(MEETINGS, 'holdingkey')} where holdingkey is not null)
       order by racedate`,
    values,
  );
  return found.map(([day]) => String(day));
}

/** Whether the program of the race is stored, so that its runners can be counted. Errors: ARCHIVE_FAILED. */
export const isOnProgram = async (
  archive: Reader & Pick<Archive, 'blocks'>,
  racekey: string,
): Promise<boolean> =>
  // Only races on the program have a block.
  (await archive.blocks.dayOf(racekey)) !== undefined ||
  (await archive.facts(`select 1 from ${both(PROGRAMS, 'racekey')} where racekey = ? limit 1`, [racekey]))
    .length > 0;

/** Whether a stored meeting has the race, by the number in its key. Errors: ARCHIVE_FAILED. */
export const isOfMeeting = async (archive: Reader, racekey: string): Promise<boolean> =>
  (
    await archive.rows(
      `select 1 from ${both(MEETINGS, 'holdingkey, number_of_races')} where ${OF_MEETING} limit 1`,
      [racekey, racekey],
    )
  ).length > 0;
