// Runners of a race side by side: what the card has on them, and where they met before.

import { texts } from './texts.ts';

export const compare = texts({
  choose: ['Runners to compare', '比べる馬'],
  chooseHint: ['Two to six runners', '2頭から6頭'],
  full: ['Six runners are the most: leave one out first', '6頭までです。先に1頭外してください'],
  tooFew: ['Choose at least two runners above.', '上で2頭以上選んでください。'],
  note: [
    'Tinted and numbered 1 to 3: the best of the whole field. Meetings are from the results that are stored',
    '色と小さな数字（1〜3）は全出走馬の上位3頭。対戦は保存済みの成績から',
  ],
  unnumberedTitle: ['No numbers yet', '馬番はまだありません'],
  unnumbered: [
    'Runners are compared once they have numbers, which they get with the draw.',
    '枠順が決まって馬番が付くと、比べられます。',
  ],
  facts: ['Side by side', '比較'],
  lastFive: ['Last five', '近5走'],
  lastFiveHint: ['Finishes of the last five runs, the latest first', '近5走の着順。新しい順'],
  storedRuns: ['Stored results', '保存済み成績数'],
  storedRunsHint: [
    'How many of the horse’s earlier results the archive has: meetings are looked for in these',
    'この馬の過去の成績のうち保存されている数。対戦はこの中から探します',
  ],
  met: ['Met before', '直接対決'],
  metNone_one: [
    'These runners have not met in the {{count}} result of theirs that is stored.',
    '保存済みの成績（{{count}}件）の中では、対戦はありません。',
  ],
  metNone_other: [
    'These runners have not met in the {{count, number}} results of theirs that are stored.',
    '保存済みの成績（{{count, number}}件）の中では、対戦はありません。',
  ],
  moreResults_one: ['{{count}} more can be fetched.', 'あと{{count}}レースの成績を取得できます。'],
  moreResults_other: [
    '{{count, number}} more can be fetched.',
    'あと{{count, number}}レースの成績を取得できます。',
  ],
  ahead: ['Who finished ahead', '先着回数'],
  aheadOf_one: ['{{first}} finished ahead of {{second}} once', '{{first}}が{{second}}に先着: {{count}}回'],
  aheadOf_other: [
    '{{first}} finished ahead of {{second}} {{count}} times',
    '{{first}}が{{second}}に先着: {{count}}回',
  ],
  race: ['Race', 'レース'],
  conditions: ['Conditions', '条件'],
  place: ['{{place}}', '{{place}}着'],
  noFinish: ['no finish', '着順なし'],
  behind: ['+{{seconds}}', '+{{seconds}}'],
  behindHint: [
    'Seconds behind the first of these runners to finish',
    '比べている馬の中で最先着の馬とのタイム差（秒）',
  ],
  chains: ['Through common rivals', '共通の対戦相手'],
  chainsNote: [
    'The fewest meetings that join two runners who have not met, each with its margin in seconds. Courses, distances and weights differ, so take it as a hint.',
    '対戦のない2頭を最も少ない対戦でつないだもの（タイム差は秒）。コース・距離・斤量が違うので目安です。',
  ],
  noChain_one: [
    'Nothing joins these two in the {{count}} result of the field that is stored.',
    '保存済みの成績（全出走馬で{{count}}件）ではつながりません。',
  ],
  noChain_other: [
    'Nothing joins these two in the {{count, number}} results of the field that are stored.',
    '保存済みの成績（全出走馬で{{count, number}}件）ではつながりません。',
  ],
  link: [
    '{{first}} ({{firstPlace}}) – {{second}} ({{secondPlace}}): {{margin}}',
    '{{first}}（{{firstPlace}}）– {{second}}（{{secondPlace}}）: {{margin}}',
  ],
  aheadBy: ['{{seconds}} s ahead', '{{seconds}}秒先着'],
  behindBy: ['{{seconds}} s behind', '{{seconds}}秒遅れ'],
  level: ['same time', '同タイム'],
  noTime: ['time not known', 'タイム不明'],
  total: ['In all, {{first}} is {{margin}}', '合わせて{{first}}が{{margin}}'],
  totalLevel: ['In all, the two are level', '合わせて差なし'],
  totalUnknown: ['In all, not known: a time is missing', '合わせた差は不明（タイムのない出走があります）'],
});
