// A subject as a relation: the rows of its own table, with the values of the records that each is made of.

import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { prefixOf, RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import {
  fieldsOf,
  isCardRecord,
  isPeople,
  type RecordField,
  type RowSubject,
  type SubjectColumn,
  type SubjectName,
} from '#shared/catalogue/subjects/subject.ts';
import { raceNamesBeside } from '#shared/catalogue/race-names.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { quoted } from '../filter-sql.ts';
import { raceNamesSql } from '../race-names-sql.ts';
import type { Relation, Selection } from '../relation.ts';
import { peopleSql } from './people-rows.ts';
import { backOf, horseRunsSql, type HorseRecords } from './run-rows.ts';
import { chosenSql, ID, recordsSql } from './record-sql.ts';
import { subjectTable } from './subject-tables.ts';

/** The rows of each subject's table in order, without ties. */
const ORDERS: Readonly<Record<RowSubject, string>> = {
  races: 'racedate, racekey',
  runners: 'racedate, racekey, horse_number',
  payoffs: 'racedate, racekey, place',
  works: 'racedate, racekey, rowid',
  runs: 'racedate, racekey, horse_number, horse_id, rowid',
};

/** Records that are those of the row's race, not of the row. */
const OF_THE_RACE: ReadonlySet<DayRecord> = new Set(['race', 'meeting']);

/** Where the rows of a subject are read from. */
interface Rows {
  /** The table of the rows, or a subquery with the same columns and a `rowid`. */
  readonly table: string;
  readonly order: string;
  /** The number of the program and of the meeting of each race, as a subquery. */
  readonly races: string;
}

const RACES = '(select racedate, racekey, race, meeting from subject_races)';

export const subjectRelation = (name: RowSubject): Relation =>
  relationOf(name, { table: subjectTable(name), order: ORDERS[name], races: RACES });

/** The runs of a horse, newest first, from its records as they are now: nothing needs to be computed before. */
export const horseRunsRelation = (horse: HorseRecords): Relation =>
  relationOf('runs', {
    table: horseRunsSql(horse),
    order: 'racedate desc nulls last, racekey desc nulls last, rowid',
    races: `(select racedate, racekey, id as race from ${chosenSql('race', ['racedate', 'racekey'], 'true')})`,
  });

function relationOf(name: RowSubject, rows: Rows): Relation {
  const subject = SUBJECTS[name];
  const columns = new Map<string, Read>(subject.columns.map((column) => [column.name, column]));
  for (const { column, key } of raceNamesBeside(subject.columns)) {
    const keyColumn = subject.columns.find((each) => each.name === key);
    if (keyColumn !== undefined) columns.set(column.name, { ...keyColumn, isNamed: true });
  }
  return {
    table: rows.table,
    order: rows.order,
    awaits: name === 'runners' || name === 'runs' ? 'coalesce(awaits, false)' : 'false',
    select: (names, clause) =>
      selectionOf(
        name,
        rows,
        names.flatMap((each) => columns.get(each) ?? []),
        clause,
      ),
  };
}

/** A column of the subject, or the name of the race whose key is in it. */
interface Read extends SubjectColumn {
  readonly isNamed?: true;
}

/** Only the records that the columns need are joined. */
function selectionOf(name: RowSubject, rows: Rows, columns: readonly Read[], clause: string): Selection {
  const fields = new Map<DayRecord, Set<string>>();
  for (const field of columns.flatMap(fieldsOf)) {
    const own = fields.get(field.record) ?? new Set();
    for (const each of deliveredNames(field)) own.add(each);
    fields.set(field.record, own);
  }
  const isRace = name === 'races';
  const joinsRace = !isRace && [...fields.keys()].some((record) => OF_THE_RACE.has(record));
  const joins = [...fields].map(([record, names]) => {
    const holder = OF_THE_RACE.has(record) && !isRace ? 'own_race' : 'own';
    return `left join ${recordsSql(record, [...names], 'true')} ${aliasOf(record)} on ${aliasOf(record)}.${ID} = ${holder}.${record}`;
  });
  const race = joinsRace
    ? `left join ${rows.races} own_race
         on own_race.racedate = own.racedate and own_race.racekey = own.racekey`
    : '';
  const named = columns.filter(({ isNamed }) => isNamed);
  const names = named.map(
    (column, at) => `left join ${raceNamesSql()} race_${at} on race_${at}.racekey = ${expressionOf(column)}`,
  );
  return {
    from: `(select rowid as __own_row, * from ${rows.table} ${clause}) own ${race} ${joins.join(' ')} ${names.join(' ')}`,
    rowid: '__own_row',
    list: columns.map((column) =>
      column.isNamed ? `race_${named.indexOf(column)}.race_name` : expressionOf(column),
    ),
    pointers: [],
  };
}

const aliasOf = (record: DayRecord): string => `of_${record}`;

/** The fields of the record as it is delivered: a field of a run is there for each of the five. */
const deliveredNames = ({ field, isOfRun }: RecordField): readonly string[] =>
  isOfRun ? RUNS_BACK.map((back) => prefixOf(back) + field) : [field];

function expressionOf({ name, origin }: SubjectColumn): string {
  if ('record' in origin) return fieldSql(origin);
  if (!('firstOf' in origin)) return `own.${quoted(name)}`;
  const cases = origin.firstOf.map((field) => `when own.${field.record} is not null then ${fieldSql(field)}`);
  return `case ${cases.join(' ')} end`;
}

function fieldSql({ record, field, isOfRun }: RecordField): string {
  const read = (name: string): string => `${aliasOf(record)}.${quoted(name)}`;
  if (!isOfRun || !isCardRecord(record)) return read(field);
  const cases = RUNS_BACK.map((back) => `when ${back} then ${read(prefixOf(back) + field)}`);
  return `case own.${backOf(record)} ${cases.join(' ')} end`;
}

/** A view with all columns, for SQL queries. */
export function subjectView(name: SubjectName): string {
  if (isPeople(name)) return `create or replace view ${quoted(name)} as ${peopleSql(name, 'true')}`;
  const subject = SUBJECTS[name];
  const { from, list } = subjectRelation(name).select(
    subject.columns.map((column) => column.name),
    '',
  );
  const columns = subject.columns.map((column, at) => `${list[at]} as ${quoted(column.name)}`);
  return `create or replace view ${quoted(name)} as select ${columns.join(', ')} from ${from}`;
}
