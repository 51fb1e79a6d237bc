// The subjects by name.

import { PAYOFFS } from '#shared/catalogue/subjects/payoffs.ts';
import { PEOPLE } from '#shared/catalogue/subjects/people.ts';
import { RACES } from '#shared/catalogue/subjects/races.ts';
import { RUNNERS } from '#shared/catalogue/subjects/runners.ts';
import { RUNS } from '#shared/catalogue/subjects/runs.ts';
import type { Subject, SubjectName } from '#shared/catalogue/subjects/subject.ts';
import { WORKS } from '#shared/catalogue/subjects/works.ts';

export const SUBJECTS: Readonly<Record<SubjectName, Subject>> = {
  races: RACES,
  runners: RUNNERS,
  runs: RUNS,
  payoffs: PAYOFFS,
  works: WORKS,
  ...PEOPLE,
};
