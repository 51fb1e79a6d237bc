// A race as it was known before: the times at which its records were fetched, and the banner over what was known then.

import { texts } from './texts.ts';

export const knownAt = texts({
  label: ['As known at', '時点'],
  hint: [
    'Program, card, odds, scratches and pre-race data as they were fetched at these times (Tokyo time)',
    '番組・出馬表・オッズ・取消・直前情報を取得した時点ごとに表示（日本時間）',
  ],
  now: ['Now', '現在'],
  position: ['{{time}}, {{number}} of {{count}}', '{{time}}、{{count}}件中{{number}}'],
  bannerTitle: ['The past: as fetched on {{time}}', '過去の表示：{{time}}取得時点'],
  bannerText: [
    'Program, card, odds, scratches and pre-race data are those of that time, Tokyo time. Training, past runs and earlier meetings of rivals are as now; results and payoffs are not shown. Your own marks, ★ and notes are shown only where they have not changed since.',
    '番組・出馬表・オッズ・取消・直前情報は当時のもの（日本時間）です。調教・過去走・過去の対戦は現在のもので、成績と払戻は表示しません。自分の印・★・メモは、その後変えていないものだけを表示します。',
  ],
  toNow: ['Back to now', '現在に戻る'],
  earlier: ['Show the race as it was fetched before', '一つ前の取得時点を表示'],
  later: ['Show the race as it was fetched after', '一つ後の取得時点を表示'],
  outcomeTitle: ['Not of that time', 'この時点の表示はありません'],
  outcomeText: [
    'Results and payoffs are not shown as of an earlier time.',
    '成績と払戻は、過去の時点では表示しません。',
  ],
});
