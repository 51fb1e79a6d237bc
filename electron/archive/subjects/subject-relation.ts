// A subject as a relation: the rows of its own table, with the values of the records that each is made of.

import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import {
  isPeople,
  type RowSubject,
  type SubjectColumn,
  type SubjectName,
} from '#shared/catalogue/subjects/subject.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { quoted } from '../filter-sql.ts';
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
  const columns = new Map(subject.columns.map((column) => [column.name, column]));
  return {
    table: subjectTable(name),
    order: ORDERS[name],
    awaits: name === 'runners' ? 'coalesce(awaits, false)' : 'false',
    isTable: false,
    select: (names, clause) =>
      selectionOf(
        name,
        names.flatMap((each) => columns.get(each) ?? []),
        clause,
      ),
  };
}

/** Only the records that the columns need are joined. */
function selectionOf(name: RowSubject, columns: readonly SubjectColumn[], clause: string): Selection {
  const fields = new Map<DayRecord, Set<string>>();
  for (const { origin } of columns) {
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
  return {
    from: `(select rowid as __own_row, * from ${subjectTable(name)} ${clause}) own ${race} ${joins.join(' ')}`,
    rowid: '__own_row',
    list: columns.map(expressionOf),
    pointers: [],
  };
}

const aliasOf = (record: DayRecord): string => `of_${record}`;

const expressionOf = ({ name, origin }: SubjectColumn): string =>
  'record' in origin ? `${aliasOf(origin.record)}.${quoted(origin.field)}` : `own.${quoted(name)}`;

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
