// A horse: who it is, and its runs.

import { texts } from './texts.ts';

export const horse = texts({
  notFoundTitle: ['No such horse', '馬が見つかりません'],
  notFoundText: [
    'The service holds no master record for horse ID {{horse_id}}. What is known of its runs is shown below.',
    '馬ID {{horse_id}} のマスタデータはありません。分かっている出走は下に表示します。',
  ],
  pedigree: ['Pedigree', '血統'],
  connections: ['Connections', '関係者'],
  deregistered: ['Deregistered', '登録抹消'],
  born: ['born {{date}}', '{{date}}生'],
  age: ['{{count}} years', '{{count}}歳'],
  runs: ['Runs', '競走成績'],
  record: ['Record', '通算'],
  recordOf: [
    '{{runs}} runs known: {{wins}} wins, {{seconds}} seconds, {{thirds}} thirds, {{others}} others',
    '判明分{{runs}}走: 1着{{wins}}回、2着{{seconds}}回、3着{{thirds}}回、着外{{others}}回',
  ],
  counts: ['{{wins}}-{{seconds}}-{{thirds}}-{{others}}', '{{wins}}-{{seconds}}-{{thirds}}-{{others}}'],
  winRate: ['Win', '勝率'],
  showRate: ['First three', '複勝率'],
  all: ['All runs', '全出走'],
  surface: ['By surface', '芝・ダート別'],
  going: ['By going', '馬場状態別'],
  rateTitle: ['{{count}} of {{n}} runs', '{{n}}走中{{count}}回'],
  unknown: ['Not known', '不明'],
  surfaceUnknown: ['Surface not known', '芝・ダート不明'],
  goingUnknown: ['Going not known', '馬場状態不明'],
  known: [
    '{{stored}} with the conditions of their races, {{told}} without.',
    'レース条件あり{{stored}}走、なし{{told}}走。',
  ],
  knownAllStored: ['{{stored}} with the conditions of their races.', '全{{stored}}走のレース条件あり。'],
  olderRuns: ['Runs before {{date}} are not all held.', '{{date}}より前の出走は揃っていません。'],
  idmLine: ['IDM from run to run, oldest first', 'IDMの推移（古い順）'],
  noRunsTitle: ['No runs known', '出走データがありません'],
  noRunsText: [
    'Runs appear here when a result of this horse has been downloaded, or when a card with its past five runs was opened.',
    'この馬の成績をダウンロードするか、前5走を含む出馬表を開くと表示されます。',
  ],
  openResults: ['Open the table of results', '成績のテーブルを開く'],
  several: [
    '{{count}} master records; the newest is shown.',
    'マスタデータが{{count}}件あります。最新のものを表示しています。',
  ],
  refresh: ['Ask again', '再取得'],
  timesRaw: [
    'Some times cannot be tenths of a second over their distance; they are shown as they came.',
    '距離に対してありえないタイムがあるため、元の値のまま表示しています。',
  ],
  timesRawTitle: ['Times shown raw', 'タイムは元の値のまま'],
});
