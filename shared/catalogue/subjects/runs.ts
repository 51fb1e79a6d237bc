// A run: one horse in one race, by its result or, where that is not stored, by what a later card says of the horse's last
// five runs; with the conditions of the race, the horse's entry, its rider, and the notes on the run in the newest of the
// cards.

import type { GroupKey } from '#shared/catalogue/groups.ts';
import { code } from '#shared/catalogue/records/build.ts';
import { RUN_NOTES } from '#shared/catalogue/records/previous-race-extension.ts';
import { prefixOf } from '#shared/catalogue/records/runs-back.ts';
import {
  allBut,
  columnsOfRecord,
  computed,
  fields,
  markedIfTaken,
  subjectColumns,
} from '#shared/catalogue/subjects/build.ts';
import { OWN_HORSE, OWN_JOCKEY, OWN_RACE, OWN_RUNNER, OWN_TRAINER } from '#shared/catalogue/subjects/own.ts';
import { PAYOFFS } from '#shared/catalogue/subjects/paid.ts';
import { CONDITIONS, ofMeeting, RACE_IDENTITY } from '#shared/catalogue/subjects/races.ts';
import { riderColumns } from '#shared/catalogue/subjects/rider.ts';
import {
  CARD_RECORDS,
  type RecordField,
  type Subject,
  type SubjectColumn,
} from '#shared/catalogue/subjects/subject.ts';
import { tookPartColumn } from '#shared/catalogue/subjects/took-part.ts';

/** The subject's own: they come from the key of the row, whichever of its records there are. */
const KEY = ['racedate', 'racekey', 'horse_number', 'horse_id'];
const NOT_OF_THE_RUN = [...KEY, 'resultkey', 'horse_name', 'data_classification', 'updated_at'];

/** The field in the records of cards that have it for each of the five runs. */
const onCards = (field: string): readonly RecordField[] =>
  CARD_RECORDS.filter((record) =>
    columnsOfRecord(record).some(({ name }) => name === prefixOf(1) + field),
  ).map((record) => ({ record, field, isOfRun: true }));

/** A field of another record or, without that record, of a card. */
const orOnCards = (columns: readonly SubjectColumn[]): readonly SubjectColumn[] =>
  columns.map((column) => {
    const { origin } = column;
    if (!('record' in origin)) throw new Error(`${column.name} is not of a record`);
    const others = onCards(column.name);
    return others.length === 0 ? column : { ...column, origin: { firstOf: [origin, ...others] } };
  });

const HORSE: readonly SubjectColumn[] = [
  ...fields('result', ['horse_id', 'horse_number']).map((column) => ({
    ...column,
    origin: { computed: true } as const,
  })),
  ...fields('result', ['horse_name']).map((column) => ({
    ...column,
    origin: {
      firstOf: (['result', ...CARD_RECORDS] as const).map((record) => ({ record, field: 'horse_name' })),
    },
  })),
  ...orOnCards(fields('result', ['resultkey'])),
];

/** How fast each lane of the straight was on the day: what a horse lost or gained by where it ran. */
const LANES = ofMeeting([1, 2, 3, 4, 5].map((lane) => `straight_track_diff${lane}`));

// prettier-ignore
const KNOWN_FROM = computed('data', [
  code('known_from', 'known_from', ['Known from', 'Source', 'Whether the run is known from its result, or from a later card, which names the last five runs of each horse.'], ['出典', '出典', '成績データによる出走か、後の出馬表の前5走による出走か。']),
]);

const ENTRY = orOnCards(
  fields('entry', [
    'bracket_number', 'sex_cd', 'horse_age', 'jockey_name', 'jockey_cd', 'weight_to_carry', 'apprentice_class',
    'trainer_name', 'trainer_cd',
  ]),
); // prettier-ignore

const RUN = markedIfTaken(orOnCards(allBut('result', NOT_OF_THE_RUN)), CONDITIONS, {
  prefix: 'result_',
  label: { en: '(result)', ja: '（成績）' },
  short: { en: 'res', ja: '績' },
});

const NOTE_GROUPS: readonly (readonly [GroupKey, RegExp])[] = [
  ['index', /idm/],
  ['gear', /^tack|^bantages|^horse_shoe/],
  ['legs', /^hoof|^splint|^bone_spavin/],
  ['condition', /^special_note|comment$/],
];

const TAKEN = new Set([...NOT_OF_THE_RUN, ...[...ENTRY, ...RUN].map(({ name }) => name)]);

/** What only the notes of cards have: of runs with a result too. */
const NOTES: readonly SubjectColumn[] = RUN_NOTES.filter(({ name }) => !TAKEN.has(name)).flatMap((draft) => {
  const group = NOTE_GROUPS.find(([, names]) => names.test(draft.name))?.[0] ?? 'condition';
  return computed(group, [draft]).map((column) => ({
    ...column,
    origin: { record: 'previousNotes', field: draft.name, isOfRun: true } as const,
  }));
});

export const RUNS: Subject = {
  name: 'runs',
  label: { en: 'Runs', ja: '競走成績' },
  purpose: {
    en: 'One run of one horse, from its result or from the past five of a later card, with the race’s conditions.',
    ja: '一頭の一回の出走とその条件。成績、または後の出馬表の前5走から。',
  },
  columns: subjectColumns(
    [
      'racedate', 'racekey', 'horse_name', 'track_type', 'distance', 'turf_condition_cd', 'headcount', 'horse_number',
      'order_of_finish', 'confirmed_win_popularity', 'confirmed_win_odds', 'rider_name', 'carried_weight',
      'time_record', 'time_deff', 'corner4_order', 'later3f_time', 'horse_weight', 'idm', 'known_from',
    ],
    RACE_IDENTITY,
    HORSE,
    CONDITIONS,
    ENTRY,
    riderColumns(ENTRY),
    RUN,
    tookPartColumn(RUN),
    NOTES,
    LANES,
    PAYOFFS,
    KNOWN_FROM,
    OWN_RUNNER,
    OWN_RACE,
    OWN_HORSE,
    OWN_JOCKEY,
    OWN_TRAINER,
  ), // prettier-ignore
  primaryKey: ['racedate', 'racekey', 'horse_id'],
  order: ['racedate', 'racekey', 'horse_number'],
  requires: ['race', 'result'],
  isOfOutcomes: true,
  uses: ['entry', 'prerace', 'payoff', 'meeting'],
  namedBy: CARD_RECORDS,
};
