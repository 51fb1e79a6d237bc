// A work: one main work of a runner before a race, with the runner and the race.

import { allBut, fields, subjectColumns } from '#shared/catalogue/subjects/build.ts';
import { OWN_HORSE, OWN_RACE, OWN_RUNNER } from '#shared/catalogue/subjects/own.ts';
import { CONDITIONS, RACE_IDENTITY } from '#shared/catalogue/subjects/races.ts';
import type { Subject } from '#shared/catalogue/subjects/subject.ts';

/** The number is that of the runner: a record of a work may pad it otherwise, or have none yet. */
const WORK = allBut('training', ['racedate', 'racekey']).map((column) =>
  column.name === 'horse_number' ? { ...column, origin: { computed: true } as const } : column,
);
const RUNNER = fields('entry', [
  'horse_name', 'sex_cd', 'horse_age', 'jockey_name', 'trainer_name', 'trainer_cd', 'training_index', 'training_arrow',
]); // prettier-ignore
/** A runner may have several works, and finished once. */
const FINISH = fields('result', [
  'order_of_finish', 'trouble_classification', 'confirmed_win_popularity', 'confirmed_win_odds',
]).map((column) => ({ ...column, perRunner: ['racedate', 'racekey', 'horse_number'] })); // prettier-ignore

export const WORKS: Subject = {
  name: 'works',
  label: { en: 'Works', ja: '追い切り' },
  purpose: {
    en: 'One main work of a runner before its race, with the runner and the race.',
    ja: 'レース前の追い切り一回と、その馬・レース。',
  },
  columns: subjectColumns(
    [
      'racedate', 'racekey', 'horse_number', 'horse_name', 'trainer_name',
      'exercise_date', 'exercise_course_cd', 'work_kind', 'work_situation', 'work_rider', 'ten', 'naka', 'shimai',
      'oikirisisu', 'abreast_result', 'order_of_finish',
    ],
    RACE_IDENTITY,
    WORK,
    RUNNER,
    FINISH,
    CONDITIONS,
    OWN_RUNNER,
    OWN_RACE,
    OWN_HORSE,
  ), // prettier-ignore
  primaryKey: ['racedate', 'racekey', 'horse_number', 'exercise_date', 'number_of_times'],
  order: ['racedate', 'racekey', 'horse_number', 'exercise_date', 'number_of_times'],
  requires: ['race', 'entry', 'training', 'result'],
  uses: [],
};
