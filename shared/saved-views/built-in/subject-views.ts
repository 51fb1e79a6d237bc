// Built-in views of the subjects.

import { words, type BuiltInView } from '#shared/saved-views/built-in/built-in-view.ts';

export const RACES_VIEWS: readonly BuiltInView[] = [
  {
    id: 'races.overview',
    name: { en: 'Overview', ja: '概要' },
    columns: words(
      'racedate racekey post_time grade_cd condition_cd track_type distance',
      'turf_condition_cd runners_ran race_state winner_name winning_time win_payoff',
    ),
  },
  {
    id: 'races.going',
    name: { en: 'Going and time', ja: '馬場とタイム' },
    columns: words(
      'racedate racekey track_type distance turf_condition_cd weather_cd',
      'meeting_track_diff meeting_dirt_track_diff meeting_cushion_value runners_ran winning_time winning_pace',
    ),
  },
];

export const RUNNERS_VIEWS: readonly BuiltInView[] = [
  {
    id: 'runners.overview',
    name: { en: 'Overview', ja: '概要' },
    columns: words(
      'racedate racekey track_type distance bracket_number horse_number horse_name',
      'sex_cd horse_age rider_name carried_weight trainer_name integration_index integration_index_rank',
      'order_of_finish time_record confirmed_win_popularity confirmed_win_odds later3f_time idm win_payoff place_payoff',
    ),
  },
  {
    id: 'runners.return',
    name: { en: 'Result and return', ja: '成績と払戻' },
    columns: words(
      'racedate racekey track_type distance turf_condition_cd horse_number horse_name',
      'rider_name trainer_name criteria_win_odds confirmed_win_popularity confirmed_win_odds order_of_finish win_payoff',
      'place_payoff',
    ),
  },
  {
    id: 'runners.ranks',
    name: { en: 'Ranks in the race', ja: 'レース内順位' },
    columns: words(
      'racedate racekey horse_number horse_name integration_index_rank adjust_idm_rank jockey_index_rank',
      'insideinfo_index_rank training_index_rank stable_index_rank ten_index_rank pace_index_rank agari_index_rank',
      'ichi_index_rank order_of_finish win_payoff place_payoff',
    ),
  },
  {
    id: 'runners.marks',
    name: { en: 'My marks', ja: '自分の印' },
    columns: words(
      'racedate racekey horse_number horse_name my_mark my_mark_before_start my_note rider_name criteria_win_odds',
      'confirmed_win_odds order_of_finish win_payoff place_payoff',
    ),
    filters: { my_mark: '!=' },
  },
  {
    id: 'runners.prerace',
    name: { en: 'Card and pre-race', ja: '出馬表と直前' },
    columns: words(
      'racedate racekey horse_number horse_name rider_name carried_weight prerace_horse_weight',
      'prerace_weight_cycling prerace_paddock_index prerace_odds_index prerace_integration_index criteria_win_odds',
      'prerace_win_odds prerace_place_odds confirmed_win_odds order_of_finish',
    ),
  },
];

const RUN = 'racedate racekey horse_name track_type distance turf_condition_cd horse_number order_of_finish';

export const RUNS_VIEWS: readonly BuiltInView[] = [
  {
    id: 'runs.overview',
    name: { en: 'Overview', ja: '概要' },
    columns: words(
      'racedate racekey horse_name track_type distance turf_condition_cd headcount horse_number order_of_finish',
      'confirmed_win_popularity confirmed_win_odds rider_name carried_weight time_record time_deff corner4_order',
      'later3f_time horse_weight idm known_from',
    ),
  },
  {
    id: 'runs.pace',
    name: { en: 'Pace and passing order', ja: 'ペース・通過順' },
    columns: words(
      RUN,
      'time_record time_deff race_pace horse_pace first3f_time first3f_deff later3f_time later3f_deff corner1_order',
      'corner2_order corner3_order corner4_order race_kyakushitsu selected_lane_cd',
    ),
  },
  {
    id: 'runs.indices',
    name: { en: 'Indices', ja: '指数' },
    columns: words(
      RUN,
      'idm winner_idm idm_rawscore correction_value_pace correction_value_start correction_value_positioning',
      'correction_value_adverse ten_index pace_index ichi_index agari_index known_from',
    ),
  },
  {
    id: 'runs.notes',
    name: { en: 'Comments and notes', ja: 'コメント・特記' },
    columns: words(
      'racedate racekey horse_name horse_number order_of_finish race_comment paddock_comment tack_comment',
      'special_note_cd1 special_note_cd2 special_note_cd3 tack_cd1 tack_cd2',
    ),
  },
];

export const PAYOFFS_VIEWS: readonly BuiltInView[] = [
  {
    id: 'payoffs.overview',
    name: { en: 'Overview', ja: '概要' },
    columns: words(
      // What was paid comes first: eight payoffs of a race have the same conditions.
      'racedate racekey bet combination payoff popularity',
      'track_type distance condition_cd grade_cd headcount turf_condition_cd',
    ),
  },
  {
    id: 'payoffs.highest',
    name: { en: 'Highest first', ja: '高額順' },
    sort: [{ column: 'payoff', direction: 'descending' }],
  },
];

/** The figures of horses, jockeys, trainers and sires are the same. */
export const PEOPLE_VIEWS = (subject: string): readonly BuiltInView[] => [
  { id: `${subject}.overview`, name: { en: 'Overview', ja: '概要' } },
];

export const WORKS_VIEWS: readonly BuiltInView[] = [
  {
    id: 'works.overview',
    name: { en: 'Overview', ja: '概要' },
    columns: words(
      'racedate racekey horse_number horse_name trainer_name exercise_date exercise_course_cd',
      'work_kind work_situation work_rider ten naka shimai oikirisisu abreast_result order_of_finish',
    ),
  },
];
