// A runner: its entry, the conditions of its race, what was seen just before it, the week's main work, its result, what
// was paid for it, and its rank in the race by every index.

import { rank } from '#shared/catalogue/records/build.ts';
import { allBut, computed, marked, markedIfTaken, subjectColumns } from '#shared/catalogue/subjects/build.ts';
import {
  OWN_HORSE,
  OWN_JOCKEY,
  OWN_RACE,
  OWN_RUNNER,
  OWN_SIRE,
  OWN_TRAINER,
} from '#shared/catalogue/subjects/own.ts';
import { withKnownAt } from '#shared/catalogue/subjects/known-at.ts';
import { PAYOFFS } from '#shared/catalogue/subjects/paid.ts';
import { CONDITIONS, RACE_IDENTITY } from '#shared/catalogue/subjects/races.ts';
import { riderColumns } from '#shared/catalogue/subjects/rider.ts';
import type { Subject, SubjectColumn } from '#shared/catalogue/subjects/subject.ts';
import { tookPartColumn } from '#shared/catalogue/subjects/took-part.ts';

/** The subject's own: they come from the key of the row, whichever of its records there are. */
const KEY = ['racedate', 'racekey', 'horse_number', 'data_classification', 'updated_at'];
/** The entry has them too, or, for a horse without an entry, the result. */
const HORSE = ['resultkey', 'horse_id', 'horse_name'];

const ENTRY = allBut('entry', KEY);
const NUMBER = allBut('entry', [])
  .filter(({ name }) => name === 'horse_number')
  .map((column) => ({ ...column, origin: { computed: true } as const }));

const PRERACE = marked(allBut('prerace', [...KEY, ...HORSE]), {
  prefix: 'prerace_',
  label: { en: '(pre-race)', ja: '（直前）' },
  short: { en: 'pre', ja: '直前' },
  group: 'prerace',
});

const WORK = marked(allBut('training', [...KEY, 'horse_id']), {
  prefix: 'work_',
  label: { en: '(main work)', ja: '（追い切り）' },
  short: { en: 'wk', ja: '追' },
});

const BEFORE: readonly SubjectColumn[] = [...RACE_IDENTITY, ...ENTRY, ...CONDITIONS];

const RESULT = markedIfTaken(allBut('result', [...KEY, ...HORSE]), BEFORE, {
  prefix: 'result_',
  label: { en: '(result)', ja: '（成績）' },
  short: { en: 'res', ja: '績' },
});

/** Columns of indices in which a higher value is better, with the rank that each gives a runner in its race. */
export const RANKED: readonly SubjectColumn[] = [...ENTRY, ...PRERACE, ...WORK, ...RESULT].filter(
  (column) => column.name.endsWith('index') || /(?:^|_)idm$/.test(column.name),
);

/** Those that are known before the race: a result's own indices cannot have chosen a runner. */
export const RANKED_BEFORE: readonly SubjectColumn[] = RANKED.filter(
  ({ origin }) => 'record' in origin && origin.record !== 'result',
);

export const rankColumn = (name: string): string => `${name}_rank`;

/** The column that each rank is computed from. */
export const RANKED_BY: ReadonlyMap<string, SubjectColumn> = new Map(
  RANKED.map((column) => [rankColumn(column.name), column]),
);

/** The entry has ranks of its own by some indices, under these labels. */
const DELIVERED_RANKS = new Set(ENTRY.map(({ label }) => label.ja));

// prettier-ignore
const RANKS = computed('ranks', RANKED.map((column) => {
  const ja = `${column.label.ja}順位`;
  const isDelivered = DELIVERED_RANKS.has(ja);
  return rank(
    rankColumn(column.name),
    [`${column.label.en}, ${isDelivered ? 'computed ' : ''}rank`, `${column.short.en} rk`, `Rank in the race by this column, the highest first; equal values share a rank: ${column.label.en}.`],
    [isDelivered ? `${ja}（計算）` : ja, `${column.short.ja}順`, `レース内での順位（値の大きい順、同値は同順位）。${column.label.ja}。`],
  );
}));

export const RUNNERS: Subject = {
  name: 'runners',
  label: { en: 'Runners', ja: '出走馬' },
  purpose: {
    en: 'One runner of one race: entry, conditions, pre-race data, work, result, payoffs and ranks.',
    ja: '一レースの一頭。出馬表・条件・直前・追い切り・成績・払戻・順位。',
  },
  columns: withKnownAt(subjectColumns(
    [
      'racedate', 'racekey', 'track_type', 'distance', 'bracket_number',
      'horse_number', 'horse_name', 'sex_cd', 'horse_age', 'rider_name', 'carried_weight', 'trainer_name',
      'integration_index', 'integration_index_rank', 'order_of_finish', 'time_record', 'confirmed_win_popularity',
      'confirmed_win_odds', 'later3f_time', 'idm', 'win_payoff', 'place_payoff',
    ],
    RACE_IDENTITY,
    NUMBER,
    ENTRY,
    riderColumns(ENTRY),
    CONDITIONS,
    PRERACE,
    WORK,
    RESULT,
    tookPartColumn(RESULT),
    PAYOFFS,
    RANKS,
    OWN_RUNNER,
    OWN_RACE,
    OWN_HORSE,
    OWN_JOCKEY,
    OWN_TRAINER,
    OWN_SIRE,
  ), RANKED_BY), // prettier-ignore
  primaryKey: ['racedate', 'racekey', 'horse_number'],
  order: ['racedate', 'racekey', 'horse_number'],
  requires: ['race', 'entry', 'result', 'payoff'],
  uses: ['prerace', 'training'],
};
