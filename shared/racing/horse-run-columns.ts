// The columns of runs that the page of a horse reads. Pure.

import { TROUBLE_FIELDS } from './run-troubles.ts';

/** Those that the grid shows, in their order. */
export const RUN_COLUMNS: readonly string[] = [
  'racedate', 'racekey', 'racecourse_cd', 'race_number', 'race_name', 'grade_cd', 'condition_cd', 'track_type',
  'distance', 'turf_condition_cd', 'weather_cd', 'headcount', 'bracket_number', 'horse_number', 'order_of_finish',
  'trouble_classification', 'confirmed_win_popularity', 'confirmed_win_odds', 'rider_name', 'carried_weight',
  'horse_weight', 'weight_cycling', 'time_record', 'time_deff', 'margin', 'corner1_order', 'corner2_order',
  'corner3_order', 'corner4_order', 'later3f_time', 'race_pace', 'idm', 'ten_index', 'agari_index', 'winning_horse',
  'known_from',
]; // prettier-ignore

/**
 * These, and what the rest of the page is computed from: a third of all columns. A horse's block has them
 * (electron/archive/blocks/horse-blocks.ts).
 */
export const HORSE_RUN_COLUMNS: readonly string[] = [
  ...new Set([
    ...RUN_COLUMNS,
    ...TROUBLE_FIELDS,
    'rider_cd',
    'horse_id',
    'horse_name',
    'win_returned',
    'place_returned',
  ]),
];
