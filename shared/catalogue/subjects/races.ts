// A race: its program and meeting, how far along it is, and its outcome.

import { code, integer, money, name, number, numbers, tenths } from '#shared/catalogue/records/build.ts';
import { allBut, computed, fields, marked, subjectColumns } from '#shared/catalogue/subjects/build.ts';
import { OWN_RACE } from '#shared/catalogue/subjects/own.ts';
import type { Subject, SubjectColumn } from '#shared/catalogue/subjects/subject.ts';

/** The fields of a program that say something about its race; the key and the date are the subject's own. */
export const CONDITIONS: readonly SubjectColumn[] = allBut('race', [
  'data_classification',
  'holding_classification',
  'racekey',
  'racedate',
  'racecourse_cd',
  'correction_flag',
  'updated_at',
]);

/** Every subject begins with these: a row's day and race. The course and the number are part of the race key. */
// prettier-ignore
export const RACE_IDENTITY: readonly SubjectColumn[] = [
  ...fields('race', ['racedate', 'racekey']).map((column) => ({ ...column, origin: { computed: true } as const })),
  ...fields('race', ['racecourse_cd']).map((column) => ({ ...column, origin: { computed: true } as const })),
  ...computed('identity', [
    number('race_number', ['Race number', 'R', 'Number of the race on the day’s card, from the race key.'], ['レース番号', 'R', 'その日の何番目のレースか。レースキーの下2桁。']),
  ]),
];

/** Fields of the race's meeting, under names of their own: the program has some of them too. */
export const ofMeeting = (names: readonly string[]): readonly SubjectColumn[] =>
  marked(fields('meeting', names), {
    prefix: 'meeting_',
    label: { en: 'of the meeting', ja: '（開催）' },
    short: { en: 'mtg', ja: '開' },
    group: 'ground',
  });

const MEETING = ofMeeting([
  'dayofweek_cd', 'weather_cd', 'turf_condition_cd', 'track_diff', 'dirt_condition_cd', 'dirt_track_diff',
  'turf_species_cd', 'turf_length', 'cushion_value', 'precipitation_during_the_week', 'number_of_consecutive_days',
]); // prettier-ignore

// prettier-ignore
const OUTCOME: readonly SubjectColumn[] = [
  ...computed('identity', [
    code('race_state', 'race_state', ['State', 'State', 'How far along the race is: card only, pre-race data, result, or final with its indices; called off if its payoff record refunds every horse.'], ['状態', '状態', '出馬表のみ、直前情報あり、成績あり、指数まで確定のいずれか。払戻で全頭返還なら中止。']),
  ]),
  ...computed('finish', [
    integer('runners_entered', ['Runners entered', 'Entered', 'Number of runners on the card or in the result.'], ['登録頭数', '登録', '出馬表または成績にいる馬の数。']),
    integer('runners_ran', ['Runners that ran', 'Ran', 'Number of runners that took part, without those scratched or excluded; blank before the result.'], ['出走頭数', '出走', '取消・除外を除いた出走馬の数。成績が出るまで空。']),
    number('winner_number', ['Winner’s number', 'Win No.', 'Number of the winner; of the first of several in a dead heat.'], ['勝ち馬番号', '勝番', '勝ち馬の馬番。同着なら最初の馬。']),
    name('winner_name', ['Winner', 'Winner', 'Name of the winner; all names in a dead heat.'], ['勝ち馬', '勝ち馬', '勝ち馬の馬名。同着ならすべて。']),
  ]),
  ...computed('time', [
    tenths('winning_time', ['Winning time', 'Time', 'Time of the winner.'], ['勝ちタイム', 'タイム', '勝ち馬の走破タイム。']),
    code('winning_pace', 'pace', ['Pace', 'Pace', 'Pace of the race as analyzed from the result.'], ['レースペース', 'ペース', '成績から判定されたレースのペース。']),
  ]),
  ...computed('win', [
    money('win_payoff', 'yen', ['Win payoff', 'Win', 'Paid for 100 yen on the winner; the first in a dead heat.'], ['単勝払戻', '単勝', '勝ち馬の単勝100円あたりの払戻。同着なら最初の馬。']),
  ]),
  ...computed('refund', [
    numbers('refunded_numbers', ['Refunded', 'Refund', 'Numbers of the horses whose stakes were returned.'], ['返還馬番', '返還', '返還の対象となった馬番。']),
  ]),
];

export const RACES: Subject = {
  name: 'races',
  label: { en: 'Races', ja: 'レース' },
  purpose: {
    en: 'One race: its program, its meeting, its state and its outcome.',
    ja: '一レースの番組・開催・状態・結果。',
  },
  columns: subjectColumns(
    [
      'racedate', 'racekey', 'post_time', 'grade_cd', 'condition_cd',
      'track_type', 'distance', 'turf_condition_cd', 'runners_ran', 'race_state', 'winner_name', 'win_payoff',
      'winning_time',
    ],
    RACE_IDENTITY,
    OUTCOME,
    CONDITIONS,
    MEETING,
    OWN_RACE,
  ), // prettier-ignore
  primaryKey: ['racedate', 'racekey'],
  order: ['racedate', 'racekey'],
  requires: ['race'],
  uses: ['meeting', 'entry', 'prerace', 'result', 'payoff'],
};
