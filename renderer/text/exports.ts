// Taking a result away as a file.

import { texts } from './texts.ts';

export const exports = texts({
  export: ['Export…', '書き出し…'],
  title: ['Export as a file', 'ファイルに書き出す'],
  columns: ['Columns', '列'],
  columnsShown: ['As shown', '表示中の列'],
  columnsAll: ['All of this result', 'すべての列'],
  count_one: ['{{count}} column', '{{count}}列'],
  count_other: ['{{count}} columns', '{{count}}列'],
  format: ['Format', '形式'],
  header: ['Header line', '見出し行'],
  headerName: ['Interface names', '項目名'],
  headerNameHint: [
    'racedate, horse_name: for programs, the same in every language',
    'racedate, horse_name など。プログラム向け、言語によらず同じ',
  ],
  headerLabel: ['Labels', '表示名'],
  headerLabelHint: ['as on screen, in its language', '画面と同じ見出し'],
  headerBoth: ['Both', '両方'],
  headerBothHint: ['name and label in one cell', '項目名と表示名を一つのセルに'],
  values: ['Coded values', 'コードの値'],
  valuesRaw: ['Raw codes', 'コードのまま'],
  valuesRawHint: ['exactly as the service sent them', 'サービスの値をそのまま'],
  valuesLabel: ['Labels', '名称'],
  valuesLabelHint: ['turf, good, ◎ in place of codes', 'コードの代わりに 芝・良・◎ など'],
  encoding: ['Encoding', '文字コード'],
  encodingPrograms: ['UTF-8', 'UTF-8'],
  encodingProgramsHint: ['for programs, R and Python', 'プログラム・R・Python向け'],
  encodingExcel: ['UTF-8 with BOM', 'UTF-8（BOM付き）'],
  encodingExcelHint: [
    'for Excel, which shows Japanese wrongly without it',
    'Excel向け。BOMがないと文字化けします',
  ],
  scope_one: [
    '{{count}} record, {{columns}} columns, in the order on screen.',
    '{{count, number}}件、{{columns}}列を画面の並び順で書き出します。',
  ],
  scope_other: [
    '{{count, number}} records, {{columns}} columns, in the order on screen.',
    '{{count, number}}件、{{columns}}列を画面の並び順で書き出します。',
  ],
  scopeFiltered: [
    'Filtered out of {{count, number}}: the file holds only what is shown.',
    '{{count, number}}件から絞り込んだもので、表示中の件だけを書き出します。',
  ],
  layout: ['Frozen layout', '固定した列'],
  noLayout: ['None: columns as chosen below', '使わない（下で選んだ列）'],
  scopeAbsent: [
    'Not in this result, so written empty: {{names}}.',
    'この結果にない列は空欄で書き出します: {{names}}。',
  ],
  absent: [
    'Of the layout, this result lacks: {{names}}. These columns are empty in the file.',
    '固定した列のうち、この結果にないもの: {{names}}。ファイルでは空欄です。',
  ],
  scopeIncomplete: [
    'This result is incomplete, and the file will say so.',
    'この結果は完全ではなく、ファイルにもその旨を残します。',
  ],
  start: ['Export', '書き出す'],
  again: ['Back to the choices', '設定に戻る'],
  writing: ['Writing records', '書き出し中'],
  cancelExport: ['Cancel export', '書き出しを中止'],
  cancelling: ['Cancelling…', '中止しています…'],
  cancelled: ['Cancelled. Nothing of the file is left.', '中止しました。ファイルは残っていません。'],
  doneComplete: ['The file is complete', 'すべて書き出しました'],
  doneIncomplete: ['The file is incomplete', 'ファイルは完全ではありません'],
  doneIncompleteText: [
    'It holds all records that are here, but not all that the query asks for.',
    '手元にあるデータはすべて入っていますが、条件に合う全件ではありません。',
  ],
  file: ['File', 'ファイル'],
  records: ['Records', '件数'],
  size: ['Size', 'サイズ'],
  formulas_one: [
    '{{count}} cell begins like a formula; a spreadsheet may calculate it. It was not changed. Column: {{names}}.',
    '数式とみなされる可能性のあるセルが{{count}}件あります（値は変更していません）。列: {{names}}',
  ],
  formulas_other: [
    '{{count}} cells begin like a formula; a spreadsheet may calculate them. They were not changed. Columns: {{names}}.',
    '数式とみなされる可能性のあるセルが{{count}}件あります（値は変更していません）。列: {{names}}',
  ],
  formulasNeutralized_one: [
    '{{count}} cell that begins like a formula was given an apostrophe in front. Column: {{names}}.',
    '数式とみなされる可能性のあるセル{{count}}件の先頭にアポストロフィを付けました。列: {{names}}',
  ],
  formulasNeutralized_other: [
    '{{count}} cells that begin like a formula were given an apostrophe in front. Columns: {{names}}.',
    '数式とみなされる可能性のあるセル{{count}}件の先頭にアポストロフィを付けました。列: {{names}}',
  ],
  formulaTexts: ['Texts like formulas', '数式に見える文字列'],
  formulasKeep: ['As they are', 'そのまま'],
  formulasKeepHint: ['counted and named, never changed', '件数と列名を示し、値は変えません'],
  formulasNeutralize: ['Neutralize for spreadsheets', '表計算向けに無効化'],
  formulasNeutralizeHint: [
    'an apostrophe in front of = + - @; never before numbers',
    "= + - @ で始まる文字列の先頭に「'」を付けます（数値は対象外）",
  ],
  copyPath: ['Copy path', 'パスをコピー'],
  copied: ['Copied', 'コピーしました'],
  notCopied: [
    'The browser refused: select the path and copy it',
    'ブラウザーに拒否されました。パスを選択してコピーしてください',
  ],
  download: ['Save the file from this browser window', 'このブラウザーから保存'],
});
