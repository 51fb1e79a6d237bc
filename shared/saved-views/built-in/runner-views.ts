// Built-in views of runners before a race: the card and its indices, the paddock, workouts, and the horse.

import { words, type BuiltInView } from '#shared/saved-views/built-in/built-in-view.ts';

const RUNNER = 'racedate racekey bracket_number horse_number horse_name';

export const ENTRY_VIEWS: readonly BuiltInView[] = [
  { id: 'card', name: { en: 'Card', ja: '出馬表' } },
  {
    id: 'form',
    name: { en: 'Form', ja: '能力' },
    columns: words(
      RUNNER,
      'integration_mark adjust_idm integration_index jockey_index insideinfo_index rising_level_cd foottype_cd',
      'distance_aptitude_cd1 turf_tekisei_cd dirt_tekisei_cd mudder_cd terms_class_cd rotation',
      'criteria_win_popularity criteria_win_odds earned_prize',
    ),
  },
  {
    id: 'pace',
    name: { en: 'Pace', ja: '展開' },
    columns: words(
      RUNNER,
      'est_tenkai_mark foottype_cd ten_index pace_index ichi_index agari_index',
      'horse_start_index horse_left_at_post_rate est_pace est_ten_index_rank est_pace_index_rank',
      'est_position_index_rank est_agari_index_rank est_mae3f_order est_mae3f_timediff est_mae3f_lane_position',
      'est_ato3f_order est_ato3f_timediff est_ato3f_lane_position',
      'est_goal_order est_goal_timediff est_goal_lane_position',
    ),
  },
  {
    id: 'training',
    name: { en: 'Training and stable', ja: '調教・厩舎' },
    columns: words(
      RUNNER,
      'training_mark trainer_mark training_index stable_index cid_training cid_stable training_arrow stable_arrow',
      'trainer_name putin_stables_date number_of_days_after_putin_stables number_of_races_after_putin_stables',
      'outer_stable outer_stable_rank rotation reason_for_rest',
    ),
  },
  {
    id: 'marks',
    name: { en: 'Marks', ja: '印' },
    columns: words(
      RUNNER,
      'integration_mark last_integration_mark idm_mark insideinfo_mark jockey_mark trainer_mark training_mark',
      'gekiso_mark manken_mark tenkai_tip_mark odds_mark paddock_mark',
      'integration_info_honmei integration_info_taikou integration_info_kurosankaku',
      'integration_info_shirosankaku integrationinfo_batsu criteria_win_popularity',
    ),
  },
  {
    id: 'longshots',
    name: { en: 'Longshots', ja: '穴馬' },
    columns: words(
      RUNNER,
      'criteria_win_odds criteria_win_popularity popularity_index gekiso_mark manken_mark',
      'gekiso_type gekiso_index gekiso_order manken_index manken_index_order longshot_index longshot_sisu_order longshot_evaluate',
    ),
  },
  {
    id: 'rider',
    name: { en: 'Jockey', ja: '騎手' },
    columns: words(
      RUNNER,
      'jockey_name weight_to_carry apprentice_class jockey_mark jockey_index jockey_expect_winrate',
      'jockey_expect_placerate jockey_expect_showrate criteria_win_odds criteria_win_popularity trainer_name',
    ),
  },
  {
    id: 'pedigree',
    name: { en: 'Pedigree', ja: '血統' },
    columns: words(
      RUNNER,
      'sex_cd horse_age coatcolor_cd sire_name siresire_name mare_name mare_sire_name sireline_cd',
      'mare_sireline_cd breeding_area horse_owner_name turf_tekisei_cd dirt_tekisei_cd distance_aptitude_cd1',
    ),
  },
];

export const PRERACE_VIEWS: readonly BuiltInView[] = [
  { id: 'prerace', name: { en: 'Pre-race', ja: '直前情報' } },
  {
    id: 'paddock',
    name: { en: 'Paddock and body', ja: 'パドック・馬体' },
    columns: words(
      'racedate racekey horse_number horse_name paddock_index this_horse_body_state this_horse_mind_state',
      'change_equipment_flag underfoot_info withdrawn_flag horse_weight weight_cycling this_gear1_cd this_gear2_cd',
    ),
  },
  {
    id: 'odds',
    name: { en: 'Odds and indices', ja: 'オッズ・指数' },
    columns: words(
      'racedate racekey horse_number horse_name win_odds place_odds odds_obtained_time odds_index',
      'integration_index idm jockey_index insideinfo_index paddock_index withdrawn_flag',
    ),
  },
  {
    id: 'legs',
    name: { en: 'Gear and legs', ja: '馬具・脚元' },
    columns: words(
      'racedate racekey horse_number horse_name change_equipment_flag underfoot_info this_gear1_cd this_gear2_cd this_gear3_cd',
      'this_gear4_cd this_leg_all1_cd this_leg_all2_cd this_leg_left_front1_cd this_leg_right_front1_cd',
      'this_leg_left_back1_cd this_leg_right_back1_cd',
    ),
  },
];

export const TRAINING_VIEWS: readonly BuiltInView[] = [
  { id: 'works', name: { en: 'Works', ja: '追い切り' } },
  {
    id: 'work-indices',
    name: { en: 'Indices', ja: '調教指数' },
    columns: words(
      'racedate racekey horse_number exercise_date exercise_course_cd work_kind work_situation work_rider',
      'oikirisisu ten_index nakasisu shimaisisu',
    ),
    sort: [{ column: 'oikirisisu', direction: 'descending' }],
  },
  {
    id: 'paired',
    name: { en: 'Worked in company', ja: '併せ馬' },
    columns: words(
      'racedate racekey horse_number exercise_date exercise_course_cd work_situation',
      'oikirisisu abreast_result abreast_work_type abreast_class abreast_age',
    ),
  },
];

export const HORSE_VIEWS: readonly BuiltInView[] = [
  { id: 'horse', name: { en: 'Horse', ja: '馬' } },
  {
    id: 'pedigree',
    name: { en: 'Pedigree', ja: '血統' },
    columns: words(
      'horse_id horse_name sex_cd birth_date sire_name siresire_name sireline_cd mare_name mare_sire_name',
      'mare_sireline_cd sire_birth_year mare_birth_year breeding_area breeder_name',
    ),
  },
  {
    id: 'connections',
    name: { en: 'Owner and trainer', ja: '馬主・調教師' },
    columns: words(
      'horse_id horse_name trainer_name trainer_cd horse_owner_name horse_owner_association_cd breeder_name',
      'breeding_area deregistered_flag updated_at',
    ),
  },
];
