// The rows of a result: the finish as a number or in words, and the fields that only the card has. Pure.

import type { Language } from '#shared/text.ts';
import { horseNumbers, joined, numberIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { DRAWN_GAP } from '#shared/racing/run-columns.ts';
import {
  briefly,
  cornersOf,
  didNotStart,
  finishOf,
  gapOf,
  sexAndAge,
  tookPart,
} from '#shared/racing/runner-words.ts';

/** Fields of the card that the result does not have. */
const FROM_THE_CARD = [
  'bracket_number', 'horse_name', 'horse_id', 'jockey_name', 'jockey_cd', 'weight_to_carry', 'sex_cd', 'horse_age',
] as const; // prettier-ignore

/** As text, where no place stands beside a gap: the gaps are as they are drawn, not the records' own. */
export const resultRows = (...of: Parameters<typeof resultGridRows>): readonly RecordValues[] =>
  resultGridRows(...of).map((row) => ({ ...row, time_deff: row[DRAWN_GAP] ?? null }));

/** For a grid: every field of a record is the record's own, or filled in from the card where it is blank. */
export function resultGridRows(
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
    [DRAWN_GAP]: gapOf(record),
    no_start: didNotStart(record) ? '1' : null,
  }));
}

/** The sort value of the finish: null for a horse without a place, which comes last in either direction. */
export const placeOf = (record: RecordValues): string | null => {
  const place = numberIn(record, 'order_of_finish');
  return place === undefined || place === 0 ? null : String(place);
};

/** Horses without a place, by how far they got: stopped, disqualified, excluded at the start, withdrawn before it. */
const UNPLACED = ['3', '4', '2', '1'];

/** Placed horses in their given order, then the others by how far they got. This order breaks the ties of any sort. */
export function withoutPlaceLast(records: readonly RecordValues[]): readonly RecordValues[] {
  const step = (record: RecordValues): number => {
    if (placeOf(record) !== null) return -1;
    const at = UNPLACED.indexOf(record['trouble_classification']?.trim() ?? '');
    return at < 0 ? UNPLACED.length : at;
  };
  return records.toSorted((a, b) => step(a) - step(b));
}

/** "3", "Stopped", "5 Demoted"; null if nothing is known. `prefix`: of the fields of a past run. */
export function finishWords(record: RecordValues, language: Language, prefix = ''): string | null {
  const { place, irregular } = finishOf(record, language, prefix);
  const reason = irregular === undefined ? undefined : briefly(irregular);
  if (place === undefined) return reason ?? null;
  return reason === undefined ? String(place) : `${place} ${reason}`;
}

/** Whether the words of a finish are a place alone, as "3", and not "Stopped" or "5 demoted". */
export const isPlace = (finish: string): boolean => /^\d+$/.test(finish);

/** Whether the race was run: before it, records without a finish or of scratched horses may already exist. */
export const isRun = (results: readonly RecordValues[]): boolean => results.some(tookPart);

export interface DeadHeat {
  readonly place: number;
  /** The numbers of the horses that share it, ascending. */
  readonly numbers: readonly number[];
}

/** Places shared by more than one horse, the best first. A horse may have several records. */
export function deadHeats(results: readonly RecordValues[]): readonly DeadHeat[] {
  const byPlace = Map.groupBy(results, (record) => numberIn(record, 'order_of_finish') ?? 0);
  return [...byPlace]
    .map(([place, records]) => ({ place, numbers: horseNumbers(records) }))
    .filter(({ place, numbers }) => place > 0 && numbers.length > 1)
    .toSorted((a, b) => a.place - b.place);
}
