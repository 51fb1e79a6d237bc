// A horse and its runs.

import { texts } from './texts.ts';

export const horse = texts({
  notFoundTitle: ['Horse not found', '馬が見つかりません'],
  notFoundText: [
    'The service has no master record for horse ID {{horse_id}}. Its known runs are shown below.',
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
  showRate: ['Top 3', '複勝率'],
  all: ['All runs', '全出走'],
  surface: ['By surface', '芝・ダート別'],
  going: ['By going', '馬場状態別'],
  rateTitle: ['{{count}} of {{n}} runs', '{{n}}走中{{count}}回'],
  unknown: ['Unknown', '不明'],
  surfaceUnknown: ['Surface unknown', '芝・ダート不明'],
  goingUnknown: ['Going unknown', '馬場状態不明'],
  known: [
    '{{stored}} runs with race conditions, {{unstored}} without.',
    'レース条件あり{{stored}}走、なし{{unstored}}走。',
  ],
  knownAllStored: ['All {{stored}} runs with race conditions.', '全{{stored}}走のレース条件あり。'],
  olderRuns: ['Runs before {{date}} may be missing.', '{{date}}より前の出走は揃っていません。'],
  idmLine: ['IDM by run, oldest first', 'IDMの推移（古い順）'],
  noRunsTitle: ['No runs known', '出走データがありません'],
  noRunsText: [
    'Download this horse’s results, or open a card with its past five runs, to see them here.',
    'この馬の成績をダウンロードするか、前5走を含む出馬表を開くと表示されます。',
  ],
  openResults: ['Open results in the table browser', '成績のテーブルを開く'],
  several: [
    '{{count}} master records; the newest is shown.',
    'マスタデータが{{count}}件あります。最新のものを表示しています。',
  ],
  refresh: ['Refresh', '再取得'],
  timesRaw: [
    'Some times are impossible for their distance, so all times are shown unchanged.',
    '距離に対してありえないタイムがあるため、元の値のまま表示しています。',
  ],
  timesRawTitle: ['Times shown raw', 'タイムは元の値のまま'],
});
