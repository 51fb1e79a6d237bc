// Filters under the heads, their chips, the quick search.

import { texts } from './texts.ts';

export const filters = texts({
  filters: ['Filters', '絞り込み'],
  filterOf: ['Filter {{name}}', '{{name}}を絞り込む'],
  filterIs: ['Filter {{name}}: {{text}}', '{{name}}の絞り込み: {{text}}'],
  condition: ['Condition', '条件'],
  help: {
    values: [
      '2,5 any of these · !2 not this · "exact" · = empty · != not empty · a | b either',
      '2,5 いずれか · !2 以外 · "完全一致" · = 空欄 · != 空欄以外 · a | b または',
    ],
    numbers: [
      '>=3 <5 · 3..5 · =1,2,5 · !4 · = empty · != not empty · <2 | >8 either',
      '>=3 <5 · 3..5 · =1,2,5 · !4 · = 空欄 · != 空欄以外 · <2 | >8 または',
    ],
    dates: [
      '2026-11-20 · 2026-11 the month · 20261101..20261115 · >=2026-11-01 · = empty',
      '2026-11-20 · 2026-11 その月 · 20261101..20261115 · >=2026-11-01 · = 空欄',
    ],
  },
  onlyEmpty: ['Empty', '空欄'],
  notEmpty: ['Not empty', '空欄以外'],
  clear: ['Clear', '消す'],
  done: ['Done', '閉じる'],
  emptyValue: ['(empty)', '（空欄）'],
  findValue: ['Find a value', '値を探す'],
  values: ['Values, and how many records have each', '値と件数'],
  noValues: ['No value matches.', '該当する値はありません。'],
  moreValues: [
    '{{listed}} of {{count, number}} values, the most frequent first',
    '{{count, number}}種のうち{{listed}}種（多い順）',
  ],
  firstValues: [
    '{{listed}} of {{count, number}} values, in their order',
    '{{count, number}}種のうち{{listed}}種（値の順）',
  ],
  allValues_one: ['{{count}} value', '{{count, number}}種'],
  allValues_other: ['{{count, number}} values', '{{count, number}}種'],
  from: ['From', '下限'],
  to: ['To', '上限'],
  notRead: ['Not understood', '読み取れません'],
  noNumbers: ['No record has a number in this column.', 'この列に数値のあるレコードはありません。'],
  histogram: [
    'Distribution: click a bar to filter, Shift+click to extend',
    '分布（棒で絞り込み、Shiftで範囲を広げる）',
  ],
  filled: [
    '{{filled, number}} of {{count, number}} records have a value',
    '{{count, number}}件のうち{{filled, number}}件に値があります',
  ],
  isOn: ['Filter by {{name}}', '{{name}}で絞り込む'],
  switchOff: ['Turn this filter off but keep it', '消さずに無効にする'],
  switchOn: ['Turn this filter on', '有効にする'],
  edit: ['Edit the filter on {{name}}', '{{name}}の絞り込みを変更'],
  remove: ['Remove the filter on {{name}}', '{{name}}の絞り込みを削除'],
  notFiltering: ['(not understood: has no effect)', '（読み取れないため無効）'],
  noColumn: ['(not in this result)', '（この結果にない列）'],
  clearAll: ['Clear all', 'すべて解除'],
  quick: ['Search the visible columns', '表示中の列を検索'],
  quickHint: ['Search these columns  /', '表示中の列を検索  /'],
  quickMeaning: [
    'Finds text in the visible columns, ignoring kana type and character width (/ or Ctrl+F)',
    '表示中の列から文字を探します。全角・半角、ひらがな・カタカナは区別しません（/ または Ctrl+F）',
  ],
  filterColumn: ['Filter this column', 'この列を絞り込む'],
  openCell: ['Open', '開く'],
  onlyValue: ['Show only this value', 'この値だけ表示'],
  withoutValue: ['Exclude this value', 'この値を除く'],
  groupByColumn: ['Group by this column', 'この列で集計'],
  filterCellValue: ['Filter by this cell’s value', 'このセルの値で絞り込む'],
  switchAll: ['Turn all filters on or off', 'すべての絞り込みの有効・無効を切り替える'],
  clearFilters: ['Clear all filters', 'すべての絞り込みを解除'],
  clearFilter: ['Clear this column’s filter', 'この列の絞り込みを解除'],
  noRows: ['No records match the filters', '絞り込みに合うレコードがありません'],
  noRowsText: [
    'The filters hide all {{count, number}} records of this result.',
    'この結果の{{count, number}}件はすべて除かれています。',
  ],
});
