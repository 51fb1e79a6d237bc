// Jockey, carried weight and body weight: columns of cards, pre-race records and results.

import { code, key, name, weight } from '#shared/catalogue/records/build.ts';

// prettier-ignore
export const RIDER = {
  jockey_name: name('jockey_name', ['Jockey', 'Jockey', 'Jockey booked when the record was made; it can still change until the race.'], ['騎手', '騎手', 'データ作成時点の騎手。発走までに変わることがある。']),
  jockey_cd: key('jockey_cd', ['Jockey code', 'Jky code', 'Identifies the jockey.'], ['騎手コード', '騎手C', '騎手の識別コード。']),
  weight_to_carry: weight('weight_to_carry', '0.1 kg', ['Carried weight', 'Carried', 'Weight the horse must carry, jockey and saddle together.'], ['負担重量', '斤量', '騎手と鞍などを合わせて馬が背負う重量。']),
  apprentice_class: code('apprentice_class', 'apprentice_class', ['Apprentice allowance', 'Appr.', 'Weight taken off because the jockey is an apprentice.'], ['見習区分', '減量', '見習騎手の減量。']),
  horse_weight: weight('horse_weight', 'kg', ['Body weight', 'Body', 'Weight of the horse, announced about an hour before the race.'], ['馬体重', '馬体重', '発走のおよそ1時間前に発表される馬の体重。']),
  weight_cycling: weight('weight_cycling', 'kg', ['Body weight change', 'Change', 'Change of body weight since the last run.'], ['馬体重増減', '増減', '前走からの馬体重の増減。'], { signed: true }),
};
