// Who rides, and with what weight. The card names the jockey who was booked; the pre-race record names another one when the
// jockey was changed, and the weight with that rider's allowance.

import { inGroup, key, name, weight } from '#shared/catalogue/records/build.ts';
import { fieldsOf, type SubjectColumn } from '#shared/catalogue/subjects/subject.ts';

/** The record that names the rider if it states who he is: his name alone does not tell namesakes apart. */
export const RIDER_RECORD = 'prerace';
export const RIDER_KEY = 'jockey_cd';

/** The weight on a card or a pre-race record: each states its own. */
export const WEIGHT_FIELD = 'weight_to_carry';

/** Each column of the rider with that of the card's jockey, and the field that the pre-race record must state for it. */
// prettier-ignore
const RIDER = [
  ['jockey_name', RIDER_KEY, name('rider_name', ['Rider', 'Rider', 'Who rides: the jockey of the pre-race record or, without one, of the card.'], ['騎乗騎手', '騎乗', '騎乗する騎手。直前情報の騎手、なければ出馬表の騎手。'])],
  ['jockey_cd', RIDER_KEY, key('rider_cd', ['Rider code', 'Rdr code', 'Identifies who rides: the jockey of the pre-race record or, without one, of the card.'], ['騎乗騎手コード', '騎乗C', '騎乗する騎手の識別コード。直前情報の騎手、なければ出馬表の騎手。'])],
  [WEIGHT_FIELD, WEIGHT_FIELD, weight('carried_weight', '0.1 kg', ['Weight carried', 'Carried', 'Weight that the horse carries, rider and saddle together: of the pre-race record or, without one, of the card.'], ['騎乗時負担重量', '斤量', '騎乗する騎手と鞍などを合わせて馬が背負う重量。直前情報の重量、なければ出馬表の重量。'])],
] as const;

/** The columns of the rider and of the weight. `columns`: those of the row, with the card's jockey and weight. */
export const riderColumns = (columns: readonly SubjectColumn[]): readonly SubjectColumn[] =>
  RIDER.flatMap(([field, ifStated, draft]) => {
    const card = columns.find((column) => column.name === field);
    if (card === undefined) throw new Error(`no such column: ${field}`);
    const ofRider = { record: RIDER_RECORD, field, ifStated } as const;
    return inGroup('rider', 'S?', [draft]).map((column) => ({
      ...column,
      origin: { firstOf: [ofRider, ...fieldsOf(card)] },
    }));
  });
