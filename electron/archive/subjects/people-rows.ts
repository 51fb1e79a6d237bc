// Horses, jockeys, trainers and sires: figures over runners, computed when they are asked for.

import type { DuckDBValue } from '@duckdb/node-api';
import { PEOPLE } from '#shared/catalogue/subjects/people.ts';
import { RIDER_KEY, RIDER_RECORD } from '#shared/catalogue/subjects/rider.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import type { PeopleName } from '#shared/catalogue/subjects/subject.ts';
import { annotationAlias, annotationJoin, annotationsOf } from '../annotation-table.ts';
import { quoted, trimmedSql } from '../filter-sql.ts';
import { TYPED } from '../typed-views.ts';
import { ID, isStatedSql, recordsSql } from './record-sql.ts';

/** The fields of a record by which runs are counted, of which only the first must be filled; the others name the same. */
const KEYS: Readonly<Record<PeopleName, readonly string[]>> = {
  horses: ['horse_id'],
  jockeys: ['jockey_cd'],
  trainers: ['trainer_cd'],
  sires: ['sire_name', 'sire_birth_year'],
};

const NAMES: Readonly<Record<PeopleName, readonly string[]>> = {
  horses: ['horse_name'],
  jockeys: ['jockey_name'],
  trainers: ['trainer_name'],
  sires: [],
};

interface Given {
  /** The record besides the entry whose fields count. */
  readonly beside?: DayRecord;
  /** Who or what it is. */
  readonly sql: (field: string) => string;
}

/** Results name horses too, and the pre-race record names the rider. */
const GIVEN: Readonly<Record<PeopleName, Given>> = {
  horses: {
    beside: 'result',
    sql: (field) => `coalesce(entry.${quoted(field)}, beside.${quoted(field)})`,
  },
  jockeys: {
    beside: RIDER_RECORD,
    sql: (field) =>
      `case when ${isStatedSql(`beside.${RIDER_KEY}`)} then beside.${quoted(field)} else entry.${quoted(field)} end`,
  },
  trainers: { sql: (field) => `entry.${quoted(field)}` },
  sires: { sql: (field) => `entry.${quoted(field)}` },
};

/** In percent with one decimal, halves rounded up, as text like a delivered value; null without a run. */
const percent = (part: string, whole: string): string =>
  `case when ${whole} > 0 then printf('%.1f', round(1000.0 * (${part}) / (${whole})) / 10) end`;

/**
 * A row for each who has at least one run, most runs first, with the columns of the subject as text. `where` is a
 * condition on the race date and race key. Runners without an entry count only for whom another record names.
 */
export function peopleSql(name: PeopleName, where: string): string {
  const keys = KEYS[name];
  const names = NAMES[name];
  const [first = '', ...more] = keys;
  const fields = [...keys, ...names];
  const { beside, sql: given } = GIVEN[name];
  // Blank or missing, a birth year is not recorded: runs without one are counted together.
  const valueOf = (field: string): string => (more.includes(field) ? trimmedSql(given(field)) : given(field));
  const columns = PEOPLE[name].columns.map(({ name: column, origin }) =>
    'annotation' in origin
      ? `${annotationAlias(origin.target)}.${origin.annotation} as ${quoted(column)}`
      : `figures.${quoted(column)}`,
  );
  const annotations = annotationsOf(PEOPLE[name].columns).map(({ target, by }) =>
    annotationJoin(
      target,
      by.map((field) => `figures.${quoted(field)}`),
    ),
  );
  return `
    with runs as (
      select runners.racedate, finish,
          ${TYPED}.number_in(win_returned) as win, ${TYPED}.number_in(place_returned) as place,
          ${fields.map((field) => `${valueOf(field)} as ${quoted(field)}`).join(', ')}
        from (select * from subject_runners where ${where}) runners
        left join ${recordsSql('entry', fields, 'true')} entry on entry.${ID} = runners.entry
        ${beside === undefined ? '' : `left join ${recordsSql(beside, fields, 'true')} beside on beside.${ID} = runners.${beside}`}
        where took_part),
    counted as (
      select ${keys.map(quoted).join(', ')},
          ${names.map((field) => `arg_max(${quoted(field)}, racedate) as ${quoted(field)},`).join(' ')}
          count(*) as n, count(*) filter (finish = 1) as won, count(*) filter (finish = 2) as second,
          count(*) filter (finish = 3) as third, count(win) as paid,
          count(place) as place_paid, sum(win) as win_yen, sum(place) as place_yen,
          min(racedate) as first_day, max(racedate) as last_day
        from runs where coalesce(trim(${quoted(first)}), '') <> ''
        group by ${keys.map(quoted).join(', ')}),
    figures as (
      select *, n::VARCHAR as runs, won::VARCHAR as wins, second::VARCHAR as seconds, third::VARCHAR as thirds,
          ${percent('won', 'n')} as win_rate, ${percent('won + second', 'n')} as top2_rate,
          ${percent('won + second + third', 'n')} as top3_rate, paid::VARCHAR as paid_runs, place_paid::VARCHAR as place_paid_runs,
          ${percent('win_yen / 100', 'paid')} as win_return, ${percent('place_yen / 100', 'place_paid')} as place_return
        from counted)
    select ${columns.join(', ')} from figures ${annotations.join(' ')} order by n desc, ${keys.map((field) => `figures.${quoted(field)}`).join(', ')}`;
}

/** Cells as text, by column. */
export interface PeopleRows {
  readonly records: number;
  readonly columns: readonly (readonly (string | null)[])[];
}

/** Of the query's columns. */
export const peopleRows = (columns: readonly (readonly DuckDBValue[])[]): PeopleRows => ({
  records: columns[0]?.length ?? 0,
  columns: columns.map((cells) => cells.map((cell) => (cell === null ? null : String(cell)))),
});
