// The columns of the race's grids: the catalogue's own, and a few that put several fields into one cell.

import type { Column } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import type { Text } from '#shared/text.ts';

/** A table's own columns of these names; others are taken from the card, which knows every runner. */
export function columnsNamed(table: TableCode, names: readonly string[]): readonly Column[] {
  return names.map((name) => {
    const found = columnOf(table, name) ?? columnOf('d_ky', name);
    if (found === undefined) throw new Error(`no such column: ${name}`);
    return found;
  });
}

/** A column of words put together here; no field of the interface. */
const made = (name: string, label: Text, short: Text, meaning: Text, group: Column['group']): Column => ({
  name,
  type: 'S?',
  kind: 'text',
  label,
  short,
  meaning,
  group,
  shown: true,
});

export const SEX_AGE = made(
  'sex_and_age',
  { en: 'Sex and age', ja: '性齢' },
  { en: 'S/A', ja: '性齢' },
  { en: 'Sex and age of the horse.', ja: '性別と馬齢。' },
  'identity',
);

export const CORNERS = made(
  'corners',
  { en: 'Corners', ja: '通過順' },
  { en: 'Corners', ja: '通過' },
  { en: 'Places at the corners that were run.', ja: '通過したコーナーの順位。' },
  'passing',
);

/** A rank, so that it sorts by place; what is no place is a word and comes after. */
export const FINISH: Column = {
  ...made(
    'finish',
    { en: 'Finish', ja: '着順' },
    { en: 'Fin', ja: '着' },
    {
      en: 'Order of finish; in words when the horse was not placed. Two of a place are a dead heat.',
      ja: '着順。着順がない場合は理由。同じ着順は同着。',
    },
    'finish',
  ),
  kind: 'rank',
};

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
  { en: 'What is noted of the legs, limb by limb.', ja: '四肢それぞれの脚元の状態。' },
  'legs',
);

/** Another short label, where two columns of one grid would have the same. */
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

/** As it came: for times that cannot be what they should be. */
export const raw = (column: Column): Column => ({
  name: column.name,
  type: column.type,
  kind: 'text',
  label: column.label,
  short: column.short,
  meaning: column.meaning,
  group: column.group,
  shown: column.shown,
});
