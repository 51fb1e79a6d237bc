// Every code table by its name: the JSON files of shared/catalogue/codes/tables, and the bets.

import { BETS } from '#shared/catalogue/bets.ts';
import abreast_result from '#shared/catalogue/codes/tables/abreast_result.json' with { type: 'json' };
import apprentice_class from '#shared/catalogue/codes/tables/apprentice_class.json' with { type: 'json' };
import blinker_cd from '#shared/catalogue/codes/tables/blinker_cd.json' with { type: 'json' };
import body_code from '#shared/catalogue/codes/tables/body_code.json' with { type: 'json' };
import bodytype_part from '#shared/catalogue/codes/tables/bodytype_part.json' with { type: 'json' };
import change_equipment_flag from '#shared/catalogue/codes/tables/change_equipment_flag.json' with { type: 'json' };
import class_cd from '#shared/catalogue/codes/tables/class_cd.json' with { type: 'json' };
import coatcolor_cd from '#shared/catalogue/codes/tables/coatcolor_cd.json' with { type: 'json' };
import condition_cd from '#shared/catalogue/codes/tables/condition_cd.json' with { type: 'json' };
import course_cd from '#shared/catalogue/codes/tables/course_cd.json' with { type: 'json' };
import data_classification from '#shared/catalogue/codes/tables/data_classification.json' with { type: 'json' };
import dayofweek_cd from '#shared/catalogue/codes/tables/dayofweek_cd.json' with { type: 'json' };
import demeanour_code from '#shared/catalogue/codes/tables/demeanour_code.json' with { type: 'json' };
import distance_aptitude_cd from '#shared/catalogue/codes/tables/distance_aptitude_cd.json' with { type: 'json' };
import est_tenkai_mark from '#shared/catalogue/codes/tables/est_tenkai_mark.json' with { type: 'json' };
import exercise_course_cd from '#shared/catalogue/codes/tables/exercise_course_cd.json' with { type: 'json' };
import flag_0_1 from '#shared/catalogue/codes/tables/flag_0_1.json' with { type: 'json' };
import foottype_cd from '#shared/catalogue/codes/tables/foottype_cd.json' with { type: 'json' };
import gekiso_mark from '#shared/catalogue/codes/tables/gekiso_mark.json' with { type: 'json' };
import gekiso_type from '#shared/catalogue/codes/tables/gekiso_type.json' with { type: 'json' };
import going_detail_cd from '#shared/catalogue/codes/tables/going_detail_cd.json' with { type: 'json' };
import grade_cd from '#shared/catalogue/codes/tables/grade_cd.json' with { type: 'json' };
import holding_classification from '#shared/catalogue/codes/tables/holding_classification.json' with { type: 'json' };
import hoof_cd from '#shared/catalogue/codes/tables/hoof_cd.json' with { type: 'json' };
import horse_attribute_cd from '#shared/catalogue/codes/tables/horse_attribute_cd.json' with { type: 'json' };
import horse_owner_association_cd from '#shared/catalogue/codes/tables/horse_owner_association_cd.json' with { type: 'json' };
import inside_outside_cd from '#shared/catalogue/codes/tables/inside_outside_cd.json' with { type: 'json' };
import insignia_cd_1 from '#shared/catalogue/codes/tables/insignia_cd_1.json' with { type: 'json' };
import insignia_cd_2 from '#shared/catalogue/codes/tables/insignia_cd_2.json' with { type: 'json' };
import insignia_cd_3 from '#shared/catalogue/codes/tables/insignia_cd_3.json' with { type: 'json' };
import lane_position from '#shared/catalogue/codes/tables/lane_position.json' with { type: 'json' };
import leg_code from '#shared/catalogue/codes/tables/leg_code.json' with { type: 'json' };
import longshot_evaluate from '#shared/catalogue/codes/tables/longshot_evaluate.json' with { type: 'json' };
import mark from '#shared/catalogue/codes/tables/mark.json' with { type: 'json' };
import mudder_cd from '#shared/catalogue/codes/tables/mudder_cd.json' with { type: 'json' };
import outer_stable_rank from '#shared/catalogue/codes/tables/outer_stable_rank.json' with { type: 'json' };
import pace from '#shared/catalogue/codes/tables/pace.json' with { type: 'json' };
import race_category_cd from '#shared/catalogue/codes/tables/race_category_cd.json' with { type: 'json' };
import racecourse_cd from '#shared/catalogue/codes/tables/racecourse_cd.json' with { type: 'json' };
import racecourse_cd_past from '#shared/catalogue/codes/tables/racecourse_cd_past.json' with { type: 'json' };
import reason_for_rest from '#shared/catalogue/codes/tables/reason_for_rest.json' with { type: 'json' };
import rising_level_cd from '#shared/catalogue/codes/tables/rising_level_cd.json' with { type: 'json' };
import sex_cd from '#shared/catalogue/codes/tables/sex_cd.json' with { type: 'json' };
import shipment_classification_cd from '#shared/catalogue/codes/tables/shipment_classification_cd.json' with { type: 'json' };
import sireline_cd from '#shared/catalogue/codes/tables/sireline_cd.json' with { type: 'json' };
import special_note_code from '#shared/catalogue/codes/tables/special_note_code.json' with { type: 'json' };
import stable_arrow from '#shared/catalogue/codes/tables/stable_arrow.json' with { type: 'json' };
import tack_code from '#shared/catalogue/codes/tables/tack_code.json' with { type: 'json' };
import tekisei_cd from '#shared/catalogue/codes/tables/tekisei_cd.json' with { type: 'json' };
import terms_class_cd from '#shared/catalogue/codes/tables/terms_class_cd.json' with { type: 'json' };
import track_type from '#shared/catalogue/codes/tables/track_type.json' with { type: 'json' };
import training_arrow from '#shared/catalogue/codes/tables/training_arrow.json' with { type: 'json' };
import trouble_classification from '#shared/catalogue/codes/tables/trouble_classification.json' with { type: 'json' };
import turf_condition_cd from '#shared/catalogue/codes/tables/turf_condition_cd.json' with { type: 'json' };
import turf_species_cd from '#shared/catalogue/codes/tables/turf_species_cd.json' with { type: 'json' };
import turn_cd from '#shared/catalogue/codes/tables/turn_cd.json' with { type: 'json' };
import underfoot_info from '#shared/catalogue/codes/tables/underfoot_info.json' with { type: 'json' };
import weather_cd from '#shared/catalogue/codes/tables/weather_cd.json' with { type: 'json' };
import weight_cd from '#shared/catalogue/codes/tables/weight_cd.json' with { type: 'json' };
import work_kind from '#shared/catalogue/codes/tables/work_kind.json' with { type: 'json' };
import work_rider from '#shared/catalogue/codes/tables/work_rider.json' with { type: 'json' };
import work_situation from '#shared/catalogue/codes/tables/work_situation.json' with { type: 'json' };
import type { CodeTableName } from '#shared/catalogue/codes/code-table-name.ts';

/** One code's meaning. `short` is Japanese; `glyph` is what a mark looks like; `group` is a larger family. */
export interface CodeEntry {
  readonly en: string;
  readonly ja: string;
  readonly short?: string;
  readonly glyph?: string;
  readonly group?: string;
}

export interface CodeTable {
  /** Who states it: `SPEC` binds, the others are the most probable public source. */
  readonly system: string;
  readonly codes: Readonly<Record<string, CodeEntry>>;
}

const bet: CodeTable = {
  system: 'SPEC',
  codes: Object.fromEntries(
    BETS.map(({ name, label, short }) => [name, { en: label.en, ja: label.ja, short: short.ja }]),
  ),
};

export const CODE_TABLES: Readonly<Record<CodeTableName, CodeTable>> = {
  abreast_result,
  apprentice_class,
  bet,
  blinker_cd,
  body_code,
  bodytype_part,
  change_equipment_flag,
  class_cd,
  coatcolor_cd,
  condition_cd,
  course_cd,
  data_classification,
  dayofweek_cd,
  demeanour_code,
  distance_aptitude_cd,
  est_tenkai_mark,
  exercise_course_cd,
  flag_0_1,
  foottype_cd,
  gekiso_mark,
  gekiso_type,
  going_detail_cd,
  grade_cd,
  holding_classification,
  hoof_cd,
  horse_attribute_cd,
  horse_owner_association_cd,
  inside_outside_cd,
  insignia_cd_1,
  insignia_cd_2,
  insignia_cd_3,
  lane_position,
  leg_code,
  longshot_evaluate,
  mark,
  mudder_cd,
  outer_stable_rank,
  pace,
  race_category_cd,
  racecourse_cd,
  racecourse_cd_past,
  reason_for_rest,
  rising_level_cd,
  sex_cd,
  shipment_classification_cd,
  sireline_cd,
  special_note_code,
  stable_arrow,
  tack_code,
  tekisei_cd,
  terms_class_cd,
  track_type,
  training_arrow,
  trouble_classification,
  turf_condition_cd,
  turf_species_cd,
  turn_cd,
  underfoot_info,
  weather_cd,
  weight_cd,
  work_kind,
  work_rider,
  work_situation,
};
