// Makes the blocks of past days and their races, from one state of the archive.
//
// Only of regular days: each race is on the program, and none of its records is of another day. On such a day, what a
// table lacks of a race is what it lacks of the day, and a write concerns a block only if it touches the day, one of its
// races or its meetings (stored-blocks.ts). Other days are read from the columns.

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { DuckDBValue } from '@duckdb/node-api';
import { DAY_RECORDS, pairOfDay, tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { DAY_ENTRY_COLUMNS, DAY_RESULT_COLUMNS } from '#shared/racing/day-columns.ts';
import { raceUnit, dayUnit, type CoverageUnit } from '../coverage.ts';
import type { Connection } from '../connection.ts';
import { literal, quoted } from '../filter-sql.ts';
import { tableRelation } from '../relation.ts';
import { packBlock, packColumn, textOf, type BlockHead, type BlockRows } from './block.ts';

export interface MadeBlock {
  readonly unit: CoverageUnit;
  readonly head: BlockHead;
  /** Undefined for a day that is not regular: its records are read from the columns. */
  readonly bytes: Uint8Array | undefined;
}

/** Days of the period on which the table lacks something by what else is stored. Errors: ARCHIVE_FAILED. */
export type ShortDays = (
  rows: (sql: string, values?: readonly string[]) => Promise<DuckDBValue[][]>,
  table: TableCode,
  period: { readonly from: string; readonly to: string },
  today: string,
) => Promise<ReadonlySet<string>>;

/** The tables that have a past day, of each kind of record. */
const PAST = DAY_RECORDS.flatMap((record) => tablesOfDay(record)[0] ?? []);
const RACE_TABLES = PAST.filter((code) => TABLES[code].grain !== 'meeting');
/** Every table whose records name a race. */
const NAMING_RACES = DAY_RECORDS.filter((record) => record !== 'meeting').flatMap(tablesOfDay);

/** What a day's page reads, and the columns if not all of them. */
const DAY_TABLES: readonly (readonly [record: DayRecord, columns?: readonly string[]])[] = [
  ['race'],
  ['meeting'],
  ['payoff'],
  ['result', DAY_RESULT_COLUMNS],
  ['entry', DAY_ENTRY_COLUMNS],
];

/** To be raised when blocks get another form. */
const FORM = 2;

/** Changes whenever the blocks would be made differently. */
export const BLOCK_RULE = createHash('sha256')
  .update(
    JSON.stringify([
      FORM,
      DAY_TABLES,
      PAST.map((code) => {
        const { awaits, order } = tableRelation(TABLES[code]);
        return [code, awaits, order, TABLES[code].columns.map(({ name }) => name)];
      }),
    ]),
  )
  .digest('hex');

export interface MissingBlocks {
  /** In Tokyo. */
  readonly today: string;
  readonly shortDays: ShortDays;
  /** How many days at a time. */
  readonly most: number;
}

/** The blocks of some past days that have none, in one state of the archive; none if all have. Errors: those of DuckDB. */
export async function makeMissingBlocks(
  connection: Connection,
  { today, shortDays, most }: MissingBlocks,
): Promise<MadeBlock[]> {
  await connection.run('begin');
  const days = await daysWithoutBlocks(connection, today, most);
  return days.length === 0 ? [] : makeBlocks(connection, days, today, shortDays);
}

/** Past days with a program and without blocks, the latest first. */
async function daysWithoutBlocks(connection: Connection, today: string, most: number): Promise<string[]> {
  const read = await connection.runAndReadAll(
    `select distinct racedate from d_ra where racedate < ? and regexp_full_match(racedate, '[0-9]{8}')
       and racedate not in (select racedate from record_block) order by racedate desc limit ${most}`,
    [today],
  );
  return read.getRows().map(([day]) => String(day));
}

/** The blocks of these days, which are over. */
async function makeBlocks(
  connection: Connection,
  days: readonly string[],
  today: string,
  shortDays: ShortDays,
): Promise<MadeBlock[]> {
  const sorted = days.toSorted();
  const period = { from: sorted[0] ?? '', to: sorted.at(-1) ?? '' };
  const odd = await oddDays(connection, days);
  const rows = async (sql: string, values: readonly string[] = []) =>
    (await connection.runAndReadAll(sql, [...values])).getRows();
  const whole = new Map<string, TableCode[]>(days.map((day) => [day, []]));
  for (const code of PAST) {
    const short = await shortDays(rows, code, period, today);
    for (const day of days) if (!short.has(day)) whole.get(day)?.push(code);
  }
  const regular = days.filter((day) => !odd.has(day));
  const ofDays = new Map(regular.map((day) => [day, new Map<TableCode, BlockRows>()]));
  const ofRaces = new Map<string, { readonly day: string; readonly tables: Map<TableCode, BlockRows> }>();
  const add = (code: TableCode, groups: ReadonlyMap<string, Group>) => {
    for (const [racekey, { day, rows: packed }] of groups) {
      const race = ofRaces.get(racekey) ?? { day, tables: new Map<TableCode, BlockRows>() };
      race.tables.set(code, packed);
      ofRaces.set(racekey, race);
    }
  };
  // The programs come first: they name every race of a regular day.
  for (const code of RACE_TABLES) add(code, await rowsBy(connection, code, 'racekey', regular));
  for (const { tables } of ofRaces.values())
    for (const code of RACE_TABLES) if (!tables.has(code)) tables.set(code, NO_ROWS);
  for (const [record, names] of DAY_TABLES) {
    const [code] = tablesOfDay(record);
    if (code === undefined) continue;
    const groups = await rowsBy(connection, code, 'racedate', regular, names);
    for (const [day, tables] of ofDays)
      tables.set(code, groups.get(day)?.rows ?? { ...NO_ROWS, ...(names && { names }) });
  }
  const made: MadeBlock[] = [...odd].map((racedate) => ({
    unit: dayUnit(racedate),
    head: { racedate, whole: [], final: [] },
    bytes: undefined,
  }));
  const pack = async (unit: CoverageUnit, racedate: string, tables: ReadonlyMap<TableCode, BlockRows>) => {
    const ofDay = whole.get(racedate) ?? [];
    const final = ofDay.filter((code) => tables.get(code)?.provisional === 0);
    made.push({ unit, head: { racedate, whole: ofDay, final }, bytes: await packBlock(tables) });
  };
  for (const [day, tables] of ofDays) await pack(dayUnit(day), day, tables);
  for (const [racekey, { day, tables }] of ofRaces) await pack(raceUnit(racekey), day, tables);
  return made;
}

const NO_ROWS: BlockRows = { records: 0, provisional: 0, cells: [] };

/** Days with a record of a race that is not on the day's program, or that has records of another day. */
async function oddDays(connection: Connection, days: readonly string[]): Promise<Set<string>> {
  const listed = days.map(literal).join(', ');
  const named = RACE_TABLES.map(
    (code) => `select racedate, racekey from ${code} where racedate in (${listed})`,
  );
  const all = NAMING_RACES.map((code) => `select racedate, racekey from ${code}`);
  const [program] = pairOfDay('race');
  const read = await connection.runAndReadAll(
    `with named as materialized (select distinct racedate, racekey from (${named.join(' union all ')}))
     select racedate from named where coalesce(trim(racekey), '') = ''
     union select racedate from named anti join ${program} program using (racedate, racekey)
     union select named.racedate from (${all.join(' union all ')}) other
       join named on named.racekey = other.racekey where other.racedate is distinct from named.racedate`,
  );
  return new Set(read.getRows().map(([day]) => String(day)));
}

interface Group {
  readonly day: string;
  readonly rows: BlockRows;
}

/** The table's rows of these days by race or by day, in the order of its relation. */
async function rowsBy(
  connection: Connection,
  code: TableCode,
  by: 'racekey' | 'racedate',
  days: readonly string[],
  names?: readonly string[],
): Promise<ReadonlyMap<string, Group>> {
  if (days.length === 0) return new Map();
  const { table, awaits, order } = tableRelation(TABLES[code]);
  const columns = names ?? TABLES[code].columns.map(({ name }) => name);
  const read = await connection.runAndReadAll(
    `select ${[by, 'racedate', awaits, ...columns.map(quoted)].join(', ')} from ${table}
       where racedate in (${days.map(literal).join(', ')}) order by ${order}`,
  );
  const [keys = [], dates = [], awaiting = [], ...cells] = read.getColumns();
  const placesOf = new Map<string, number[]>();
  for (const [place, key] of keys.entries()) {
    const places = placesOf.get(String(key)) ?? [];
    placesOf.set(String(key), places);
    places.push(place);
  }
  const groups = new Map<string, Group>();
  for (const [key, places] of placesOf) {
    groups.set(key, {
      day: String(dates[places[0] ?? 0]),
      rows: {
        records: places.length,
        provisional: places.filter((place) => awaiting[place] === true).length,
        ...(names && { names }),
        cells: cells.map((column) => packColumn(places.map((place) => textOf(column[place])))),
      },
    });
    // Other work gets its turn: a day has 400,000 cells.
    await setImmediate();
  }
  return groups;
}
