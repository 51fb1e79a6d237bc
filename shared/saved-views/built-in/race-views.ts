// Built-in views of races, meetings and payoffs.

import { words, type BuiltInView } from '#shared/saved-views/built-in/built-in-view.ts';

const RACE = 'racedate racekey racecourse_cd';

export const RACE_VIEWS: readonly BuiltInView[] = [
  { id: 'program', name: { en: 'Program', ja: '番組' } },
  {
    id: 'course',
    name: { en: 'Distance and going', ja: '距離・馬場' },
    columns: words(
      RACE,
      'track_type distance turn_cd inside_outside_cd course_cd headcount class_cd race_name',
      'turf_condition_cd weather_cd assumption_time',
    ),
  },
  {
    id: 'prize',
    name: { en: 'Prize money', ja: '賞金' },
    columns: words(
      RACE,
      'race_name class_cd grade_cd headcount',
      'prize_win prize_show prize_place prize_4th prize_5th inclusion1 inclusion2',
    ),
  },
  {
    id: 'changes',
    name: { en: 'Changes and cancellations', ja: '変更・取消' },
    columns: words(
      'racedate racekey post_time original_post_time data_classification racecourse_cd race_name headcount',
      'cancel_horse correction_flag win5_number updated_at',
    ),
  },
];

export const MEETING_VIEWS: readonly BuiltInView[] = [
  {
    id: 'going',
    name: { en: 'Weather and going', ja: '天候・馬場状態' },
    columns: words(
      'racedate holdingkey dayofweek_cd weather_cd course_cd turf_condition_cd track_diff dirt_condition_cd',
      'dirt_track_diff cushion_value precipitation_during_the_week number_of_races',
    ),
  },
  {
    id: 'lanes',
    name: { en: 'Track differences by lane', ja: '馬場差・直線' },
    columns: words(
      'racedate holdingkey turf_condition_cd track_diff straight_track_diff1 straight_track_diff2',
      'straight_track_diff3 straight_track_diff4 straight_track_diff5 dirt_condition_cd dirt_track_diff',
    ),
  },
  {
    id: 'upkeep',
    name: { en: 'Upkeep of the course', ja: 'コース管理' },
    columns: words(
      'racedate holdingkey number_of_consecutive_days turf_species_cd turf_length rolling_compaction_flag',
      'rolling_compaction_width sand_thickness sand_thickness_adjastment_flag antifreeze_agent_flag',
      'precipitation_during_the_week cushion_measurement_time cushion_value',
    ),
  },
];

/** Combination, payoff and popularity of each payoff slot of a bet. */
const payoffs = (bet: string, places: number, combination = 'number'): readonly string[] =>
  Array.from({ length: places }, (_, at) => at + 1).flatMap((at) => [
    `${bet}_${combination}_${at}`,
    `${bet}_payoff_${at}`,
    `${bet}_popularity_${at}`,
  ]);

const PAID = words('racedate racekey');

export const PAYOFF_VIEWS: readonly BuiltInView[] = [
  { id: 'all-bets', name: { en: 'All bets', ja: '全賭式' } },
  {
    id: 'win-place',
    name: { en: 'Win and place', ja: '単勝・複勝' },
    columns: [...PAID, ...payoffs('win', 2, 'horse_number'), ...payoffs('place', 5, 'horse_number')],
  },
  {
    id: 'quinellas',
    name: { en: 'Bracket quinella and quinella', ja: '枠連・馬連' },
    columns: [...PAID, ...payoffs('bracket_quinella', 3), ...payoffs('quinella', 3)],
  },
  {
    id: 'wide',
    name: { en: 'Wide', ja: 'ワイド' },
    columns: [...PAID, ...payoffs('quinella_place', 7)],
  },
  {
    id: 'exacta',
    name: { en: 'Exacta', ja: '馬単' },
    columns: [...PAID, ...payoffs('exacta', 3)],
  },
  {
    id: 'three-horses',
    name: { en: 'Trio and trifecta', ja: '三連複・三連単' },
    columns: [...PAID, ...payoffs('trio', 3), ...payoffs('trifecta', 3)],
    sort: [{ column: 'trifecta_payoff_1', direction: 'descending' }],
  },
  {
    id: 'refunds',
    name: { en: 'Refunds', ja: '返還' },
    columns: [
      ...PAID,
      ...words('refund_number_1 refund_number_2 refund_number_3 refund_number_4 refund_number_5 updated_at'),
    ],
  },
];
