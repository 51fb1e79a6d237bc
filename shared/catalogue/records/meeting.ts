// Holding record, one meeting day of one course: t_ka and d_ka (specification, section 2.4).

import type { Column } from '#shared/catalogue/column.ts';
import {
  clock,
  code,
  decimal,
  inGroup,
  integer,
  length,
  record,
  upTo,
} from '#shared/catalogue/records/build.ts';
import { GROUND } from '#shared/catalogue/records/ground.ts';
import { IDENTITY } from '#shared/catalogue/records/identity.ts';

const SHOWN = [
  'racedate', 'holdingkey', 'dayofweek_cd', 'weather_cd', 'turf_condition_cd', 'track_diff', 'dirt_condition_cd',
  'dirt_track_diff', 'course_cd', 'turf_species_cd', 'turf_length', 'cushion_value', 'precipitation_during_the_week',
  'number_of_races', 'number_of_consecutive_days',
]; // prettier-ignore

/** Lanes of the straight, from the rail outward. */
const LANES: readonly (readonly [en: string, ja: string])[] = [
  ['innermost', '最内'],
  ['inside', '内'],
  ['middle', '中'],
  ['outside', '外'],
  ['widest', '大外'],
];

// prettier-ignore
export const MEETING: readonly Column[] = record(SHOWN,
  inGroup('identity', 'S', [
    IDENTITY.data_classification,
    IDENTITY.holding_classification,
    IDENTITY.holdingkey,
    IDENTITY.racedate,
    code('dayofweek_cd', 'dayofweek_cd', ['Day of week', 'Day', 'Day of the week.'], ['曜日', '曜日', '開催日の曜日。']),
  ]),
  inGroup('ground', 'S?', [
    GROUND.weather_cd,
    { ...GROUND.course_cd, type: 'S' },
    { ...GROUND.turf_condition_cd, label: { en: 'Turf going', ja: '芝馬場状態' }, short: { en: 'Turf', ja: '芝' } },
    decimal('track_diff', ['Turf track difference', 'Turf dif', 'How slow (plus) or fast (minus) the turf is against par.'], ['芝馬場差', '芝差', '芝の馬場差。プラスは時計がかかる。'], { type: 'N', signed: true }),
    ...upTo(LANES.length, (n) => {
      const [en, ja] = LANES[n - 1] ?? ['', ''];
      return decimal(`straight_track_diff${n}`, [`Straight difference, ${en}`, `Str. ${n}`, `Track difference of the straight, ${en} lane.`], [`直線馬場差 ${ja}`, `直${ja}`, `直線の馬場差（${ja}）。`], { type: 'N', signed: true });
    }),
    code('dirt_condition_cd', 'turf_condition_cd', ['Dirt going', 'Dirt', 'State of the dirt track.'], ['ダート馬場状態', 'ダ', 'ダートの馬場状態。']),
    decimal('dirt_track_diff', ['Dirt track difference', 'Dirt dif', 'How slow (plus) or fast (minus) the dirt is against par.'], ['ダート馬場差', 'ダ差', 'ダートの馬場差。プラスは時計がかかる。'], { type: 'N', signed: true }),
  ]),
  inGroup('course', 'N?', [
    code('turf_species_cd', 'turf_species_cd', ['Turf species', 'Grass', 'Kind of grass.'], ['芝種類', '芝種', '芝の種類。'], { type: 'S?' }),
    length('turf_length', 'mm', ['Grass height', 'Height', 'Height of the grass in millimeters; a value from 6 to 16 is in centimeters.'], ['草丈', '草丈', '芝の草丈（ミリ）。6から16の値はセンチとみられる。']),
    code('rolling_compaction_flag', 'flag_0_1', ['Rolled', 'Rolled', 'Whether the turf was rolled.'], ['転圧', '転圧', '芝の転圧を行ったか。'], { type: 'S?' }),
    decimal('rolling_compaction_width', ['Rolled width', 'Roll w.', 'Width that was rolled.'], ['転圧幅', '転圧幅', '転圧した幅。']),
    length('sand_thickness', 'cm', ['Sand depth', 'Sand', 'Depth of the sand cushion on dirt.'], ['砂厚', '砂厚', 'ダートのクッション砂の厚さ。']),
    code('sand_thickness_adjastment_flag', 'flag_0_1', ['Sand depth adjusted', 'Sand adj', 'Whether the depth of the sand was adjusted.'], ['砂厚調整', '砂調整', '砂厚の調整を行ったか。'], { type: 'S?' }),
    code('antifreeze_agent_flag', 'flag_0_1', ['Antifreeze', 'Antifrz', 'Whether an antifreeze agent was spread.'], ['凍結防止剤', '凍防', '凍結防止剤を散布したか。'], { type: 'S?' }),
    length('precipitation_during_the_week', 'mm', ['Rain in the week', 'Rain', 'Rain that fell at the course during the week.'], ['週間降水量', '降水量', '開催週の降水量。']),
    integer('number_of_races', ['Races', 'Races', 'Number of races of the day at this course.'], ['レース数', 'R数', 'その日のレース数。'], { type: 'I' }),
    integer('number_of_consecutive_days', ['Consecutive days', 'Days', 'How many days running the course has been raced on.'], ['連続日数', '連日', '連続開催の何日目か。'], { type: 'I' }),
    integer('number_of_consecutive_holding', ['Consecutive meetings', 'Meetings', 'How many meetings running the course has hosted.'], ['連続開催数', '連催', '連続して何開催目か。'], { type: 'I' }),
    clock('cushion_measurement_time', ['Cushion measured', 'Cush. at', 'When the cushion value was measured.'], ['クッション測定時刻', '測定', 'クッション値を測定した時刻。'], { type: 'S?' }),
    decimal('cushion_value', ['Cushion value', 'Cushion', 'Firmness of the turf: higher is firmer; published since September 2020.'], ['クッション値', 'CV', '芝の硬さの指標。高いほど硬い。2020年9月から公表。']),
  ]),
  inGroup('data', 'S', [IDENTITY.updated_at]),
);
