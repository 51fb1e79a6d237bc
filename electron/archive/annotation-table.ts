// The user's marks and notes as a table of the archive, so that subjects can be read, filtered and sorted with them.
// It is a copy: the annotations themselves are in a file of their own (electron/annotations/), which outlives the
// archive, and the table is filled from it whenever the archive was opened and the copy is not of that file's state.

import {
  idsInRecords,
  isEmptyAnnotation,
  markTime,
  racekeyOfTarget,
  type Annotation,
} from '#shared/annotations/annotation.ts';
import { compactMinuteInTokyo, timestampInTokyo } from '#shared/racing/racedate.ts';
import type { AnnotationTarget } from '#shared/annotations/target.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import type { SubjectColumn } from '#shared/catalogue/subjects/subject.ts';
import type { Connection } from './connection.ts';
import { trimmedSql } from './filter-sql.ts';

/**
 * `watched` is '1' or null, as a flag of the service would be. Of a mark, the time since when it is what it is, and its minute
 * in Japan, YYYYMMDDHHMM, to compare with post times.
 */
const COLUMNS = ['target', 'id', 'mark', 'note', 'watched', 'marked_at', 'marked_minute'] as const;

export const CREATE_ANNOTATIONS = `create or replace table annotation
  (${COLUMNS.map((column) => `${column} VARCHAR`).join(', ')})`;

/** The row that says which state of the file the table is a copy of. */
const STATE = 'state of the file';

export const annotationAlias = (target: AnnotationTarget): string => `my_${target}`;

/**
 * The annotations on a target by each id that records can give it (`idsInRecords`). There are few annotations: to spell
 * them twice costs nothing, and to spell the key of each row anew would.
 */
function annotationsSql(target: AnnotationTarget): string {
  const own = `select * from annotation where target = '${target}'`;
  if (target !== 'runner' && target !== 'race') return own;
  return `${own} union all select * replace (upper(id) as id) from annotation
    where target = '${target}' and id < '11' and id <> upper(id)`;
}

/** Joins the annotations on a target; `by`: expressions whose values together are its id. */
export const annotationJoin = (target: AnnotationTarget, by: readonly string[]): string => `
  left join (${annotationsSql(target)}) ${annotationAlias(target)}
    on ${annotationAlias(target)}.id = concat_ws(' ', ${by.map(trimmedSql).join(', ')})`;

/** What the columns' annotations are about, each target once. */
export const annotationsOf = (
  columns: readonly SubjectColumn[],
): readonly { readonly target: AnnotationTarget; readonly by: readonly string[] }[] => [
  ...new Map(
    columns.flatMap(({ origin }) => ('annotation' in origin ? [[origin.target, origin] as const] : [])),
  ).values(),
];

/** The state of the file that the table is a copy of; undefined if it is empty. */
async function annotationState(connection: Connection): Promise<string | undefined> {
  const read = await connection.runAndReadAll('select id from annotation where target = ?', [STATE]);
  const state = read.getRows()[0]?.[0];
  return typeof state === 'string' ? state : undefined;
}

/** Parameters of one statement: more of them would take DuckDB longer to plan than to insert. */
const ROWS_AT_ONCE = 5000;

/** From about so many annotations on, filling the whole table takes less time than replacing single rows. */
const MANY = 200;

/** A change of the file of annotations, or none: then the table is only brought up to date. */
export interface AnnotationUpdate {
  /** The state of the file before. */
  readonly from: string;
  /** The state of the file now. */
  readonly state: string;
  /** What has changed in between. */
  readonly changed: readonly Annotation[];
  /** All that the file has now, by key; those that were removed say nothing. */
  readonly all: ReadonlyMap<string, Annotation>;
}

/**
 * Brings the table up to date: with what has changed if it has everything before that, and with all otherwise. Resolves
 * to which of them it took. Runs in the caller's transaction.
 */
export async function takeAnnotations(
  connection: Connection,
  { from, state, changed, all }: AnnotationUpdate,
): Promise<'some' | 'all'> {
  const isBehind = (await annotationState(connection)) !== from;
  if (isBehind || changed.length > MANY) {
    await fillAnnotations(connection, [...all.values()], state);
    return 'all';
  }
  if (changed.length > 0) await putAnnotations(connection, changed, state);
  return 'some';
}

async function fillAnnotations(
  connection: Connection,
  annotations: readonly Annotation[],
  state: string,
): Promise<void> {
  await connection.run('delete from annotation');
  for (let at = 0; at < annotations.length; at += ROWS_AT_ONCE)
    await insert(connection, annotations.slice(at, at + ROWS_AT_ONCE));
  await setState(connection, state);
}

/** Replaces the rows of these annotations. */
async function putAnnotations(
  connection: Connection,
  annotations: readonly Annotation[],
  state: string,
): Promise<void> {
  for (const { target, id } of annotations)
    await connection.run('delete from annotation where target = ? and id = ?', [target, id]);
  await insert(connection, annotations);
  await setState(connection, state);
}

async function setState(connection: Connection, state: string): Promise<void> {
  await connection.run('delete from annotation where target = ?', [STATE]);
  await connection.run('insert into annotation (target, id) values (?, ?)', [STATE, state]);
}

/** Those that were removed have no row. */
async function insert(connection: Connection, annotations: readonly Annotation[]): Promise<void> {
  const present = annotations.filter((each) => !isEmptyAnnotation(each));
  if (present.length === 0) return;
  const rows = present.map((each) => {
    const { target, id, mark, note, watched } = each;
    return {
      target,
      id,
      mark,
      note,
      watched: watched === true ? '1' : undefined,
      ...(mark === undefined
        ? {}
        : {
            marked_at: timestampInTokyo(markTime(each)),
            marked_minute: compactMinuteInTokyo(markTime(each)),
          }),
    };
  });
  const form = JSON.stringify([Object.fromEntries(COLUMNS.map((column) => [column, 'VARCHAR']))]);
  await connection.run(
    `insert into annotation select ${COLUMNS.map((column) => `row.${column}`).join(', ')}
       from (select unnest(from_json(?, '${form}')) as row)`,
    [JSON.stringify(rows)],
  );
}

/** What an annotation is about, as filters of the rows that show it. The day of a race may be another one by now. */
export function rowsAbout(annotation: Annotation): readonly Filter[] {
  const { target, id, racedate } = annotation;
  if (racekeyOfTarget(annotation) !== undefined)
    return idsInRecords(annotation).map((each) => ({ racekey: each.split(' ', 1)[0] ?? each }));
  return [
    {
      ...(racedate === undefined ? {} : { racedate }),
      ...(target === 'horse' ? { horse_id: id } : {}),
    },
  ];
}
