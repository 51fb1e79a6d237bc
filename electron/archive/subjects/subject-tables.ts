// The subjects' own tables: a row for each row of a subject, with its key, the numbers of the records that it is made
// of, and what is computed. Delivered values are not copied: they are read from those records (subject-relation.ts).
//
// outdated-rows.ts decides when they are computed.

import { createHash } from 'node:crypto';
import { forgetHorses } from '../blocks/stored-horses.ts';
import type { Connection } from '../connection.ts';
import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { ROW_SUBJECTS, type RowSubject } from '#shared/catalogue/subjects/subject.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import {
  CREATE_PAYOFFS,
  CREATE_RACES,
  CREATE_WORKS,
  insertPayoffs,
  insertRaces,
  insertWorks,
} from './race-rows.ts';
import { CREATE_RUNS, insertRuns } from './run-rows.ts';
import { CREATE_RUNNERS, insertRunners, unnumberedResultsSql } from './runner-rows.ts';

interface Rows {
  readonly create: string;
  /** The records from which the table is computed. */
  readonly madeFrom: readonly DayRecord[];
  readonly insert: (where: string) => string;
}

/** Runners come first: races, works and runs are computed from them. */
const ROWS: Readonly<Record<RowSubject, Rows>> = {
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
  runs: {
    create: CREATE_RUNS,
    madeFrom: ['result', 'entry', 'prerace', 'race', 'payoff'],
    insert: insertRuns,
  },
  payoffs: { create: CREATE_PAYOFFS, madeFrom: ['payoff'], insert: insertPayoffs },
  works: {
    create: CREATE_WORKS,
    madeFrom: ['training', 'entry', 'prerace', 'result'],
    insert: insertWorks,
  },
};

const IN_ORDER = ['runners', 'races', 'payoffs', 'works', 'runs'] as const satisfies readonly RowSubject[];

export const subjectTable = (name: RowSubject): string => `subject_${name}`;

/** Changes whenever the rows would be computed differently. */
export const SUBJECT_RULE = createHash('sha256')
  .update(JSON.stringify(IN_ORDER.map((name) => [ROWS[name].create, ROWS[name].insert('true')])))
  .digest('hex');

/** Creates the tables anew, empty. */
export async function createSubjectTables(connection: Connection): Promise<void> {
  for (const name of ROW_SUBJECTS) {
    await connection.run(`drop table if exists ${subjectTable(name)}`);
    await connection.run(ROWS[name].create);
  }
}

/** The tables that subjects are computed from, each from records of the same days. */
export const SUBJECT_SOURCES: readonly TableCode[] = [
  ...new Set(IN_ORDER.flatMap((name) => ROWS[name].madeFrom.flatMap(tablesOfDay))),
];

/** What a row is outdated by: records of a table on its day, or cards that name runs of the day. */
export type OutdatedBy = TableCode | 'runs';

/** Computes the rows again that are outdated by these; `where` is a condition on the race date. */
export async function computeSubjects(
  connection: Connection,
  codes: ReadonlySet<OutdatedBy>,
  where: string,
): Promise<void> {
  await forgetHorses(connection, where);
  for (const name of IN_ORDER) {
    if (!(await isOutdated(connection, name, codes, where))) continue;
    await connection.run(`delete from ${subjectTable(name)} where ${where}`);
    await connection.run(ROWS[name].insert(where));
  }
  await forgetHorses(connection, where);
}

/** Records that tell the number of a runner whose result has none. They change nothing else of a run. */
const NUMBERING: readonly OutdatedBy[] = tablesOfDay('training');

async function isOutdated(
  connection: Connection,
  name: RowSubject,
  codes: ReadonlySet<OutdatedBy>,
  where: string,
): Promise<boolean> {
  const sources: readonly OutdatedBy[] = ROWS[name].madeFrom.flatMap(tablesOfDay);
  if (sources.some((code) => codes.has(code))) return true;
  if (name !== 'runs') return false;
  if (codes.has(name)) return true;
  if (!NUMBERING.some((code) => codes.has(code))) return false;
  return (await connection.runAndReadAll(`${unnumberedResultsSql(where)} limit 1`)).currentRowCount > 0;
}
