// What a race was known to be, and when: each fetch of a program, card or pre-race record replaces the last one in its
// table, so every version that differs is also kept here, with the time since when it was known. A version is never
// changed.

import { z } from 'zod';
import { DAY_TABLES } from '#shared/catalogue/day-tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { VersionedRecord } from '#shared/bridge/known-at.ts';
import { isVersioned } from '#shared/bridge/known-at.ts';
import { EXTRA } from '../service-client/record-line.ts';
import type { Connection } from './connection.ts';
import { quoted, whereOf } from './filter-sql.ts';
import { knownSince } from './known-since.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { isSetSql, recordsSql, runnerNumberSql, unnumberedSql, wholeSql } from './subjects/record-sql.ts';

/**
 * `record`: its fields as a JSON object; empty where an answer with all runners no longer had the record. `fetched_at`: see
 * `knownSince`.
 */
export const CREATE_VERSIONS = `create table if not exists record_version
  (table_code VARCHAR, racedate VARCHAR, racekey VARCHAR, id VARCHAR, fetched_at BIGINT, bytes INTEGER, record VARCHAR)`;

/**
 * The version that was learned last. Not the one with the latest time: the clock may have been set back since. Versions
 * are only added, and their rows stay in this order (`preserve_insertion_order` in build-file.ts).
 */
export const LAST_VERSION = 'arg_max(record, record_version.rowid)';

/** Bytes of JSON of one race day, after which no further version of it is kept: 90 times all odds of 36 races. */
const MOST_DAY_BYTES = 64 * 1024 * 1024;
/** Bytes of JSON in all, after which the oldest race days go. */
const MOST_BYTES = 8 * MOST_DAY_BYTES;

/** A new time of update alone is no new version. */
const ASIDE: ReadonlySet<string> = new Set(['updated_at']);

/** With the fields that the catalogue does not know, as they are stored. */
const fieldsOf = (table: TableCode): readonly string[] => [
  ...TABLES[table].columns.map(({ name }) => name).filter((name) => !ASIDE.has(name)),
  EXTRA,
];

const hasColumn = (table: TableCode, name: string): boolean =>
  TABLES[table].columns.some((column) => column.name === name);

/**
 * What tells the records of a race apart: the number or, until there is one, the horse or the place in the race. A
 * program is alone.
 */
const idOf = (table: TableCode): string =>
  hasColumn(table, 'horse_number')
    ? `coalesce(${runnerNumberSql('horse_number')}, ${unnumberedSql('horse_id', `'record ' || place`)})`
    : `''`;

/** The `id` of a version as `idOf` has it: in older versions it is the number as it was delivered. */
export const VERSION_ID = `coalesce(${runnerNumberSql('id')}, '')`;

/** Null for a record that names none. */
const horseOf = (table: TableCode): string => (hasColumn(table, 'horse_id') ? 'trim(horse_id)' : 'null');

const HORSE_OF_LATEST = `trim(json_extract_string(nullif(latest.record, ''), '$.horse_id'))`;

/** Whether a record counts in the headcount, as far as the table says. */
const startsOf = (table: TableCode): string =>
  hasColumn(table, 'withdrawn_flag') ? `not ${isSetSql('withdrawn_flag')}` : 'true';

interface FetchedWindow extends Pick<StoredAnswer, 'table' | 'filter' | 'reasons'> {
  readonly answer: Pick<StoredAnswer['answer'], 'fetchedAt' | 'servedAt'>;
}

/**
 * Keeps what the window changed, after its rows were written and in their transaction: records of days that were not
 * over when they were fetched. `most`: see MOST_DAY_BYTES and MOST_BYTES.
 */
export async function keepVersions(
  connection: Connection,
  { table, filter, answer, reasons }: FetchedWindow,
  most: { readonly day: number; readonly all: number } = { day: MOST_DAY_BYTES, all: MOST_BYTES },
): Promise<void> {
  if (!isVersioned(table) || filter.horse_id !== undefined || filter.kettonum !== undefined) return;
  const { sql: where, values } = whereOf(TABLES[table], filter);
  // By this computer's clock: a service whose clock is ahead must not cost the versions of a day that is being raced.
  const today = todayInTokyo(answer.fetchedAt);
  const record = `to_json(struct_pack(${fieldsOf(table)
    .map((name) => `${quoted(name)} := ${quoted(name)}`)
    .join(', ')}))::VARCHAR`;
  const added = await connection.run(
    `insert into record_version
     with present as (
       select racedate, racekey, ${idOf(table)} as id, ${record} as record, ${startsOf(table)} as starts,
           ${horseOf(table)} as horse
         from (select *, row_number() over (partition by racedate, racekey order by __seq) as place from ${quoted(table)}
           where ${where} and racedate >= ?)
         qualify row_number() over (partition by racedate, racekey, id order by __seq desc) = 1),
     latest as (
       select racedate, racekey, ${VERSION_ID} as id, ${LAST_VERSION} as record
         from record_version where table_code = ? and ${where} and racedate >= ? group by all),
     horses as (select distinct racedate, racekey, horse from present where horse <> ''),
     runners as (select racedate, racekey, count(*) filter (starts) as starters from present group by all),
     programs as (
       select racekey, arg_max(${wholeSql('headcount')}, __fetched_at) as headcount
         from ${recordsSql('race', ['racekey', 'headcount', '__fetched_at'], where)} group by all),
     whole as (
       select racedate, racekey from runners join programs using (racekey) where starters >= headcount),
     full_days as (select racedate from record_version group by racedate having sum(bytes) >= ?)
     select ?, racedate, racekey, id, ?::BIGINT, strlen(coalesce(present.record, '')), coalesce(present.record, '')
       from present full join latest using (racedate, racekey, id)
       where case when present.record is null
             then latest.record <> '' and (?::BOOLEAN and (racedate, racekey) in (from whole)
               or coalesce((racedate, racekey, case when present.record is null then ${HORSE_OF_LATEST} end) in (from horses), false))
           else present.record is distinct from latest.record end
         and racedate not in (from full_days)`,
    [
      ...values,
      today,
      table,
      ...values,
      today,
      // For the programs of both tables.
      ...values,
      ...values,
      String(most.day),
      table,
      String(knownSince(answer)),
      // Only if the answer is complete, with all runners of the race, a record that it lacks is gone; or if its horse has
      // another number by now, as after the draw.
      String(reasons.length === 0),
    ],
  );
  if (added.rowsChanged > 0) await forgetOldest(connection, most.all);
}

/** Whole days go, so that no day is left with half of its past. */
async function forgetOldest(connection: Connection, most: number): Promise<void> {
  await connection.run(
    `delete from record_version where racedate in (
       select racedate from (
         select racedate, sum(sum(bytes)) over (order by racedate desc) as so_far from record_version group by racedate)
       where so_far > ?)`,
    [String(most)],
  );
}

/** Deletes the versions of these days; an absent end is open. */
export async function removeVersions(
  connection: Connection,
  table: TableCode,
  { from = '', to = '99999999' }: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<void> {
  await connection.run('delete from record_version where table_code = ? and racedate between ? and ?', [
    table,
    from,
    to,
  ]);
}

type Rows = (sql: string, values?: readonly string[]) => Promise<readonly (readonly unknown[])[]>;

/** Program, card and pre-race data of one refresh are separate requests: versions this close are one moment. */
const MOMENT_MS = 15_000;

/** Versions of one kind of record that were fetched together. */
interface FetchedVersion {
  readonly at: number;
  readonly table: string;
}

/** The last time of each moment; a table that was fetched again begins another. `versions` ascending. Pure. */
export function momentsOf(versions: readonly FetchedVersion[]): number[] {
  const moments: { last: number; readonly tables: Set<string> }[] = [];
  for (const { at, table } of versions) {
    const moment = moments.at(-1);
    if (moment === undefined || at - moment.last > MOMENT_MS || moment.tables.has(table))
      moments.push({ last: at, tables: new Set([table]) });
    else {
      moment.last = at;
      moment.tables.add(table);
    }
  }
  return moments.map(({ last }) => last);
}

/**
 * When versions of the race were fetched, epoch milliseconds, ascending, from the first program on: without one nothing
 * of a race can be shown.
 */
export async function versionTimes(rows: Rows, racekey: string): Promise<number[]> {
  const found = await rows(
    `select distinct fetched_at::DOUBLE, table_code from record_version where racekey = ? and fetched_at >= (
       select min(fetched_at) from record_version where racekey = ? and table_code = ?) order by 1, 2`,
    [racekey, racekey, DAY_TABLES.race.present],
  );
  return momentsOf(found.map(([at, table]) => ({ at: Number(at), table: String(table) })));
}

/** The records of a race as they were known at a time, epoch milliseconds: raw text by field. */
export async function recordsKnownAt(
  rows: Rows,
  kind: VersionedRecord,
  racekey: string,
  at: number,
): Promise<Record<string, string | null>[]> {
  const table = DAY_TABLES[kind].present;
  const found = await rows(
    `select record from (
       select ${VERSION_ID} as id, ${LAST_VERSION} as record from record_version
         where table_code = ? and racekey = ? and fetched_at <= ?::BIGINT group by all)
     where record <> '' order by try_cast(id as INTEGER), id`,
    [table, racekey, String(at)],
  );
  return found.map(([record]) => textsOf(String(record)));
}

const recordSchema = z.record(z.string(), z.unknown());

function textsOf(json: string): Record<string, string | null> {
  const { [EXTRA]: extra, ...known } = recordSchema.parse(JSON.parse(json));
  const unknown = typeof extra === 'string' ? recordSchema.parse(JSON.parse(extra)) : {};
  return Object.fromEntries(
    Object.entries({ ...unknown, ...known }).map(([name, value]) => [
      name,
      value === null || typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
