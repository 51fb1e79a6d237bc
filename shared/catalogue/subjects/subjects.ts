// The subjects by name.

import { PAYOFFS } from '#shared/catalogue/subjects/payoffs.ts';
import { PEOPLE } from '#shared/catalogue/subjects/people.ts';
import { RACES } from '#shared/catalogue/subjects/races.ts';
import { RUNNERS } from '#shared/catalogue/subjects/runners.ts';
import { RUNS } from '#shared/catalogue/subjects/runs.ts';
import type { Subject, SubjectColumn, SubjectName } from '#shared/catalogue/subjects/subject.ts';
import { WORKS } from '#shared/catalogue/subjects/works.ts';

export const SUBJECTS: Readonly<Record<SubjectName, Subject>> = {
  races: RACES,
  runners: RUNNERS,
  runs: RUNS,
  payoffs: PAYOFFS,
  works: WORKS,
  ...PEOPLE,
};

/** Errors: a column that the subject does not have. */
export function columnOfSubject(subject: SubjectName, name: string): SubjectColumn {
  const column = SUBJECTS[subject].columns.find((each) => each.name === name);
  if (column === undefined) throw new Error(`no such column: ${subject} ${name}`);
  return column;
}
