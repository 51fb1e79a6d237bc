// A payoff: one winning combination of one race, with the race's conditions, its dead heat and its refunds. Refunds are
// no payoffs: a race that only gave stakes back has no row here.

import { code, integer, money, numbers, rank } from '#shared/catalogue/records/build.ts';
import { computed, subjectColumns } from '#shared/catalogue/subjects/build.ts';
import { OWN_RACE } from '#shared/catalogue/subjects/own.ts';
import { CONDITIONS, RACE_IDENTITY } from '#shared/catalogue/subjects/races.ts';
import type { Subject } from '#shared/catalogue/subjects/subject.ts';

// prettier-ignore
const PAID = computed('finish', [
  code('bet', 'bet', ['Bet', 'Bet', 'Type of bet.'], ['賭式', '賭式', '馬券の種類。']),
  integer('slot', ['Payoff of the bet', 'Slot', 'Which of the bet’s payoffs in the race: more than one in a dead heat, and for place and wide.'], ['払戻の番号', '番号', 'その賭式の何番目の払戻か。同着や複勝・ワイドでは複数。']),
  numbers('combination', ['Combination', 'Winners', 'Winning numbers, joined as in the payoff record: two digits a horse, one a bracket.'], ['組番', '組番', '的中した組番。払戻データのまま馬番は2桁、枠番は1桁。'], { beside: 'bet' }),
  money('payoff', 'yen', ['Payoff', 'Payoff', 'Amount paid for 100 yen.'], ['払戻金', '払戻', '100円あたりの払戻金。']),
  rank('popularity', ['Popularity', 'Pop', 'How popular the winning combination was.'], ['人気', '人気', '的中した組番の人気順。']),
]);

/** What is true of the whole race besides its conditions. */
// prettier-ignore
const OF_THE_RACE = [
  ...computed('identity', [
    code('weekday', 'dayofweek_cd', ['Weekday', 'Weekday', 'Day of the week of the race date.'], ['曜日', '曜日', '開催日の曜日。']),
  ]),
  ...computed('finish', [
    code('dead_heat', 'flag_0_1', ['Dead heat', 'Dead heat', 'Whether a bet of the race paid more combinations than one result can have, because horses shared one of the first three places.'], ['同着', '同着', '3着以内の同着で、いずれかの賭式の的中組番が通常より多いか。']),
  ]),
  ...computed('refund', [
    numbers('refunded_numbers', ['Refunded', 'Refund', 'Numbers of the horses whose stakes were returned.'], ['返還馬番', '返還', '返還の対象となった馬番。']),
  ]),
];

/** The columns of a payoff that are not true of its whole race: filters on them leave races in part. */
export const OF_THE_PAYOFF: readonly string[] = PAID.map(({ name }) => name);

export const PAYOFFS: Subject = {
  name: 'payoffs',
  label: { en: 'Payoffs', ja: '払戻一覧' },
  purpose: {
    en: 'One winning combination of one race, with the race’s conditions.',
    ja: '一レースの的中組番一つとその条件。',
  },
  columns: subjectColumns(
    [
      'racedate', 'racekey', 'bet', 'combination', 'payoff', 'popularity', 'track_type', 'distance',
      'condition_cd', 'grade_cd', 'headcount', 'turf_condition_cd',
    ],
    RACE_IDENTITY,
    PAID,
    OF_THE_RACE,
    CONDITIONS,
    OWN_RACE,
  ), // prettier-ignore
  primaryKey: ['racedate', 'racekey', 'bet', 'slot'],
  order: ['racedate', 'racekey', 'bet', 'slot'],
  requires: ['race', 'payoff'],
  isOfOutcomes: true,
  uses: [],
};
