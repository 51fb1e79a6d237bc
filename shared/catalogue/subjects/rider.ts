// Who rides. The card names the jockey who was booked; the pre-race record names another one when the jockey was changed.

import { inGroup, key, name } from '#shared/catalogue/records/build.ts';
import { fieldsOf, type SubjectColumn } from '#shared/catalogue/subjects/subject.ts';

/** The record that names the rider if it states who he is: his name alone does not tell namesakes apart. */
export const RIDER_RECORD = 'prerace';
export const RIDER_KEY = 'jockey_cd';

/** Each column of the rider with that of the card's jockey. */
// prettier-ignore
const RIDER = [
  ['jockey_name', name('rider_name', ['Rider', 'Rider', 'Who rides: the jockey of the pre-race record or, without one, of the card.'], ['騎乗騎手', '騎乗', '騎乗する騎手。直前情報の騎手、なければ出馬表の騎手。'])],
  ['jockey_cd', key('rider_cd', ['Rider code', 'Rdr code', 'Identifies who rides: the jockey of the pre-race record or, without one, of the card.'], ['騎乗騎手コード', '騎乗C', '騎乗する騎手の識別コード。直前情報の騎手、なければ出馬表の騎手。'])],
] as const;

/** The rider's columns. `columns`: those of the row, with the card's jockey. */
export const riderColumns = (columns: readonly SubjectColumn[]): readonly SubjectColumn[] =>
  RIDER.flatMap(([field, draft]) => {
    const card = columns.find((column) => column.name === field);
    if (card === undefined) throw new Error(`no such column: ${field}`);
    const ofRider = { record: RIDER_RECORD, field, ifStated: RIDER_KEY } as const;
    return inGroup('rider', 'S?', [draft]).map((column) => ({
      ...column,
      origin: { firstOf: [ofRider, ...fieldsOf(card)] },
    }));
  });
