// The record that the app builds of a horse's runs and shows in a grid as if it were a table.

import type { Column } from '#shared/catalogue/column.ts';
import { inGroup, number, type ColumnDraft } from '#shared/catalogue/records/build.ts';
import { ENTRY } from '#shared/catalogue/records/entry.ts';
import { RACE } from '#shared/catalogue/records/race.ts';
import { RESULT } from '#shared/catalogue/records/result.ts';
import type { GroupKey } from '#shared/catalogue/groups.ts';
import type { Text } from '#shared/text.ts';

export const DERIVED_NAMES = ['run'] as const;

export type DerivedName = (typeof DERIVED_NAMES)[number];

export interface Derived {
  readonly label: Text;
  /** One sentence on what a record is. */
  readonly purpose: Text;
  readonly columns: readonly Column[];
}

/** A record's own definitions of the named columns, all in the first view. */
const from = (columns: readonly Column[], ...names: readonly string[]): readonly Column[] =>
  names.map((name) => {
    const found = columns.find((column) => column.name === name);
    if (!found) throw new Error(`no such column: ${name}`);
    return { ...found, shown: true };
  });

const hidden = (columns: readonly Column[]): readonly Column[] =>
  columns.map((column) => ({ ...column, shown: false }));

const made = (group: GroupKey, draft: ColumnDraft): Column[] =>
  inGroup(group, 'S', [draft]).map((column) => ({ ...column, shown: true }));

// prettier-ignore
const RACE_NUMBER = made('identity', number('race_number', ['Race number', 'R', 'Number of the race on the day’s card, from the race key.'], ['レース番号', 'R', 'その日の何番目のレースか。レースキーの下2桁。']));

const RUN: readonly Column[] = [
  ...from(RACE, 'racedate', 'racekey', 'racecourse_cd'),
  ...RACE_NUMBER,
  ...from(
    RACE,
    'race_name',
    'grade_cd',
    'condition_cd',
    'track_type',
    'distance',
    'turf_condition_cd',
    'weather_cd',
  ),
  ...from(RACE, 'headcount'),
  ...from(ENTRY, 'bracket_number'),
  ...from(RESULT, 'horse_number', 'order_of_finish', 'trouble_classification'),
  ...from(RESULT, 'confirmed_win_popularity', 'confirmed_win_odds'),
  ...from(ENTRY, 'jockey_name', 'weight_to_carry'),
  ...from(RESULT, 'horse_weight', 'weight_cycling', 'time_record', 'time_deff', 'margin'),
  ...from(RESULT, 'corner1_order', 'corner2_order', 'corner3_order', 'corner4_order'),
  ...from(RESULT, 'later3f_time', 'race_pace', 'idm', 'ten_index', 'agari_index', 'winning_horse'),
  ...hidden(from(RESULT, 'horse_id', 'resultkey')),
];

export const DERIVED: Readonly<Record<DerivedName, Derived>> = {
  run: {
    label: { en: 'Runs', ja: '競走成績' },
    purpose: {
      en: 'One run of one horse: race, result and rider.',
      ja: '一頭の一回の出走。レース・成績・騎手。',
    },
    columns: RUN,
  },
};
