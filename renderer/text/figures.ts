// Where a figure comes from.

import { texts } from './texts.ts';

export const figures = texts({
  title: ['About this figure', 'この数値について'],
  about: ['About this figure…', 'この数値について…'],
  aboutCommand: ['Where the figure in focus comes from', '選択中の数値の出所'],
  cite: ['Copy citation', '引用をコピー'],
  figure: ['Figure', '数値'],
  column: ['Column', '列'],
  value: ['Value', '値'],
  inRecord: ['In the record', '原データ'],
  blank: ['blank', '空白'],
  meaning: ['Meaning', '意味'],
  formula: ['Formula', '計算式'],
  table: ['Table', 'テーブル'],
  composed: [
    'Composed on this screen, or joined from the table of another tab: that tab has its time and completeness.',
    'この画面で組み合わせたか、別のタブのテーブルから引いた値です。取得時刻と完全性はそのタブにあります。',
  ],
  record: ['Record', 'レコード'],
  noKey: ['not loaded', '未読込'],
  fetched: ['Fetched', '取得'],
  fetchedAt: ['{{time}} (the oldest part of what is shown)', '{{time}}（表示中の最も古い部分）'],
  notFetched: ['Time unknown', '時刻不明'],
  completeness: ['Completeness', '完全性'],
  close: ['Close', '閉じる'],
});
