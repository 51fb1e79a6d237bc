// A subject as a relation: the rows of its own table, with the values of the records that each is made of.

import type { AnnotationTarget } from '#shared/annotations/target.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { prefixOf, RUNS_BACK } from '#shared/catalogue/records/runs-back.ts';
import {
  fieldsOf,
  isCardRecord,
  isPeople,
  type Origin,
  type ReadOrigin,
  type RecordField,
  type RowSubject,
  type AnnotationField,
  type SubjectColumn,
  type SubjectName,
} from '#shared/catalogue/subjects/subject.ts';
import { raceNamesBeside } from '#shared/catalogue/race-names.ts';
import { columnOfSubject, SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { Connection } from '../connection.ts';
import { quoted } from '../filter-sql.ts';
import { annotationAlias, annotationJoin, annotationsOf } from '../annotation-table.ts';
import { raceNamesSql } from '../race-names-sql.ts';
import type { Relation, Selection } from '../relation.ts';
import { peopleSql } from './people-rows.ts';
import { horseRunsSql, runsOfHorsesSql, type RecordsOfRows } from './horse-run-rows.ts';
import { backOf } from './run-rows.ts';
import { ID, isStatedSql, recordsSql, tookPartSql } from './record-sql.ts';
import { subjectTable } from './subject-tables.ts';

/** The rows of each subject's table in order, without ties. */
const ORDERS: Readonly<Record<RowSubject, string>> = {
  races: 'racedate, racekey',
  runners: 'racedate, racekey, horse_number, rowid',
  payoffs: 'racedate, racekey, place',
  works: 'racedate, racekey, rowid',
  runs: 'racedate, racekey, horse_number, horse_id, rowid',
};

/** The rows of a horse's runs, newest first, without ties. */
export const RUNS_OF_HORSE_ORDER =
  'racedate desc nulls last, racekey desc nulls last, horse_number, horse_id';

/** Records that are those of the row's race, not of the row. */
const OF_THE_RACE: ReadonlySet<DayRecord> = new Set(['race', 'meeting']);

/** Where the rows of a subject are read from. */
interface Rows {
  readonly subject: RowSubject;
  /** The table of the rows, or a subquery with the same columns and a `rowid`. */
  readonly table: string;
  readonly order: string;
  /** Whether the rows have the number of the program of their race; otherwise it is looked up in the races. */
  readonly hasRace: boolean;
  /** If the rows are known beforehand. */
  readonly records?: RecordsOfRows;
}

export const subjectRelation = (name: RowSubject): Relation =>
  relationOf({ subject: name, table: subjectTable(name), order: ORDERS[name], hasRace: name === 'races' });

/** The runs of a horse, newest first, from its records as the connection reads them. */
export async function horseRunsRelation(connection: Connection, horse_id: string): Promise<Relation> {
  const { table, records } = await horseRunsSql(connection, horse_id);
  return relationOf({
    subject: 'runs',
    table,
    records,
    order: RUNS_OF_HORSE_ORDER,
    hasRace: true,
  });
}

/**
 * The runs of many horses, from the table of runs. The records of these rows are read alone: DuckDB does not know how few
 * they are, and would keep all records of ten years in memory to join them (600 MB). `where`: a condition on `horse_id`.
 */
export async function runsOfHorsesRelation(connection: Connection, where: string): Promise<Relation> {
  const { table, records } = await runsOfHorsesSql(connection, where);
  return relationOf({ subject: 'runs', table, records, order: RUNS_OF_HORSE_ORDER, hasRace: true });
}

function relationOf(rows: Rows): Relation {
  const { subject: name } = rows;
  const subject = SUBJECTS[name];
  const columns = new Map<string, Read>(
    subject.columns.map((column) => [column.name, withoutAbsent(column, rows)]),
  );
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

/**
 * The column as it is read from the kinds of records that some row has, up to one that all have: planning what is not
 * there takes longest, and then reading what is not used.
 */
function withoutAbsent(column: SubjectColumn, { records }: Rows): SubjectColumn {
  const { origin } = column;
  if (records === undefined) return column;
  const present = (read: ReadOrigin): ReadOrigin => {
    const fields = fieldsOf({ origin: read }).filter(({ record }) => records.only(record) !== undefined);
    const last = fields.findIndex(
      ({ record, ifStated }) => ifStated === undefined && records.haveAll(record),
    );
    return { firstOf: last < 0 ? fields : fields.slice(0, last + 1) };
  };
  if (isRead(origin)) return { ...column, origin: present(origin) };
  if (!('tookPart' in origin)) return column;
  const { finish, trouble } = origin.tookPart;
  return { ...column, origin: { tookPart: { finish: present(finish), trouble: present(trouble) } } };
}

const isRead = (origin: Origin): origin is ReadOrigin => 'record' in origin || 'firstOf' in origin;

/** Only the records and annotations that the columns need are joined. */
function selectionOf(rows: Rows, columns: readonly Read[], clause: string): Selection {
  const annotated = annotationsOf(columns).map(({ target, by }) => ({
    target,
    by: by.map((each) => withoutAbsent(columnOfSubject(rows.subject, each), rows)),
  }));
  const start = columns.some(isOfStart)
    ? START.map((each) => withoutAbsent(columnOfSubject(rows.subject, each), rows))
    : [];
  const fields = fieldsByRecord([...columns, ...start]);
  const joinsRace = !rows.hasRace && [...fields.keys()].some((record) => OF_THE_RACE.has(record));
  const joins = joinsOf(rows, fields);
  const race = joinsRace
    ? `left join (select racedate, racekey, race, meeting from subject_races) own_race
         on own_race.racedate = own.racedate and own_race.racekey = own.racekey`
    : '';
  const named = columns.filter(({ isNamed }) => isNamed);
  const names = named.map(
    (column, at) => `left join ${raceNamesSql()} race_${at} on race_${at}.racekey = ${expressionOf(column)}`,
  );
  const joined = [race, ...joins, ...names].join(' ');
  return {
    from: `${ownRows(rows, clause, annotated, columns)} ${joined}`,
    rowid: '__own_row',
    list: columns.map((column) =>
      column.isNamed
        ? `race_${named.indexOf(column)}.race_name`
        : isOfStart(column)
          ? beforeStartSql(column.origin.target, start.map(expressionOf))
          : expressionOf(column),
    ),
    pointers: [],
  };
}

/** The fields of the records that the columns are read from. */
function fieldsByRecord(columns: readonly SubjectColumn[]): ReadonlyMap<DayRecord, ReadonlySet<string>> {
  const fields = new Map<DayRecord, Set<string>>();
  for (const field of columns.flatMap(fieldsOf)) {
    const own = fields.get(field.record) ?? new Set();
    for (const each of deliveredNames(field)) own.add(each);
    fields.set(field.record, own);
  }
  return fields;
}

const joinsOf = (rows: Rows, fields: ReadonlyMap<DayRecord, ReadonlySet<string>>): readonly string[] =>
  [...fields].map(([record, names]) => {
    const holder = OF_THE_RACE.has(record) && !rows.hasRace ? 'own_race' : 'own';
    const where = rows.records?.only(record) ?? 'true';
    return `left join ${recordsSql(record, [...names], where)} ${aliasOf(record)} on ${aliasOf(record)}.${ID} = ${holder}.${record}`;
  });

/**
 * The subject's own rows, with what the user noted about each. Annotations are joined before the records are: each
 * join passes on all columns that were joined before it, and with those of a runner six joins took 750 MB instead of 300.
 */
function ownRows(
  rows: Rows,
  clause: string,
  annotated: readonly { readonly target: AnnotationTarget; readonly by: readonly SubjectColumn[] }[],
  columns: readonly Read[],
): string {
  const own = `(select rowid as __own_row, * from ${rows.table} ${clause}) own`;
  if (annotated.length === 0) return own;
  const keys = joinsOf(rows, fieldsByRecord(annotated.flatMap(({ by }) => by)));
  const joins = annotated.map(({ target, by }) => annotationJoin(target, by.map(expressionOf)));
  const noted = new Set(
    columns.flatMap(({ origin }) =>
      'annotation' in origin
        ? READ_OF[origin.annotation].map(
            (field) => `${annotationAlias(origin.target)}.${field} as ${notedSql(origin.target, field)}`,
          )
        : [],
    ),
  );
  return `(select own.*, ${[...noted].join(', ')} from ${own} ${[...keys, ...joins].join(' ')}) own`;
}

/** The columns of the table of annotations that each is read from. */
const READ_OF: Readonly<Record<AnnotationField, readonly string[]>> = {
  mark: ['mark'],
  note: ['note'],
  watched: ['watched'],
  marked_at: ['marked_at'],
  marked_before_start: ['marked_minute'],
};

const notedSql = (target: AnnotationTarget, field: string): string => quoted(`__${target}_${field}`);

interface OfStart extends Read {
  readonly origin: Extract<SubjectColumn['origin'], { annotation: unknown }>;
}

/** Whether the column compares the time of a mark with the start of the row's race. */
const isOfStart = (column: Read): column is OfStart =>
  'annotation' in column.origin && column.origin.annotation === 'marked_before_start';

/** The columns that say when the race of a row starts. */
const START = ['racedate', 'post_time'] as const;

/** As `isMarkedBeforeStart` (shared/annotations/marked-before-start.ts): '1' or '0', and null without a mark. */
function beforeStartSql(target: AnnotationTarget, [racedate = 'null', postTime = 'null']: string[]): string {
  const minute = `own.${notedSql(target, 'marked_minute')}`;
  const clock = `case when regexp_full_match(trim(${postTime}), '[0-9]{1,2}:?[0-9]{2}')
    then lpad(replace(trim(${postTime}), ':', ''), 4, '0') else '' end`;
  return `case when ${minute} is null then null
    when ${minute} < trim(${racedate}) || ${clock} then '1' else '0' end`;
}

const aliasOf = (record: DayRecord): string => `of_${record}`;

/** The fields of the record as it is delivered: a field of a run is there for each of the five. */
const deliveredNames = ({ field, isOfRun, ifStated = field }: RecordField): readonly string[] =>
  [field, ifStated].flatMap((each) => (isOfRun ? RUNS_BACK.map((back) => prefixOf(back) + each) : each));

function expressionOf({ name, origin }: SubjectColumn): string {
  if (isRead(origin)) return readSql(origin);
  if ('annotation' in origin) return `own.${notedSql(origin.target, origin.annotation)}`;
  if (!('tookPart' in origin)) return `own.${quoted(name)}`;
  const { finish, trouble } = origin.tookPart;
  return `case ${tookPartSql(readSql(finish), readSql(trouble))} when true then '1' when false then '0' end`;
}

function readSql(origin: ReadOrigin): string {
  if ('record' in origin) return fieldSql(origin);
  if (origin.firstOf.length === 0) return 'null::VARCHAR';
  const cases = origin.firstOf.map((field) => `when ${hasSql(field)} then ${fieldSql(field)}`);
  return `case ${cases.join(' ')} end`;
}

/** Whether the row has the field's record, and does not pass it over. */
const hasSql = (field: RecordField): string =>
  field.ifStated === undefined
    ? `own.${field.record} is not null`
    : isStatedSql(fieldSql({ ...field, field: field.ifStated }));

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
