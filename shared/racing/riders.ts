// Who rode, and the weight that was carried. A result names nobody: its rider is the jockey of the pre-race record or, if
// that does not state who he is, of the card, as in the subjects (shared/catalogue/subjects/rider.ts). Another rider may
// have another allowance, so the weight too is that of the pre-race record or, if it states none, of the card. Pure.

import type { Column } from '#shared/catalogue/column.ts';
import { isStated, readNumber } from '#shared/catalogue/reading.ts';
import { RIDER_KEY, WEIGHT_FIELD } from '#shared/catalogue/subjects/rider.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { byRunner, runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { didNotStart } from '#shared/racing/runner-words.ts';
import type { Language, Text } from '#shared/text.ts';

/** In a row of `withRiders`: the card's jockey, if another one rode. */
export const BOOKED_JOCKEY = 'booked_jockey';

/** In a row of `withRiders`: the card's weight, if another one was carried. */
export const CARD_WEIGHT = 'card_weight';

const CARRIED = 'carried_weight';

const ofSubject = (...names: readonly string[]): readonly Column[] =>
  SUBJECTS.runners.columns.filter(({ name }) => names.includes(name));

/** The columns of who rode and of what was carried, as the subjects have them. */
export const RIDER_COLUMNS = ofSubject('rider_name');
export const CARRIED_COLUMNS = ofSubject(CARRIED);

/** The field of a row of `withRiders` with what the card had instead, by the name of these columns. */
export const SINCE_CARD: Readonly<Record<string, string>> = {
  rider_name: BOOKED_JOCKEY,
  [CARRIED]: CARD_WEIGHT,
};

/** Stands before a rider or a weight that is not the card's. */
export const CHANGED_SIGN: Readonly<Record<Language, string>> = { en: 'chg', ja: '替' };

/** Stands below a result of which not all riders and weights are known. */
export const RIDERS_OF_CARD: Text = {
  en: 'Riders and weights that no pre-race record states are from the card and may have changed since; sex and age are from the card.',
  ja: '直前情報のない騎乗騎手・斤量は出馬表のもので、その後に変わった可能性があります。性齢は出馬表のもの。',
};

/** Whether a row of `withRiders` has another value than the card in one of the columns of `SINCE_CARD`. */
export const isSinceCard = (column: Pick<Column, 'name'>, row: RecordValues): boolean =>
  (row[SINCE_CARD[column.name] ?? ''] ?? null) !== null;

export interface Riders {
  /** With `rider_name`, `rider_cd`, `carried_weight`, `BOOKED_JOCKEY` and `CARD_WEIGHT`. */
  readonly rows: readonly RecordValues[];
  /** Whether the pre-race records state rider and weight of every horse that started. */
  readonly areKnown: boolean;
}

/** What a runner carried, raw; null if neither record states it. */
export function carriedWeight(card: RecordValues | undefined, late: RecordValues | undefined): string | null {
  const [atLast, booked] = [late?.[WEIGHT_FIELD], card?.[WEIGHT_FIELD]];
  return (isStated(atLast) ? atLast : isStated(booked) ? booked : null) ?? null;
}

/** `rows`: of the runners, with the card's jockey and weight. */
export function withRiders(rows: readonly RecordValues[], prerace: readonly RecordValues[]): Riders {
  const late = byRunner(prerace);
  const known = rows.map((row) => {
    const record = late.get(runnerKey(row) ?? '');
    const having = (field: string) => (record !== undefined && isStated(record[field]) ? record : undefined);
    return { rider: having(RIDER_KEY), weight: having(WEIGHT_FIELD) };
  });
  return {
    rows: rows.map((row, at) => {
      const { rider, weight } = known[at] ?? {};
      const { jockey_name = null, jockey_cd = null } = rider ?? row;
      const { weight_to_carry = null } = row;
      const carried = weight?.[WEIGHT_FIELD] ?? weight_to_carry;
      return {
        ...row,
        rider_name: jockey_name,
        rider_cd: jockey_cd,
        [CARRIED]: carried,
        [BOOKED_JOCKEY]: isChanged(row, rider) ? (row['jockey_name'] ?? null) : null,
        [CARD_WEIGHT]:
          isStated(weight_to_carry) && readNumber(weight_to_carry) !== readNumber(carried)
            ? weight_to_carry
            : null,
      };
    }),
    areKnown: rows.every((row, at) => {
      const { rider, weight } = known[at] ?? {};
      return (rider !== undefined && weight !== undefined) || didNotStart(row);
    }),
  };
}

/** Namesakes have different codes; a card without a code is compared by name. */
function isChanged(card: RecordValues, late: RecordValues | undefined): boolean {
  const of = (record: RecordValues | undefined, field: string) => record?.[field]?.trim() ?? '';
  if (late === undefined || of(card, 'jockey_name') === '') return false;
  const field = isStated(card[RIDER_KEY]) ? RIDER_KEY : 'jockey_name';
  return of(card, field) !== of(late, field);
}
