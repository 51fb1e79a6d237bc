// A subject as a relation: the rows of its own table, with the values of the records that each is made of.

import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import {
  isPeople,
  type RowSubject,
  type SubjectColumn,
  type SubjectName,
} from '#shared/catalogue/subjects/subject.ts';
import { raceNamesBeside } from '#shared/catalogue/race-names.ts';
import { columnOfSubject, SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { quoted } from '../filter-sql.ts';
import { annotationAlias, annotationJoin, annotationsOf } from '../annotation-table.ts';
import { raceNamesSql } from '../race-names-sql.ts';
import type { Relation, Selection } from '../relation.ts';
import { peopleSql } from './people-rows.ts';
import { ID, recordsSql } from './record-sql.ts';
import { subjectTable } from './subject-tables.ts';

/** The rows of each subject's table in order, without ties. */
const ORDERS: Readonly<Record<RowSubject, string>> = {
  races: 'racedate, racekey',
  runners: 'racedate, racekey, horse_number',
  payoffs: 'racedate, racekey, place',
  works: 'racedate, racekey, rowid',
};

/** Records that are those of the row's race, not of the row. */
const OF_THE_RACE: ReadonlySet<DayRecord> = new Set(['race', 'meeting']);

export function subjectRelation(name: RowSubject): Relation {
  const subject = SUBJECTS[name];
  const columns = new Map<string, Read>(subject.columns.map((column) => [column.name, column]));
  for (const { column, key } of raceNamesBeside(subject.columns)) {
    const keyColumn = subject.columns.find((each) => each.name === key);
    if (keyColumn !== undefined) columns.set(column.name, { ...keyColumn, isNamed: true });
  }
  return {
    table: subjectTable(name),
    order: ORDERS[name],
    awaits: name === 'runners' ? 'coalesce(awaits, false)' : 'false',
    select: (names, clause) =>
      selectionOf(
        name,
        names.flatMap((each) => columns.get(each) ?? []),
        clause,
      ),
  };
}

/** A column of the subject, or the name of the race whose key is in it. */
interface Read extends SubjectColumn {
  readonly isNamed?: true;
}

/** Only the records and annotations that the columns need are joined. */
function selectionOf(name: RowSubject, columns: readonly Read[], clause: string): Selection {
  const annotated = annotationsOf(columns);
  const fields = new Map<DayRecord, Set<string>>();
  for (const { origin } of [
    ...columns,
    ...annotated.flatMap(({ by }) => by.map((each) => columnOfSubject(name, each))),
  ]) {
    if (!('record' in origin)) continue;
    const own = fields.get(origin.record) ?? new Set();
    fields.set(origin.record, own.add(origin.field));
  }
  const isRace = name === 'races';
  const joinsRace = !isRace && [...fields.keys()].some((record) => OF_THE_RACE.has(record));
  const joins = [...fields].map(([record, names]) => {
    const holder = OF_THE_RACE.has(record) && !isRace ? 'own_race' : 'own';
    return `left join ${recordsSql(record, [...names], 'true')} ${aliasOf(record)} on ${aliasOf(record)}.${ID} = ${holder}.${record}`;
  });
  const race = joinsRace
    ? `left join (select racedate, racekey, race, meeting from subject_races) own_race
         on own_race.racedate = own.racedate and own_race.racekey = own.racekey`
    : '';
  const named = columns.filter(({ isNamed }) => isNamed);
  const names = named.map(
    (column, at) => `left join ${raceNamesSql()} race_${at} on race_${at}.racekey = ${expressionOf(column)}`,
  );
  const annotations = annotated.map(({ target, by }) =>
    annotationJoin(
      target,
      by.map((each) => expressionOf(columnOfSubject(name, each))),
    ),
  );
  const joined = [race, ...joins, ...names, ...annotations].join(' ');
  return {
    from: `(select rowid as __own_row, * from ${subjectTable(name)} ${clause}) own ${joined}`,
    rowid: '__own_row',
    list: columns.map((column) =>
      column.isNamed ? `race_${named.indexOf(column)}.race_name` : expressionOf(column),
    ),
    pointers: [],
  };
}

const aliasOf = (record: DayRecord): string => `of_${record}`;

function expressionOf({ name, origin }: SubjectColumn): string {
  if ('record' in origin) return `${aliasOf(origin.record)}.${quoted(origin.field)}`;
  return 'annotation' in origin
    ? `${annotationAlias(origin.target)}.${origin.annotation}`
    : `own.${quoted(name)}`;
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
