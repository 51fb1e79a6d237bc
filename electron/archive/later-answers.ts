// Answers that are stored already, although their requests were sent later: an answer may take a minute, and a race of its
// day is refreshed meanwhile. What was asked last is the newest that is known, in whatever order the answers arrive.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import { dayOf, unitsOf, type CoverageUnit, type StoredUnit } from './coverage.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** A request and when it was sent. */
export type AnsweredRequest = Pick<StoredAnswer, 'table' | 'filter'> & {
  readonly answer: Pick<StoredAnswer['answer'], 'sentAt'>;
};

/** More are stored only while an answer takes minutes. */
const MOST_REMEMBERED = 256;

/** The latest answers that one run has stored: no request outlives its run. */
export class LaterAnswers {
  #stored: AnsweredRequest[] = [];

  /** To be called once the answer is stored. */
  add({ table, filter, answer: { sentAt } }: AnsweredRequest): void {
    this.#stored = [...this.#stored.slice(1 - MOST_REMEMBERED), { table, filter, answer: { sentAt } }];
  }

  /** The filters of stored answers to requests that were sent after this one, and may concern the same records. */
  than({ table, filter, answer }: AnsweredRequest): readonly Filter[] {
    return this.#stored
      .filter((each) => each.table === table && each.answer.sentAt > answer.sentAt)
      .map((each) => each.filter)
      .filter((each) => mayMeet(unitsOf(each), unitsOf(filter)));
  }

  /** After stored records were deleted: nothing newer is there any more. */
  forget(): void {
    this.#stored = [];
  }
}

/** Units of one kind are different records unless they are equal. */
function mayMeet(some: readonly CoverageUnit[], others: readonly CoverageUnit[]): boolean {
  const kindOf = (unit: CoverageUnit | undefined): string | undefined => unit?.slice(0, unit.indexOf(':'));
  if (kindOf(some[0]) !== kindOf(others[0])) return true;
  const known = new Set(some);
  return others.some((unit) => known.has(unit));
}

/**
 * The units of a window that later answers have as a whole. `dayOfRace`: the day under which the window's race is stored.
 * Pure.
 */
export function unitsAnsweredLater(
  filter: Filter,
  later: readonly Filter[],
  dayOfRace?: string,
): readonly CoverageUnit[] {
  const answered = new Set(later.flatMap(unitsOf));
  const isOnSuchDay = dayOfRace !== undefined && answered.has(`day:${dayOfRace}`);
  return unitsOf(filter).filter(
    (unit) =>
      answered.has(unit) || (dayOf(unit) === undefined && filter.racekey !== undefined && isOnSuchDay),
  );
}

/** What is said against a window: of races that later answers have, what is stored. Pure. */
export function reasonsAfter(
  reasons: readonly Incompleteness[],
  later: readonly Filter[],
  stored: Iterable<StoredUnit>,
): readonly Incompleteness[] {
  const races = new Set(later.map(({ racekey }) => racekey));
  const isNewer = ({ where }: Incompleteness) => races.has(where);
  const known = [...stored].flatMap((unit) => unit.reasons.filter(isNewer));
  return [...reasons.filter((each) => !isNewer(each)), ...known];
}
