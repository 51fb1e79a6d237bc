// The fields of the specification's section 2 as printed, with ranges kept as ranges. The catalogue is checked against them.

import type { FieldType } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';

/** `[type, fields]`; fields may have ranges: `x_{1..3}` is x_1, x_2, x_3; `{a,b}` is both. The rightmost varies fastest. */
type Section = readonly (readonly [type: FieldType, fields: string])[];

const alternatives = (inside: string): readonly string[] => {
  const [from, to] = inside.split('..').map(Number);
  if (to === undefined || from === undefined) return inside.split(',');
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
};

export function expand(field: string): readonly string[] {
  const open = field.indexOf('{');
  if (open < 0) return [field];
  const close = field.indexOf('}', open);
  const rest = expand(field.slice(close + 1));
  return alternatives(field.slice(open + 1, close)).flatMap((each) =>
    rest.map((tail) => field.slice(0, open) + each + tail),
  );
}

const RACE: Section = [
  ['S', 'data_classification holding_classification racekey racedate post_time'],
  ['S?', 'original_post_time'],
  [
    'S',
    'racecourse_cd distance track_type turn_cd inside_outside_cd course_cd class_cd insignia_cd condition_cd weight_cd',
  ],
  ['S?', 'grade_cd race_name howmany_times'],
  ['I', 'headcount'],
  ['S?', 'turf_condition_cd weather_cd'],
  ['I', 'prize_win prize_show prize_place prize_4th prize_5th inclusion{1,2}'],
  ['S', 'cancel_horse'],
  ['S?', 'assumption_time correction_flag win5_number'],
  ['S', 'updated_at'],
];

const MEETING: Section = [
  ['S', 'data_classification holding_classification holdingkey racedate dayofweek_cd'],
  ['S?', 'weather_cd'],
  ['S', 'course_cd'],
  ['S?', 'turf_condition_cd'],
  ['N', 'track_diff straight_track_diff{1..5}'],
  ['S?', 'dirt_condition_cd'],
  ['N', 'dirt_track_diff'],
  ['S?', 'turf_species_cd'],
  ['N?', 'turf_length'],
  ['S?', 'rolling_compaction_flag'],
  ['N?', 'rolling_compaction_width sand_thickness'],
  ['S?', 'sand_thickness_adjastment_flag antifreeze_agent_flag'],
  ['N?', 'precipitation_during_the_week'],
  ['I', 'number_of_races number_of_consecutive_days number_of_consecutive_holding'],
  ['S?', 'cushion_measurement_time'],
  ['N?', 'cushion_value'],
  ['S', 'updated_at'],
];

const PAYOFF: Section = [
  ['S?', 'racedate racekey updated_at refund_number_{1..5}'],
  ['S?', 'win_{horse_number,payoff,popularity}_{1..3} place_{horse_number,payoff,popularity}_{1..5}'],
  ['S?', '{bracket_quinella,quinella,trio}_{number,payoff,popularity}_{1..3}'],
  [
    'S?',
    'quinella_place_{number,payoff,popularity}_{1..7} {exacta,trifecta}_{number,payoff,popularity}_{1..6}',
  ],
];

const ENTRY_OF_THE_DAY: Section = [
  [
    'S',
    'data_classification resultkey racedate racekey bracket_number horse_number horse_id horse_name updated_at',
  ],
  [
    'S?',
    'adjust_idm jockey_index insideinfo_index integration_index training_index stable_index cid_training cid_stable',
  ],
  [
    'S?',
    'jockey_expect_placerate jockey_expect_winrate jockey_expect_showrate ten_index pace_index agari_index ichi_index',
  ],
  ['S?', 'horse_start_index horse_left_at_post_rate criteria_win_odds criteria_place_odds longshot_index'],
  [
    'S',
    'foottype_cd distance_aptitude_cd1 rising_level_cd training_arrow stable_arrow hoof_cd mudder_cd terms_class_cd',
  ],
  [
    'S',
    'jockey_name jockey_cd weight_to_carry apprentice_class trainer_name trainer_cd sex_cd horse_owner_name',
  ],
  ['I', 'rotation total_prize earned_prize horse_age'],
  ['S?', 'lastrace_{resultkey,racekey}{1..5}'],
  [
    'S?',
    '{integration,idm,insideinfo,jockey,trainer,training,gekiso,manken,tenkai_tip,odds,paddock,last_integration,est_tenkai}_mark',
  ],
  [
    'S?',
    'distance_aptitude_cd2 blinker_cd turf_tekisei_cd dirt_tekisei_cd est_pace est_{mae3f,ato3f,goal}_lane_position',
  ],
  [
    'S?',
    'horse_owner_association_cd horse_attribute_cd est_{ten,pace,agari,position}_index_rank shipment_classification_cd',
  ],
  [
    'S?',
    'bodytype horse_bodytype_integration_cd{1..3} horse_special_mention_cd{1..3} manken_index_order gekiso_type',
  ],
  [
    'S?',
    'reason_for_rest putin_stables_date outer_stable outer_stable_rank gekiso_order longshot_evaluate longshot_sisu_order',
  ],
  ['S?', 'breeding_area coatcolor_cd sire_name mare_name mare_sire_name siresire_name'],
  ['S?', '{sire,mare,mare_sire,siresire}_birth_year sireline_cd mare_sireline_cd'],
  ['I?', 'criteria_win_popularity criteria_place_popularity'],
  [
    'I?',
    'identification_info_{honmei,taikou,kurosankaku,shirosankaku,batsu} integration_info_{honmei,taikou,kurosankaku,shirosankaku} integrationinfo_batsu',
  ],
  ['I?', 'popularity_index gekiso_index est_{mae3f,ato3f,goal}_{order,timediff} manken_index'],
  ['I?', 'number_of_races_after_putin_stables number_of_days_after_putin_stables sibling{1..4}_total_prize'],
];

const PRERACE: Section = [
  ['S?', 'data_classification racedate racekey horse_number'],
  ['S', 'horse_id'],
  ['S?', 'resultkey horse_name idm jockey_index insideinfo_index odds_index paddock_index integration_index'],
  [
    'S?',
    'this_horse_body_state this_horse_mind_state change_equipment_flag underfoot_info withdrawn_flag jockey_name',
  ],
  [
    'S?',
    'jockey_cd weight_to_carry apprentice_class turf_condition_cd weather_cd win_odds place_odds odds_obtained_time',
  ],
  [
    'S?',
    'horse_weight weight_cycling this_gear{1..7}_cd this_leg_{left_front,right_front,left_back,right_back}{1..4}_cd',
  ],
  ['S?', 'this_leg_all{1..3}_cd updated_at'],
];

const TRAINING: Section = [
  [
    'S',
    'racedate racekey horse_number horse_id exercise_day exercise_date number_of_times exercise_course_cd work_kind',
  ],
  ['S', 'work_situation work_rider exercise_distance ten naka shimai'],
  ['N?', 'ten_index nakasisu shimaisisu oikirisisu'],
  ['S', 'abreast_result abreast_work_type abreast_class'],
  ['I?', 'abreast_age'],
];

const CORRECTIONS =
  'correction_value_{track_diff,pace,start,positioning,corner1,corner4,adverse,adverse_firsthalf,adverse_halfway,adverse_lasthalf,race_detail}';

const RESULT: Section = [
  ['S', 'data_classification resultkey racedate racekey horse_number horse_id'],
  [
    'S?',
    'horse_name order_of_finish margin trouble_classification time_record confirmed_win_odds confirmed_win_popularity',
  ],
  [
    'S?',
    'confirmed_place_odds morning_place_odds winning_horse winner_horse_id time_deff corner{1..4}_order',
  ],
  ['S?', `{first3f,later3f}_time {first3f,later3f}_deff race_kyakushitsu idm idm_rawscore ${CORRECTIONS}`],
  ['S?', '{selected_lane,class,body_condition,mind_condition,rising_level}_cd race_pace horse_pace'],
  ['S?', '{ten,pace,agari,ichi}_index horse_weight weight_cycling bit_cd updated_at'],
];

const PREVIOUS_RUN: Section = [
  ['S?', 'resultkey racedate racekey horse_number'],
  ['I?', 'order_of_finish confirmed_win_popularity'],
  [
    'S?',
    'margin trouble_classification time_record confirmed_win_odds morning_place_odds confirmed_place_odds',
  ],
  ['S?', 'winning_horse winner_horse_id'],
  ['I?', 'time_deff corner{1..4}_order first3f_time later3f_time first3f_deff later3f_deff'],
  ['S?', 'race_kyakushitsu'],
  ['I?', `idm idm_rawscore ${CORRECTIONS}`],
  [
    'S?',
    'selected_lane_cd class_cd body_condition_cd mind_condition_cd rising_level_cd race_pace horse_pace',
  ],
  ['S?', 'ten_index pace_index agari_index ichi_index'],
  ['I?', 'horse_weight weight_cycling'],
];

const PREVIOUS_RUN_EXTENSION: Section = [
  [
    'S?',
    'racedate resultkey racekey horse_number idm winner_idm confirmed_win_odds confirmed_win_popularity',
  ],
  [
    'S?',
    'order_of_finish corner{1..4}_order jockey_cd ten_index pace_index agari_index special_note_cd{1..6} tack_cd{1..8}',
  ],
  ['S?', 'hoof_{overall1,left_front,right_front,left_back,right_back}_cd{1..3}'],
  ['S?', '{paddock,tack,race}_comment bit_cd bantages_on horse_shoe_cd splint_cd bone_spavin_cd'],
];

/** The fields of a run, repeated for each of the past five runs. */
const fiveTimes = (run: Section): Section =>
  [1, 2, 3, 4, 5].flatMap((back) =>
    run.map(
      ([type, fields]) => [type, fields.replace(/\S+/g, (field) => `race_back_${back}_${field}`)] as const,
    ),
  );

const PREVIOUS_RACE: Section = [
  ['S', 'racedate resultkey racekey'],
  ['S?', 'horse_number'],
  ['S', 'horse_id horse_name'],
  ...fiveTimes(PREVIOUS_RUN),
];

const PREVIOUS_RACE_EXTENSION: Section = [
  ['S?', 'racedate resultkey racekey horse_number'],
  ['S', 'horse_id'],
  ['S?', 'horse_name'],
  ...fiveTimes(PREVIOUS_RUN_EXTENSION),
];

const HORSE: Section = [
  ['S', 'horse_id'],
  ['S?', 'kettonum'],
  ['S', 'horse_name'],
  [
    'S?',
    'sex_cd coatcolor_cd horse_attribute_cd birth_date sire_name mare_name mare_sire_name siresire_name',
  ],
  ['S?', '{sire,mare,mare_sire,siresire}_birth_year sireline_cd mare_sireline_cd breeding_area breeder_name'],
  ['S?', 'horse_owner_name horse_owner_association_cd trainer_cd trainer_name deregistered_flag updated_at'],
];

const withdrawn: Section = [['S', 'withdrawn_flag']];

export const SPECIFIED: Readonly<Record<TableCode, { readonly count: number; readonly section: Section }>> = {
  t_ra: { count: 34, section: RACE },
  d_ra: { count: 34, section: RACE },
  t_ka: { count: 30, section: MEETING },
  d_ka: { count: 30, section: MEETING },
  t_ky: { count: 142, section: ENTRY_OF_THE_DAY },
  d_ky: { count: 143, section: [...ENTRY_OF_THE_DAY, ...withdrawn] },
  t_pd: { count: 56, section: PRERACE },
  t_ch: { count: 23, section: TRAINING },
  t_ze: { count: 256, section: PREVIOUS_RACE },
  t_zk: { count: 276, section: PREVIOUS_RACE_EXTENSION },
  d_zk: { count: 276, section: PREVIOUS_RACE_EXTENSION },
  t_se: { count: 55, section: RESULT },
  d_se: { count: 55, section: RESULT },
  t_hj: { count: 116, section: PAYOFF },
  d_hj: { count: 116, section: PAYOFF },
  m_uk: { count: 25, section: HORSE },
};

/** Every field of a table as "name type". */
export const specifiedFields = (code: TableCode): readonly string[] =>
  SPECIFIED[code].section.flatMap(([type, fields]) =>
    fields.split(' ').flatMap((field) => expand(field).map((name) => `${name} ${type}`)),
  );
