// A runner as it is compared. Pure.

import { numberIn, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';

export interface ComparedRunner {
  readonly number: number;
  /** As recorded. */
  readonly bracket: number | undefined;
  /** As shown. */
  readonly name: string;
  readonly horseId: string;
  readonly card: RecordValues;
}

/** Undefined for a record without a number or a horse. `nameOf` writes the name as the user reads names. */
export function comparedRunner(
  card: RecordValues,
  nameOf: (recorded: string) => string,
): ComparedRunner | undefined {
  const number = runnerNumber(card);
  const horseId = card['horse_id']?.trim();
  if (number === undefined || !horseId) return undefined;
  const name = nameOf(card['horse_name']?.trim() ?? '');
  return { number, bracket: numberIn(card, 'bracket_number'), name, horseId, card };
}
