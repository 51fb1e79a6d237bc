// The work of a runner before its race: against the trainer's winners, and with partners.

import { texts } from './texts.ts';

export const training = texts({
  title: ['Work: {{name}}', '調教：{{name}}'],
  winners: ['Against the works of {{trainer}}’s winners', '{{trainer}}厩舎の勝ち馬の追い切りとの比較'],
  winnersOfNobody: ['Against the works of the trainer’s winners', '厩舎の勝ち馬の追い切りとの比較'],
  winnersOf_one: [
    '{{count}} winner with a stored work, on {{since}}; its last work.',
    '{{since}}以降、追い切りが保存されている勝ち馬{{count}}頭（最終追い切り）。',
  ],
  winnersOf_other: [
    '{{count}} winners with a stored work since {{since}}, the last work of each.',
    '{{since}}以降、追い切りが保存されている勝ち馬{{count}}頭（各馬の最終追い切り）。',
  ],
  winnersNone: [
    'No work of a winner of this trainer is stored (n=0, of {{count, number}} works).',
    'この厩舎の勝ち馬の追い切りは保存されていません（n=0、追い切り{{count, number}}件中）。',
  ],
  winnersCut: ['Only the newest {{read, number}} works were read.', '新しい{{read, number}}件のみ集計。'],
  winnersFrom: [
    'A result is stored for {{withResult, number}} of this trainer’s {{ofTrainer, number}} stored works.',
    'この厩舎の保存済み追い切り{{ofTrainer, number}}件のうち、成績があるのは{{withResult, number}}件。',
  ],
  withoutCard: [
    'The trainer of {{count, number}} other works is not known, because their cards are not stored.',
    '出馬表が保存されておらず厩舎不明の追い切りが他に{{count, number}}件。',
  ],
  download: ['Download works', '調教をダウンロード'],
  what: ['What', '項目'],
  thisWork: ['This work', '今回'],
  winnersWorks: ['Winners’ works', '勝ち馬の追い切り'],
  inWords: ['In words', '判定'],
  onThisCourse: ['on this course', '同じコース'],
  middle: ['middle 80%', '中央80%'],
  lowToHigh: ['lowest to highest', '最小～最大'],
  comma: [', ', '、'],
  notKnown: ['not known', '不明'],
  mostUsual: ['the most usual: {{same}} of {{n}} winners', '最も多い：勝ち馬{{n}}頭中{{same}}頭'],
  alsoSo: ['as {{same}} of {{n}} winners', '勝ち馬{{n}}頭中{{same}}頭と同じ'],
  neverSo: ['as none of {{n}} winners', '勝ち馬{{n}}頭にはない'],
  inside: ['inside the winners’ range', '勝ち馬の範囲内'],
  faster: ['faster than the winners’ range', '勝ち馬の範囲より速い'],
  slower: ['slower than the winners’ range', '勝ち馬の範囲より遅い'],
  higher: ['above the winners’ range', '勝ち馬の範囲より高い'],
  lower: ['below the winners’ range', '勝ち馬の範囲より低い'],
  tooFew: ['too few to compare (n={{n}})', '比較には少なすぎます（n={{n}}）'],
  partners: ['With a partner', '併せ馬'],
  partnersOf: [
    'Stored works of this horse, this week’s included: {{works}}, of which with a partner: {{n}} ({{ahead}} ahead, {{level}} level, {{behind}} behind).',
    'この馬の保存済み追い切り{{works}}件（今回を含む）のうち併せ{{n}}件：先着{{ahead}}、同入{{level}}、遅れ{{behind}}。',
  ],
  partnersNone: [
    'Stored works of this horse, this week’s included: {{works}}, none with a partner.',
    'この馬の保存済み追い切り{{works}}件（今回を含む）に併せ馬はありません。',
  ],
});
