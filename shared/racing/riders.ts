// Who rode. A result names nobody: its rider is the jockey of the pre-race record or, if that does not state who he is, of
// the card, as in the subjects (shared/catalogue/subjects/rider.ts). Pure.

import { isStated } from '#shared/catalogue/reading.ts';
import { RIDER_KEY } from '#shared/catalogue/subjects/rider.ts';
import { byRunner, runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { didNotStart } from '#shared/racing/runner-words.ts';

/** In a row of `withRiders`: the card's jockey, if another one rode. */
export const BOOKED_JOCKEY = 'booked_jockey';

export interface Riders {
  /** With `rider_name`, `rider_cd` and `BOOKED_JOCKEY`. */
  readonly rows: readonly RecordValues[];
  /** Whether the pre-race records name the rider of every horse that started. */
  readonly areKnown: boolean;
}

/** `rows`: of the runners, with the card's jockey. */
export function withRiders(rows: readonly RecordValues[], prerace: readonly RecordValues[]): Riders {
  const late = byRunner(prerace);
  const named = rows.map((row) => {
    const record = late.get(runnerKey(row) ?? '');
    return record !== undefined && isStated(record[RIDER_KEY]) ? record : undefined;
  });
  return {
    rows: rows.map((row, at) => {
      const { jockey_name = null, jockey_cd = null } = named[at] ?? row;
      return {
        ...row,
        rider_name: jockey_name,
        rider_cd: jockey_cd,
        [BOOKED_JOCKEY]: isChanged(row, named[at]) ? (row['jockey_name'] ?? null) : null,
      };
    }),
    areKnown: rows.every((row, at) => named[at] !== undefined || didNotStart(row)),
  };
}

/** Namesakes have different codes; a card without a code is compared by name. */
function isChanged(card: RecordValues, late: RecordValues | undefined): boolean {
  const of = (record: RecordValues | undefined, field: string) => record?.[field]?.trim() ?? '';
  if (late === undefined || of(card, 'jockey_name') === '') return false;
  const field = isStated(card[RIDER_KEY]) ? RIDER_KEY : 'jockey_name';
  return of(card, field) !== of(late, field);
}
