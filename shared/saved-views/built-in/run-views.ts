// Built-in views of past races: results, and the last five runs of a runner.

import { back, eachBack, words, type BuiltInView } from '#shared/saved-views/built-in/built-in-view.ts';

const RAN = 'racedate racekey horse_number horse_name order_of_finish';

export const RESULT_VIEWS: readonly BuiltInView[] = [
  { id: 'result', name: { en: 'Result', ja: '成績' } },
  {
    id: 'pace',
    name: { en: 'Pace and passing order', ja: 'ペース・通過順' },
    columns: words(
      RAN,
      'time_record time_deff race_pace horse_pace first3f_time first3f_deff later3f_time later3f_deff',
      'corner1_order corner2_order corner3_order corner4_order race_kyakushitsu selected_lane_cd',
    ),
  },
  {
    id: 'indices',
    name: { en: 'Indices', ja: '指数' },
    columns: words(
      RAN,
      'idm idm_rawscore ten_index pace_index ichi_index agari_index rising_level_cd class_cd',
      'body_condition_cd mind_condition_cd confirmed_win_popularity',
    ),
  },
  {
    id: 'corrections',
    name: { en: 'How the IDM comes about', ja: 'IDMの内訳' },
    columns: words(
      RAN,
      'idm idm_rawscore correction_value_pace correction_value_start correction_value_positioning',
      'correction_value_adverse correction_value_adverse_firsthalf correction_value_adverse_halfway',
      'correction_value_adverse_lasthalf correction_value_track_diff correction_value_race_detail',
    ),
  },
  {
    id: 'odds',
    name: { en: 'Odds and body weight', ja: 'オッズ・馬体重' },
    columns: words(
      RAN,
      'margin trouble_classification winning_horse confirmed_win_odds confirmed_win_popularity',
      'confirmed_place_odds morning_place_odds horse_weight weight_cycling bit_cd',
    ),
  },
];

const RUNNER = words('racedate racekey horse_number horse_name');

export const PREVIOUS_RACE_VIEWS: readonly BuiltInView[] = [
  {
    id: 'last-five',
    name: { en: 'Last five runs', ja: '前5走' },
    columns: [
      ...RUNNER,
      ...eachBack('racedate order_of_finish confirmed_win_popularity time_deff later3f_time idm'),
    ],
  },
  {
    id: 'last-run',
    name: { en: 'Last run in full', ja: '前走の詳細' },
    columns: [
      ...RUNNER,
      ...back(
        1,
        'racedate racekey order_of_finish margin time_record time_deff winning_horse corner1_order corner2_order',
      ),
      ...back(
        1,
        'corner3_order corner4_order first3f_time later3f_time race_kyakushitsu race_pace confirmed_win_odds',
      ),
      ...back(1, 'confirmed_win_popularity horse_weight weight_cycling idm trouble_classification'),
    ],
  },
  {
    id: 'indices',
    name: { en: 'Indices of five runs', ja: '指数の推移' },
    columns: [...RUNNER, ...eachBack('order_of_finish idm ten_index agari_index')],
  },
  {
    id: 'passing',
    name: { en: 'Positions of five runs', ja: '位置取りの推移' },
    columns: [
      ...RUNNER,
      ...eachBack('order_of_finish race_kyakushitsu corner1_order corner4_order horse_pace'),
    ],
  },
  {
    id: 'odds-weight',
    name: { en: 'Odds and body weight of five runs', ja: 'オッズ・馬体重の推移' },
    columns: [
      ...RUNNER,
      ...eachBack('order_of_finish confirmed_win_odds confirmed_win_popularity horse_weight'),
    ],
  },
];

export const PREVIOUS_NOTE_VIEWS: readonly BuiltInView[] = [
  {
    id: 'comments',
    name: { en: 'Comments of five runs', ja: '前5走のコメント' },
    columns: [...RUNNER, ...eachBack('order_of_finish race_comment paddock_comment')],
  },
  {
    id: 'special-notes',
    name: { en: 'Special notes of five runs', ja: '前5走の特記' },
    columns: [
      ...RUNNER,
      ...eachBack('racedate order_of_finish special_note_cd1 special_note_cd2 special_note_cd3'),
    ],
  },
  {
    id: 'gear',
    name: { en: 'Gear of five runs', ja: '前5走の馬具' },
    columns: [...RUNNER, ...eachBack('order_of_finish tack_cd1 tack_cd2 bit_cd bantages_on horse_shoe_cd')],
  },
  {
    id: 'legs-last-run',
    name: { en: 'Legs and hooves, last run', ja: '前走の脚元・蹄' },
    columns: [
      ...RUNNER,
      ...back(1, 'racedate order_of_finish hoof_overall1_cd1 hoof_overall1_cd2 hoof_left_front_cd1'),
      ...back(1, 'hoof_right_front_cd1 hoof_left_back_cd1 hoof_right_back_cd1 horse_shoe_cd splint_cd'),
      ...back(1, 'bone_spavin_cd tack_comment'),
    ],
  },
  {
    id: 'against-winner',
    name: { en: 'Against the winners', ja: '勝ち馬との比較' },
    columns: [
      ...RUNNER,
      ...eachBack('order_of_finish idm winner_idm confirmed_win_popularity confirmed_win_odds'),
    ],
  },
];
