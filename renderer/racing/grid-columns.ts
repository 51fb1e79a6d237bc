// The columns that only the window's grids have, and the widths of its columns.

import type { Column } from '#shared/catalogue/column.ts';
import { made } from '#shared/racing/run-columns.ts';
import type { Text } from '#shared/text.ts';

export const GEAR = made(
  'gear',
  { en: 'Gear', ja: '馬具' },
  { en: 'Gear', ja: '馬具' },
  { en: 'All gear worn in this race.', ja: 'このレースで使う馬具のすべて。' },
  'gear',
);

export const LEGS = made(
  'legs',
  { en: 'Leg notes', ja: '脚元の状態' },
  { en: 'Leg notes', ja: '脚元状態' },
  { en: 'Notes on each leg.', ja: '四肢それぞれの脚元の状態。' },
  'legs',
);

/** Columns with another short label, where two columns of one grid would have the same. */
export const headed = (
  columns: readonly Column[],
  heads: Readonly<Record<string, Text>>,
): readonly Column[] => columns.map((column) => ({ ...column, short: heads[column.name] ?? column.short }));

/** Pixels for columns whose values are known to be short or long, at normal density. */
export const WIDTHS: Readonly<Record<string, number>> = {
  finish: 56,
  bracket_number: 46,
  horse_number: 68,
  horse_name: 160,
  sex_and_age: 48,
  jockey_name: 92,
  rider_name: 92,
  margin: 70,
  corners: 92,
  time_record: 66,
  time_deff: 72,
  racecourse_cd: 88,
  race_number: 40,
  exercise_course_cd: 150,
  work_situation: 150,
  gear: 240,
  legs: 300,
  underfoot_info: 130,
  headcount: 76,
};
