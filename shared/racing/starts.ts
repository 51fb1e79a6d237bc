// What counts as a start, and which place it took. The rates of groups and of people follow it; the archive's SQL
// (electron/archive/subjects/runner-rows.ts) is made from the same codes, and a test holds the two together.

import { isStated, readNumber } from '#shared/catalogue/reading.ts';

/** Codes of `trouble_classification` for a horse that did not start: scratched, excluded. */
export const NOT_STARTED: readonly number[] = [1, 2];

/** Those for a horse that the result leaves out: it did not start or finish, or was disqualified. A demoted one is placed. */
export const LEFT_OUT: readonly number[] = [...NOT_STARTED, 3, 4];

/** The finishing position; undefined without one, as for a horse that was pulled up. In a dead heat several share it. */
export function placeOfStart(orderOfFinish: string | null | undefined): number | undefined {
  const place = readNumber(orderOfFinish);
  return place !== undefined && Number.isInteger(place) && place > 0 ? place : undefined;
}

/** Whether a horse without a position started all the same: what befell it is stated, and is no scratching. */
export const startedUnplaced = (trouble: string | null | undefined): boolean =>
  isStated(trouble) && !NOT_STARTED.includes(readNumber(trouble) ?? 0);
