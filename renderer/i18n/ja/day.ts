// 開催日の画面。

import type { day as english } from '../en/day.ts';

export const day: typeof english = {
  title: '開催日',
  purpose: '一日の競馬を場ごとに表示します。レース、馬場状態、天候と、確定後は勝ち馬がわかります。',
  today: '本日',
  coming: '今後',
  nearest: '本日または最も近い開催日',
  nearestShort: '直近',
  before: '前の開催日',
  after: '次の開催日',
  pickDate: '開催日',
  strip: '開催日一覧',
  noDays: 'この期間に開催はありません',
  noRacing: '{{date}}は開催がありません',
  noRaces: 'この日のレースはサービスにありません',
  noRacesWhy: '今後の番組は開催の数日前に公表されます。過去の日にレースがない場合は中止です。',
  unknownDays_one: '確認できなかった日が{{count}}日あります。開催の有無は不明です',
  unknownDays_other: '確認できなかった日が{{count}}日あります。開催の有無は不明です',
  facts: { weather: '天候', turf: '芝', dirt: 'ダ', cushion: 'クッション', rail: 'コース' },
  notInRecord: '開催データに記載がありません',
  raceNumber: '{{number}}R',
  runners_one: '{{runners}}頭',
  runners_other: '{{runners}}頭',
  winPaid: '単 {{yen}}円',
  popularity: '{{rank}}番人気',
  card: '出馬表',
  noResultYet: '結果待ち',
  fetching: 'サービスに問い合わせています',
  keys: '↑↓←→ レース移動 · Enter 開く · [ ] 前後の開催日',
};
