// The result's rows: finish in figures or words, and what only the card knows of each runner. Pure.

import type { Language } from '#shared/text.ts';
import { joined, numberIn, type RecordValues } from '#shared/racing/race-rows.ts';
import {
  briefly,
  cornersOf,
  didNotStart,
  finishOf,
  gapOf,
  isDecided,
  sexAndAge,
} from '#shared/racing/runner-words.ts';

/** Of the card, which the result does not carry. */
const FROM_THE_CARD = [
  'bracket_number', 'horse_name', 'horse_id', 'jockey_name', 'weight_to_carry', 'sex_cd', 'horse_age',
] as const; // prettier-ignore

export function resultRows(
  results: readonly RecordValues[],
  card: readonly RecordValues[],
  language: Language,
): readonly RecordValues[] {
  return withoutPlaceLast(joined(results, card, FROM_THE_CARD)).map((record) => ({
    ...record,
    place: placeOf(record),
    finish: finishWords(record, language),
    sex_and_age: sexAndAge(record, language) ?? null,
    corners: cornersOf(record) ?? null,
    time_deff: gapOf(record),
    no_start: didNotStart(record) ? '1' : null,
  }));
}

/** What the finish sorts by: a horse without a place has none to compare, and comes last either way. */
export const placeOf = (record: RecordValues): string | null => {
  const place = numberIn(record, 'order_of_finish');
  return place === undefined || place === 0 ? null : String(place);
};

/** How far a horse without a place came: stopped, disqualified, excluded at the start, withdrawn before it. */
const UNPLACED = ['3', '4', '2', '1'];

/** The placed as they came, then the others by how far they came; ties of any order are broken by this. */
export function withoutPlaceLast(records: readonly RecordValues[]): readonly RecordValues[] {
  const step = (record: RecordValues): number => {
    if (placeOf(record) !== null) return -1;
    const at = UNPLACED.indexOf(record['trouble_classification']?.trim() ?? '');
    return at < 0 ? UNPLACED.length : at;
  };
  return records.toSorted((a, b) => step(a) - step(b));
}

/** "3", "Stopped", "5 Demoted"; null where nothing is known. */
export function finishWords(record: RecordValues, language: Language): string | null {
  const { place, irregular } = finishOf(record, language);
  const reason = irregular === undefined ? undefined : briefly(irregular);
  if (place === undefined) return reason ?? null;
  return reason === undefined ? String(place) : `${place} ${reason}`;
}

/** Whether anything is decided: a race that has not been run may already have records without a finish. */
export const isRun = (results: readonly RecordValues[]): boolean => results.some(isDecided);

export interface DeadHeat {
  readonly place: number;
  /** Of the horses that share it, ascending. */
  readonly numbers: readonly number[];
}

/** Places that more than one horse took, the best first. */
export function deadHeats(results: readonly RecordValues[]): readonly DeadHeat[] {
  const byPlace = Map.groupBy(results, (record) => numberIn(record, 'order_of_finish') ?? 0);
  return [...byPlace]
    .filter(([place, records]) => place > 0 && records.length > 1)
    .map(([place, records]) => ({
      place,
      numbers: records.flatMap((record) => numberIn(record, 'horse_number') ?? []).toSorted((a, b) => a - b),
    }))
    .toSorted((a, b) => a.place - b.place);
}
