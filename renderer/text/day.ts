// A day of racing.

import { texts } from './texts.ts';

export const day = texts({
  title: ['Race day', '開催日'],
  purpose: [
    'A day of racing by course: races, going and weather, and the winners once they are known.',
    '一日の競馬を場ごとに表示します。レース、馬場状態、天候と、確定後は勝ち馬がわかります。',
  ],
  today: ['Today', '本日'],
  coming: ['Upcoming', '今後'],
  nearest: ['Today or next race day', '本日または最も近い開催日'],
  nearestShort: ['Today or next', '直近'],
  before: ['Previous race day', '前の開催日'],
  after: ['Next race day', '次の開催日'],
  pickDate: ['Race date', '開催日'],
  strip: ['Race days', '開催日一覧'],
  noDays: ['No race days in these weeks', 'この期間に開催はありません'],
  noRacing: ['No racing on {{date}}', '{{date}}は開催がありません'],
  noRaces: ['The service has no races for this day', 'この日のレースはサービスにありません'],
  noRacesWhy: [
    'Programs are published a few days ahead. A past day without races was canceled.',
    '今後の番組は開催の数日前に公表されます。過去の日にレースがない場合は中止です。',
  ],
  unknownDays_one: [
    'One day could not be checked, so it may have racing that is not shown',
    '確認できなかった日が{{count}}日あります。開催の有無は不明です',
  ],
  unknownDays_other: [
    '{{count}} days could not be checked, so they may have racing that is not shown',
    '確認できなかった日が{{count}}日あります。開催の有無は不明です',
  ],
  facts: {
    weather: ['Weather', '天候'],
    turf: ['Turf', '芝'],
    dirt: ['Dirt', 'ダ'],
    cushion: ['Cushion', 'クッション'],
    rail: ['Rail', 'コース'],
  },
  notInRecord: ['Not in the meeting’s record', '開催データに記載がありません'],
  raceNumber: ['{{number}}R', '{{number}}R'],
  ran: ['{{runners}} ran', '{{runners}}頭'],
  winPaidTitle: ['Win payoff for ¥100, and the winner’s popularity', '単勝の払戻金（100円あたり）と人気'],
  runners_one: ['{{runners}} runner', '{{runners}}頭'],
  runners_other: ['{{runners}} runners', '{{runners}}頭'],
  winPaid: ['¥{{yen}}', '単 {{yen}}円'],
  popularity: ['fav. {{rank}}', '{{rank}}番人気'],
  card: ['Card', '出馬表'],
  noResultYet: ['No result yet', '結果待ち'],
  fetching: ['Loading from the service', 'サービスに問い合わせています'],
  keys: ['↑ ↓ ← → races · Enter open · [ ] days', '↑↓←→ レース移動 · Enter 開く · [ ] 前後の開催日'],
});
