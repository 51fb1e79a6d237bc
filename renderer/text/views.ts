// Named views of a table and frozen export layouts.

import { texts } from './texts.ts';

export const views = texts({
  view: ['View', 'ビュー'],
  views: ['Views', 'ビュー'],
  viewNamed: ['View: {{name}}', 'ビュー: {{name}}'],
  isChanged: ['(changed)', '（変更あり）'],
  changed: ['Changed since it was saved', '保存後に変更されています'],
  find: ['Find a view', 'ビューを探す'],
  none: ['No view name matches.', '該当するビューはありません。'],
  own: ['Your views', '自分のビュー'],
  builtIn: ['Built-in views', '付属のビュー'],
  default: ['default', '最初に開く'],
  more: ['View actions', 'ビューの操作'],
  save: ['Save', '保存'],
  saveAs: ['Save as…', '名前を付けて保存…'],
  restore: ['Revert to saved', '保存時に戻す'],
  rename: ['Rename…', '名前を変更…'],
  remove: ['Delete', '削除'],
  makeDefault: ['Make default for this table', 'このテーブルを最初にこのビューで開く'],
  noDefault: ['Remove as default', 'このテーブルを前回の状態で開く'],
  freeze: ['Freeze columns for exports…', '書き出し列を固定…'],
  layouts: ['Frozen layouts…', '固定した列の一覧…'],
  write: ['Save this table’s views to a file', 'このテーブルのビューをファイルに書き出す'],
  writeAll: ['Save the views of all tables to a file', '全テーブルのビューをファイルに書き出す'],
  read: ['Add views from a file…', 'ファイルからビューを追加…'],
  replace: ['Overwrite', '上書き保存'],
  freezeNow: ['Freeze', '固定'],
  name: ['Name', '名前'],
  replaces: [
    '“{{name}}” already exists and will be overwritten.',
    '「{{name}}」は既にあります。上書きします。',
  ],
  tooLong: ['At most {{most}} characters.', '{{most}}文字以内にしてください。'],
  freezes_one: [
    'Freezes the visible column. Exports that use this layout never gain, lose or reorder columns.',
    '表示中の{{count}}列を今の順で固定します。この固定列で書き出すファイルは、列が増減したり入れ替わったりしません。',
  ],
  freezes_other: [
    'Freezes the {{count}} visible columns in their order. Exports that use this layout never gain, lose or reorder columns.',
    '表示中の{{count}}列を今の順で固定します。この固定列で書き出すファイルは、列が増減したり入れ替わったりしません。',
  ],
  keepQuery: ['Save the query too:', '検索条件も保存する:'],
  version: ['Version', '版'],
  columns: ['Columns', '列数'],
  layoutsMeaning: [
    'An export that uses a layout always has the layout’s columns in their order. A column that the result lacks is left empty and reported. Freezing again under the same name creates the next version.',
    '固定列で書き出すと、列とその順は常に同じです。結果にない列は空欄で書き出し、その名前を知らせます。同じ名前で固定すると次の版になります。',
  ],
  removeLayout: ['Delete {{name}}, version {{version}}', '{{name}} 第{{version}}版を削除'],
  removeShort: ['Delete', '削除'],
  removed: ['View “{{name}}” deleted.', 'ビュー「{{name}}」を削除しました。'],
  changedElsewhere: [
    '“{{name}}” was changed in another window meanwhile and stays as it is there. Your view was saved as “{{own}}”.',
    '「{{name}}」は別の画面で変更されていたため、そのまま残し、このビューは「{{own}}」として保存しました。',
  ],
  deletedElsewhere: [
    '“{{name}}” was deleted in another window. It was saved again.',
    '「{{name}}」は別の画面で削除されていましたが、保存し直しました。',
  ],
  layoutRemoved: [
    'Layout “{{name}}” version {{version}} deleted.',
    '固定列「{{name}}」第{{version}}版を削除しました。',
  ],
  frozen_one: [
    'Frozen: “{{name}}” version {{version}}, {{count}} column. Choose it when you export.',
    '「{{name}}」第{{version}}版（{{count}}列）を固定しました。書き出し時に選べます。',
  ],
  frozen_other: [
    'Frozen: “{{name}}” version {{version}}, {{count}} columns. Choose it when you export.',
    '「{{name}}」第{{version}}版（{{count}}列）を固定しました。書き出し時に選べます。',
  ],
  undo: ['Undo', '元に戻す'],
  closeNote: ['Close', '閉じる'],
  written: [
    'Saved. Views: {{views}}, layouts: {{layouts}}.',
    'ビュー{{views}}件、固定列{{layouts}}件を書き出しました。',
  ],
  adopted: [
    'Added. Views: {{views}}, layouts: {{layouts}}.',
    'ビュー{{views}}件、固定列{{layouts}}件を追加しました。',
  ],
  present_one: ['{{count}} was here already.', '{{count}}件は既にありました。'],
  present_other: ['{{count}} were here already.', '{{count}}件は既にありました。'],
  renamed_one: [
    '{{count}} had a name already in use and got a number.',
    '{{count}}件は名前が重なるため番号を付けました。',
  ],
  renamed_other: [
    '{{count}} had a name already in use and got a number.',
    '{{count}}件は名前が重なるため番号を付けました。',
  ],
  otherTables_one: ['Some belong to {{count}} other table.', '他の{{count}}テーブルのものを含みます。'],
  otherTables_other: ['Some belong to {{count}} other tables.', '他の{{count}}テーブルのものを含みます。'],
  problems: {
    too_large: [
      'The file is too large to be a views file. Nothing was added.',
      'ファイルが大きすぎます。何も追加していません。',
    ],
    not_json: [
      'The file is not valid JSON, or it is truncated. Nothing was added.',
      'JSONとして読めません（途中で切れている場合もあります）。何も追加していません。',
    ],
    other_file: [
      'This is not a Railbird views file. Nothing was added.',
      'Railbirdのビューのファイルではありません。何も追加していません。',
    ],
    newer: [
      'The file was written by a newer version of Railbird. Update Railbird to read it. Nothing was added.',
      '新しい版のRailbirdで書かれたファイルです。更新してから読み込んでください。何も追加していません。',
    ],
    damaged: [
      'The file is damaged at “{{at}}”. Nothing was added.',
      'ファイルの「{{at}}」が壊れています。何も追加していません。',
    ],
  },
});
