// Previous-race record, the past five runs in detail: t_ze (specification, section 2.9).

import type { Column } from '#shared/catalogue/column.ts';
import { inGroup, record, type ColumnDraft } from '#shared/catalogue/records/build.ts';
import { IDENTITY } from '#shared/catalogue/records/identity.ts';
import { RIDER } from '#shared/catalogue/records/rider.ts';
import {
  CORRECTION, FINAL_ODDS, FINISH, IDM, INDICES, OBSERVED, OPPONENT, PACE, PASSING, SECTIONALS, STYLE, TIME_GAP, TIME_RECORD,
} from '#shared/catalogue/records/run.ts'; // prettier-ignore
import { prefixOf, RUNS_BACK, runsBack, typed } from '#shared/catalogue/records/runs-back.ts';

const LAST_RUN = ['racedate', 'racekey', 'order_of_finish', 'confirmed_win_popularity', 'time_record', 'time_deff', 'later3f_time', 'idm']; // prettier-ignore
const EARLIER_RUN = ['order_of_finish', 'idm'];

const SHOWN = [
  'racedate',
  'racekey',
  'horse_number',
  'horse_name',
  ...RUNS_BACK.flatMap((back) => (back === 1 ? LAST_RUN : EARLIER_RUN).map((name) => prefixOf(back) + name)),
];

// prettier-ignore
const RUN: readonly ColumnDraft[] = [
  ...typed('S?', [IDENTITY.resultkey, IDENTITY.racedate, IDENTITY.racekey, IDENTITY.horse_number]),
  ...typed('I?', [FINISH.order_of_finish, FINAL_ODDS.confirmed_win_popularity]),
  ...typed('S?', [FINISH.margin, FINISH.trouble_classification, TIME_RECORD]),
  ...typed('S?', [FINAL_ODDS.confirmed_win_odds, FINAL_ODDS.morning_place_odds, FINAL_ODDS.confirmed_place_odds]),
  ...typed('S?', OPPONENT),
  ...typed('I?', [TIME_GAP, ...PASSING, ...SECTIONALS]),
  ...typed('S?', [STYLE]),
  ...typed('I?', [...Object.values(IDM), ...CORRECTION]),
  ...typed('S?', [...OBSERVED, ...PACE, ...Object.values(INDICES)]),
  ...typed('I?', [RIDER.horse_weight, RIDER.weight_cycling]),
];

// prettier-ignore
export const PREVIOUS_RACE: readonly Column[] = record(SHOWN,
  inGroup('identity', 'S', [
    IDENTITY.racedate,
    IDENTITY.resultkey,
    IDENTITY.racekey,
    { ...IDENTITY.horse_number, type: 'S?' },
    IDENTITY.horse_id,
    IDENTITY.horse_name,
  ]),
  ...runsBack(RUN),
);
