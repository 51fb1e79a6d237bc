// The subjects' own tables: a row for each row of a subject, with its key, the numbers of the records that it is made
// of, and what is computed. Delivered values are not copied: they are read from those records (subject-relation.ts).
//
// The rows of a race day are made again in the transaction that changes its records, so they are never older.

import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { SUBJECT_NAMES, type SubjectName } from '#shared/catalogue/subjects/subject.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import {
  CREATE_PAYOFFS,
  CREATE_RACES,
  CREATE_WORKS,
  insertPayoffs,
  insertRaces,
  insertWorks,
} from './race-rows.ts';
import { CREATE_RUNNERS, insertRunners } from './runner-rows.ts';

interface Rows {
  readonly create: string;
  /** The records from which the table is computed. */
  readonly madeFrom: readonly DayRecord[];
  readonly insert: (where: string, meetings: string) => string;
}

/** Runners come first: races and works are computed from them. */
const ROWS: Readonly<Record<SubjectName, Rows>> = {
  runners: {
    create: CREATE_RUNNERS,
    madeFrom: ['entry', 'prerace', 'training', 'result', 'payoff', 'race'],
    insert: insertRunners,
  },
  races: {
    create: CREATE_RACES,
    madeFrom: ['race', 'meeting', 'entry', 'prerace', 'training', 'result', 'payoff'],
    insert: insertRaces,
  },
  payoffs: { create: CREATE_PAYOFFS, madeFrom: ['payoff'], insert: insertPayoffs },
  works: { create: CREATE_WORKS, madeFrom: ['training', 'entry', 'result'], insert: insertWorks },
};

const IN_ORDER = ['runners', 'races', 'payoffs', 'works'] as const satisfies readonly SubjectName[];

export const subjectTable = (name: SubjectName): string => `subject_${name}`;

/** Changes whenever the rows would be computed differently. */
export const SUBJECT_RULE = createHash('sha256')
  .update(JSON.stringify(IN_ORDER.map((name) => [ROWS[name].create, ROWS[name].insert('true', 'true')])))
  .digest('hex');

/** Creates the tables anew and fills them from all records. */
export async function rebuildSubjects(connection: DuckDBConnection): Promise<void> {
  for (const name of SUBJECT_NAMES) {
    await connection.run(`drop table if exists ${subjectTable(name)}`);
    await connection.run(ROWS[name].create);
  }
  for (const name of IN_ORDER) await connection.run(ROWS[name].insert('true', 'true'));
}

/** Makes the rows again that records of this table, under this filter, contribute to. */
export async function refreshSubjects(
  connection: DuckDBConnection,
  code: TableCode,
  filter: Filter,
): Promise<void> {
  const scope = scopeOf(code, filter);
  if (scope === undefined) return;
  for (const name of IN_ORDER) {
    const { madeFrom, insert } = ROWS[name];
    if (!madeFrom.some((record) => tablesOfDay(record).includes(code))) continue;
    await connection.run(`delete from ${subjectTable(name)} where ${scope.where}`);
    await connection.run(insert(scope.where, scope.meetings));
  }
}

/** Undefined for a filter that no record of a race day has. */
function scopeOf(
  code: TableCode,
  filter: Filter,
): { readonly where: string; readonly meetings: string } | undefined {
  const { racekey, racedate, start_racedate: from = racedate, end_racedate: to = racedate } = filter;
  if (racekey !== undefined) {
    const holdingkey = literal(racekey.slice(0, 6));
    const isMeeting = tablesOfDay('meeting').includes(code);
    // A meeting belongs to every race of its day.
    const where = isMeeting ? `starts_with(racekey, ${holdingkey})` : `racekey = ${literal(racekey)}`;
    return { where, meetings: `holdingkey = ${holdingkey}` };
  }
  if (from === undefined && to === undefined)
    return Object.keys(filter).length === 0 ? { where: 'true', meetings: 'true' } : undefined;
  const between = [
    ...(from === undefined ? [] : [`racedate >= ${literal(from)}`]),
    ...(to === undefined ? [] : [`racedate <= ${literal(to)}`]),
  ].join(' and ');
  return { where: between, meetings: between };
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
