// Exporting a result as a file.

import { texts } from './texts.ts';

export const exports = texts({
  export: ['Export…', '書き出し…'],
  title: ['Export as a file', 'ファイルに書き出す'],
  columns: ['Columns', '列'],
  columnsShown: ['As shown', '表示中の列'],
  columnsAll: ['All columns', 'すべての列'],
  count_one: ['{{count}} column', '{{count}}列'],
  count_other: ['{{count}} columns', '{{count}}列'],
  format: ['Format', '形式'],
  header: ['Header row', '見出し行'],
  headerName: ['Field names', '項目名'],
  headerNameHint: [
    'racedate, horse_name: for programs, the same in both languages',
    'racedate, horse_name など。プログラム向け、言語によらず同じ',
  ],
  headerLabel: ['Labels', '表示名'],
  headerLabelHint: ['in the current language, with units', '画面の言語で、単位付き'],
  headerBoth: ['Both', '両方'],
  headerBothHint: ['name and label in one cell', '項目名と表示名を一つのセルに'],
  preset: ['Preset', 'プリセット'],
  ownChoices: ['Own choices', '独自の設定'],
  form: ['Cells', 'セルの内容'],
  labels: ['Labels beside codes', 'コードの横に名称'],
  labelsHint: ['a column with the label after each coded column', 'コードの列の次に名称の列を加えます'],
  encoding: ['Encoding', '文字コード'],
  encodings: {
    'utf-8': ['UTF-8', 'UTF-8'],
    'utf-8-bom': ['UTF-8 with BOM', 'UTF-8（BOM付き）'],
    cp932: ['Shift_JIS (CP932)', 'Shift_JIS（CP932）'],
  },
  encodingHints: {
    'utf-8': ['for programs, R and Python', 'プログラム・R・Python向け'],
    'utf-8-bom': ['for Excel, which garbles Japanese without it', 'Excel向け。BOMがないと文字化けします'],
    cp932: [
      'for older Japanese programs; characters it lacks are listed first',
      '古い日本語ソフト向け。書けない文字は先に示します',
    ],
  },
  headerLabelSavedHint: ['in the language of the saved export, with units', '保存時の言語で、単位付き'],
  savedColumns_one: [
    '{{count}} column, filters and sort of the saved export; those on screen have no effect.',
    '保存した書き出しの{{count}}列と絞り込み・並び順を使います（画面のものは使いません）。',
  ],
  savedColumns_other: [
    '{{count}} columns, filters and sort of the saved export; those on screen have no effect.',
    '保存した書き出しの{{count}}列と絞り込み・並び順を使います（画面のものは使いません）。',
  ],
  savedMatching_one: [
    '{{count}} of {{total, number}} records matches the saved filters.',
    '{{total, number}}件のうち、保存した絞り込みに合う{{count}}件を書き出します。',
  ],
  savedMatching_other: [
    '{{count, number}} of {{total, number}} records match the saved filters.',
    '{{total, number}}件のうち、保存した絞り込みに合う{{count, number}}件を書き出します。',
  ],
  savedAll_one: [
    '{{count}} record: the saved export has no filters.',
    '保存した書き出しには絞り込みがなく、{{count}}件を書き出します。',
  ],
  savedAll_other: [
    '{{count, number}} records: the saved export has no filters.',
    '保存した書き出しには絞り込みがなく、{{count, number}}件を書き出します。',
  ],
  savedUncounted: ['The records that match the saved filters.', '保存した絞り込みに合うものを書き出します。'],
  savedProblem: [
    'The saved filter of {{column}} does not work here, so no file would be written.',
    '保存した{{column}}の絞り込みはここでは使えないため、書き出せません。',
  ],
  savedUnread: ['Saved export…', '保存した書き出し…'],
  savedGone: ['A saved export that is not here', 'ここにない書き出し設定'],
  savedGoneHint: [
    'The saved export that was chosen last is not here: it was deleted, or belongs to another table. The rows and columns chosen below are written.',
    '前回選んだ書き出し設定はここにありません（削除されたか、別の表のものです）。下で選んだ内容を書き出します。',
  ],
  savedGroups: [
    'The groups of the saved export, by {{by}}, with its filters.',
    '保存した書き出しの集計（{{by}}）を、その絞り込みで書き出します。',
  ],
  saveTitle: ['Save these choices', 'この設定を保存'],
  saveHint: [
    'Columns in this order, filters, form and format under a name: choose it here next week, or run it from a terminal.',
    '列とその順、絞り込み、内容、形式を名前を付けて保存します。来週ここで選ぶか、ターミナルから実行できます。',
  ],
  saveComposed: [
    'This screen composes the cells, and a saved export has only the columns of records. To save one, choose another form of the cells.',
    'セルはこの画面で組み立てたもので、書き出し設定には保存できません。保存するには、ほかの内容を選んでください。',
  ],
  savesContentOf: [
    'Columns, filters and sort stay those of “{{name}}”. To save those on screen, choose a preset first.',
    '列・絞り込み・並び順は「{{name}}」のままです。画面のものを保存するには、先にプリセットを選んでください。',
  ],
  savesScreen: [
    '“{{name}}” gets the columns, filters and sort on screen in place of its own.',
    '「{{name}}」の列・絞り込み・並び順を、画面のものに置き換えます。',
  ],
  saveName: ['Name', '名前'],
  save: ['Save', '保存'],
  saveOver: ['Overwrite', '上書き'],
  removeSaved: ['Delete “{{name}}”', '「{{name}}」を削除'],
  scope_one: [
    '{{count}} record, {{columns}} columns, in screen order.',
    '{{count, number}}件、{{columns}}列を画面の並び順で書き出します。',
  ],
  scope_other: [
    '{{count, number}} records, {{columns}} columns, in screen order.',
    '{{count, number}}件、{{columns}}列を画面の並び順で書き出します。',
  ],
  scopeUnsorted_one: [
    '{{count}} record, {{columns}} columns.',
    '{{count, number}}件、{{columns}}列を書き出します。',
  ],
  scopeUnsorted_other: [
    '{{count, number}} records, {{columns}} columns, not in screen order: no field of the records has it.',
    '{{count, number}}件、{{columns}}列を書き出します。画面の並び順に当たる項目がないため、元の順番になります。',
  ],
  scopeGroups_one: [
    '{{count}} group, {{columns}} columns, in screen order.',
    '{{count, number}}組、{{columns}}列を画面の並び順で書き出します。',
  ],
  scopeGroups_other: [
    '{{count, number}} groups, {{columns}} columns, in screen order.',
    '{{count, number}}組、{{columns}}列を画面の並び順で書き出します。',
  ],
  scopeFiltered: [
    'Filtered from {{count, number}} records: the file contains only the rows shown.',
    '{{count, number}}件から絞り込んだもので、表示中の件だけを書き出します。',
  ],
  layout: ['Frozen layout', '固定した列'],
  noLayout: ['None: use the columns chosen below', '使わない（下で選んだ列）'],
  scopeAbsent: [
    'Left empty, because this result does not have them: {{names}}.',
    'この結果にない列は空欄で書き出します: {{names}}。',
  ],
  absent: [
    'This result does not have these columns of the layout, so they are empty in the file: {{names}}.',
    '固定した列のうち、この結果にないもの: {{names}}。ファイルでは空欄です。',
  ],
  scopeIncomplete: [
    'This result is incomplete, and the file’s manifest will say so.',
    'この結果は完全ではありません。ファイルに添えるマニフェストにもその旨を記します。',
  ],
  start: ['Export', '書き出す'],
  again: ['Back to options', '設定に戻る'],
  writing: ['Writing records', '書き出し中'],
  checking: ['Checking characters', '文字を確認中'],
  inBackground: ['Continue in background', 'バックグラウンドで続ける'],
  runningCount_one: ['Exporting: {{percent}}%', '書き出し中: {{percent}}%'],
  runningCount_other: ['{{count}} exports: {{percent}}%', '{{count}}件を書き出し中: {{percent}}%'],
  finishedCount_one: ['{{count}} export', '書き出し{{count}}件'],
  finishedCount_other: ['{{count}} exports', '書き出し{{count}}件'],
  listTitle: ['Exports', '書き出し'],
  clearFinished: ['Clear finished', '終わったものを消す'],
  reveal: ['Show in folder', 'フォルダーで表示'],
  unwritableTitle_one: [
    '{{count}} character does not exist in Shift_JIS',
    'Shift_JISにない文字が{{count}}種類あります',
  ],
  unwritableTitle_other: [
    '{{count}} characters do not exist in Shift_JIS',
    'Shift_JISにない文字が{{count}}種類あります',
  ],
  unwritableText: [
    'Nothing was written yet. Write the file as UTF-8, which Excel opens as well, or write 〓 in their place.',
    'まだ何も書き出していません。Excelでも開けるUTF-8にするか、〓に置き換えて書き出してください。',
  ],
  character: ['Character', '文字'],
  codePoint: ['Code', 'コード'],
  occurrences: ['Times', '回数'],
  inColumns: ['Columns', '列'],
  useUtf8: ['Write as UTF-8', 'UTF-8で書き出す'],
  replaceUnwritable: ['Write 〓 in their place', '〓に置き換えて書き出す'],
  replaced_one: ['{{count}} character was written as 〓.', '{{count}}文字を〓に置き換えました。'],
  replaced_other: [
    '{{count, number}} characters were written as 〓.',
    '{{count, number}}文字を〓に置き換えました。',
  ],
  unreadable_one: [
    '{{count}} cell could not be read as a value and is empty. Column: {{names}}.',
    '値として読み取れず空欄にしたセルが{{count}}件あります。列: {{names}}',
  ],
  unreadable_other: [
    '{{count, number}} cells could not be read as values and are empty. Columns: {{names}}.',
    '値として読み取れず空欄にしたセルが{{count, number}}件あります。列: {{names}}',
  ],
  scopeComposed: [
    'The rows and cells on screen, exactly as shown, in screen order.',
    '画面の行とセルを、表示のとおり、画面の並び順で書き出します。',
  ],
  scopeTooMany: [
    'A sheet holds at most {{count, number}} records: choose another format.',
    'シートに入るのは{{count, number}}件までです。別の形式にしてください。',
  ],
  cancelExport: ['Cancel export', '書き出しを中止'],
  cancelling: ['Canceling…', '中止しています…'],
  cancelled: ['Canceled. No file is left.', '中止しました。ファイルは残っていません。'],
  doneComplete: ['The file is complete', 'すべて書き出しました'],
  doneIncomplete: ['The file is incomplete', 'ファイルは完全ではありません'],
  doneIncompleteText: [
    'It contains every record that was loaded, but the result itself is incomplete.',
    '手元にあるデータはすべて入っていますが、条件に合う全件ではありません。',
  ],
  file: ['File', 'ファイル'],
  records: ['Records', '件数'],
  size: ['Size', 'サイズ'],
  formulas_one: [
    '{{count}} cell looks like a formula, and a spreadsheet may calculate it. It was not changed. Column: {{names}}.',
    '数式とみなされる可能性のあるセルが{{count}}件あります（値は変更していません）。列: {{names}}',
  ],
  formulas_other: [
    '{{count}} cells look like formulas, and a spreadsheet may calculate them. They were not changed. Columns: {{names}}.',
    '数式とみなされる可能性のあるセルが{{count}}件あります（値は変更していません）。列: {{names}}',
  ],
  formulasNeutralized_one: [
    '{{count}} cell that looks like a formula was prefixed with an apostrophe. Column: {{names}}.',
    '数式とみなされる可能性のあるセル{{count}}件の先頭にアポストロフィを付けました。列: {{names}}',
  ],
  formulasNeutralized_other: [
    '{{count}} cells that look like formulas were prefixed with an apostrophe. Columns: {{names}}.',
    '数式とみなされる可能性のあるセル{{count}}件の先頭にアポストロフィを付けました。列: {{names}}',
  ],
  formulaTexts: ['Text that looks like a formula', '数式に見える文字列'],
  formulasKeep: ['Leave unchanged', 'そのまま'],
  formulasKeepHint: ['counted and reported, never changed', '件数と列名を示し、値は変えません'],
  formulasNeutralize: ['Neutralize for spreadsheets', '表計算向けに無効化'],
  formulasNeutralizeHint: [
    'adds an apostrophe before = + - @, never before numbers',
    "= + - @ で始まる文字列の先頭に「'」を付けます（数値は対象外）",
  ],
  copyPath: ['Copy path', 'パスをコピー'],
  copied: ['Copied', 'コピーしました'],
  notCopied: [
    'The browser blocked copying. Select the path and copy it.',
    'ブラウザーに拒否されました。パスを選択してコピーしてください',
  ],
});
