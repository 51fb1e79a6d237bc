// Result record: t_se and d_se (specification, section 2.8).

import type { Column } from '#shared/catalogue/column.ts';
import { inGroup, record } from '#shared/catalogue/records/build.ts';
import { IDENTITY } from '#shared/catalogue/records/identity.ts';
import { RIDER } from '#shared/catalogue/records/rider.ts';
import {
  BIT, CORRECTION, FINAL_ODDS, FINISH, IDM, INDICES, OBSERVED, OPPONENT, PACE, PASSING, SECTIONALS, STYLE, TIME_GAP,
  TIME_RECORD,
} from '#shared/catalogue/records/run.ts'; // prettier-ignore

const SHOWN = [
  'racedate', 'racekey', 'order_of_finish', 'horse_number', 'horse_name', 'time_record', 'time_deff', 'margin',
  'confirmed_win_popularity', 'confirmed_win_odds', 'trouble_classification', 'corner1_order', 'corner2_order',
  'corner3_order', 'corner4_order', 'later3f_time', 'horse_weight', 'weight_cycling', 'idm', 'ten_index', 'agari_index',
  'winning_horse',
]; // prettier-ignore

// The section's heading says that the first six are "S", but lists seven: the horse name is assumed to be nullable.
// prettier-ignore
export const RESULT: readonly Column[] = record(SHOWN,
  inGroup('identity', 'S', [
    IDENTITY.data_classification,
    IDENTITY.resultkey,
    IDENTITY.racedate,
    IDENTITY.racekey,
    IDENTITY.horse_number,
    IDENTITY.horse_id,
    { ...IDENTITY.horse_name, type: 'S?' },
  ]),
  inGroup('finish', 'S?', Object.values(FINISH)),
  inGroup('time', 'S?', [TIME_RECORD]),
  inGroup('odds', 'S?', Object.values(FINAL_ODDS)),
  inGroup('finish', 'S?', OPPONENT),
  inGroup('time', 'S?', [TIME_GAP]),
  inGroup('passing', 'S?', PASSING),
  inGroup('time', 'S?', SECTIONALS),
  inGroup('passing', 'S?', [STYLE]),
  inGroup('index', 'S?', Object.values(IDM)),
  inGroup('correction', 'S?', CORRECTION),
  inGroup('condition', 'S?', OBSERVED),
  inGroup('time', 'S?', PACE),
  inGroup('index', 'S?', Object.values(INDICES)),
  inGroup('body', 'S?', [RIDER.horse_weight, RIDER.weight_cycling]),
  inGroup('gear', 'S?', [BIT]),
  inGroup('data', 'S?', [IDENTITY.updated_at]),
);
