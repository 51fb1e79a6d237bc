// A runner of a race as something that can be marked.

import { ofHorse, ofRunner, type AnnotationKey } from '#shared/annotations/annotation.ts';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import type { Language } from '#shared/text.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';

export interface MarkedRunner {
  readonly racekey: string;
  readonly racedate: string | undefined;
  readonly number: number;
  /** As recorded. */
  readonly name: string;
  readonly horseId: string | undefined;
}

/** Undefined for a record without a race key or number. */
export function markedRunner(record: RecordValues, racedate?: string): MarkedRunner | undefined {
  const racekey = record['racekey']?.trim();
  const number = numberIn(record, 'horse_number');
  if (!racekey || number === undefined) return undefined;
  return {
    racekey,
    racedate: racedate ?? record['racedate']?.trim(),
    number,
    name: record['horse_name']?.trim() ?? '',
    horseId: record['horse_id']?.trim() || undefined,
  };
}

export const runnerKeyOf = ({ racekey, number }: MarkedRunner): AnnotationKey => ofRunner(racekey, number);

/** Of the runner and, if it is known, of its horse. */
export const keysOfRunner = (runner: MarkedRunner): readonly AnnotationKey[] =>
  runner.horseId === undefined ? [runnerKeyOf(runner)] : [runnerKeyOf(runner), ofHorse(runner.horseId)];

/** The column of runners with the user's mark. */
export const MY_MARK = columnOfSubject('runners', 'my_mark');

/** "First choice". */
export const wordsOfMark = (mark: string, language: Language): string =>
  CODE_TABLES.own_mark.codes[mark]?.[language] ?? mark;
