// A runner of a race as something that can be marked.

import type { TFunction } from 'i18next';
import {
  annotationKey,
  ofHorse,
  ofRunner,
  type Annotation,
  type AnnotationKey,
} from '#shared/annotations/annotation.ts';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import type { Language } from '#shared/text.ts';
import { runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';

export interface MarkedRunner {
  readonly racekey: string;
  readonly racedate: string | undefined;
  /** Undefined until the runners are numbered: then it cannot be marked, only its horse can be noted. */
  readonly number: number | undefined;
  /** As recorded. */
  readonly name: string;
  readonly horseId: string | undefined;
}

/** Undefined for a record without a race key or a field for the number. */
export function markedRunner(record: RecordValues, racedate?: string): MarkedRunner | undefined {
  const racekey = record['racekey']?.trim();
  if (!racekey || record['horse_number'] === undefined) return undefined;
  return {
    racekey,
    racedate: racedate ?? record['racedate']?.trim(),
    number: runnerNumber(record),
    name: record['horse_name']?.trim() ?? '',
    horseId: record['horse_id']?.trim() || undefined,
  };
}

/** Undefined for a runner without a number. */
export const runnerKeyOf = ({ racekey, number }: MarkedRunner): AnnotationKey | undefined =>
  number === undefined ? undefined : ofRunner(racekey, number);

/** Of the runner and its horse, as far as they are known. */
export const keysOfRunner = (runner: MarkedRunner): readonly AnnotationKey[] =>
  [runnerKeyOf(runner), runner.horseId === undefined ? undefined : ofHorse(runner.horseId)].filter(
    (key) => key !== undefined,
  );

/** Of several runners, each once. */
export const keysOfRunners = (runners: readonly MarkedRunner[]): readonly AnnotationKey[] => [
  ...new Map(runners.flatMap(keysOfRunner).map((key) => [annotationKey(key), key])).values(),
];

/** The user's mark of a record's runner. */
export function markOf(
  record: RecordValues,
  of: (key: AnnotationKey) => Annotation | undefined,
): string | undefined {
  const runner = markedRunner(record);
  const key = runner === undefined ? undefined : runnerKeyOf(runner);
  return key === undefined ? undefined : of(key)?.mark;
}

/** "Number 7: Alpha", or the name alone. */
export const titleOf = ({ number, name }: MarkedRunner, t: TFunction<'annotations'>): string =>
  number === undefined ? name : t('runnerMenu', { number, name });

/** The column of runners with the user's mark. */
export const MY_MARK = columnOfSubject('runners', 'my_mark');

/** "First choice". */
export const wordsOfMark = (mark: string, language: Language): string =>
  CODE_TABLES.own_mark.codes[mark]?.[language] ?? mark;
