// Named views of a table and frozen export layouts.

import { texts } from './texts.ts';

export const views = texts({
  view: ['View', 'ビュー'],
  views: ['Views', 'ビュー'],
  viewNamed: ['View: {{name}}', 'ビュー: {{name}}'],
  isChanged: ['(changed)', '（変更あり）'],
  changed: ['Changed since it was saved', '保存後に変更されています'],
  find: ['Find a view', 'ビューを探す'],
  none: ['No view has that in its name.', '該当するビューはありません。'],
  own: ['Your views', '自分のビュー'],
  builtIn: ['Come with the table', '付属のビュー'],
  default: ['opens first', '最初に開く'],
  more: ['More about views', 'ビューの操作'],
  save: ['Save', '保存'],
  saveAs: ['Save as…', '名前を付けて保存…'],
  restore: ['Back to saved', '保存時に戻す'],
  rename: ['Rename…', '名前を変更…'],
  remove: ['Delete', '削除'],
  makeDefault: ['Open this table with it', 'このテーブルを最初にこのビューで開く'],
  noDefault: ['Open this table as it was left', 'このテーブルを前回の状態で開く'],
  freeze: ['Freeze columns for exports…', '書き出し列を固定…'],
  layouts: ['Frozen layouts…', '固定した列の一覧…'],
  write: ['Write this table’s views to a file', 'このテーブルのビューをファイルに書き出す'],
  writeAll: ['Write the views of all tables to a file', '全テーブルのビューをファイルに書き出す'],
  read: ['Add views from a file…', 'ファイルからビューを追加…'],
  replace: ['Save over it', '上書き保存'],
  freezeNow: ['Freeze', '固定'],
  name: ['Name', '名前'],
  replaces: ['“{{name}}” exists: it will be saved over.', '「{{name}}」は既にあります。上書きします。'],
  tooLong: ['At most {{most}} characters.', '{{most}}文字以内にしてください。'],
  freezes_one: [
    'The column on screen is frozen in its place. Exports bound to this layout never gain, lose or move a column.',
    '表示中の{{count}}列を今の順で固定します。この固定列で書き出すファイルは、列が増減したり入れ替わったりしません。',
  ],
  freezes_other: [
    'The {{count}} columns on screen are frozen in their order. Exports bound to this layout never gain, lose or move a column.',
    '表示中の{{count}}列を今の順で固定します。この固定列で書き出すファイルは、列が増減したり入れ替わったりしません。',
  ],
  keepQuery: ['Keep what was asked too:', '検索条件も保存する:'],
  version: ['Version', '版'],
  columns: ['Columns', '列数'],
  layoutsMeaning: [
    'An export bound to a layout always has its columns in its order. One that a result lacks is written empty and named. Freezing under the same name makes the next version.',
    '固定列で書き出すと、列とその順は常に同じです。結果にない列は空欄で書き出し、その名前を知らせます。同じ名前で固定すると次の版になります。',
  ],
  removeLayout: ['Delete {{name}}, version {{version}}', '{{name}} 第{{version}}版を削除'],
  removeShort: ['Delete', '削除'],
  removed: ['The view “{{name}}” is deleted.', 'ビュー「{{name}}」を削除しました。'],
  layoutRemoved: [
    'The layout “{{name}}” version {{version}} is deleted.',
    '固定列「{{name}}」第{{version}}版を削除しました。',
  ],
  frozen_one: [
    'Frozen: “{{name}}” version {{version}}, {{count}} column. The export offers it.',
    '「{{name}}」第{{version}}版（{{count}}列）を固定しました。書き出し時に選べます。',
  ],
  frozen_other: [
    'Frozen: “{{name}}” version {{version}}, {{count}} columns. The export offers it.',
    '「{{name}}」第{{version}}版（{{count}}列）を固定しました。書き出し時に選べます。',
  ],
  undo: ['Undo', '元に戻す'],
  closeNote: ['Close', '閉じる'],
  written: [
    'Written. Views: {{views}}, layouts: {{layouts}}.',
    'ビュー{{views}}件、固定列{{layouts}}件を書き出しました。',
  ],
  download: ['Save the file from this browser window', 'このブラウザーにファイルを保存'],
  adopted: [
    'Added. Views: {{views}}, layouts: {{layouts}}.',
    'ビュー{{views}}件、固定列{{layouts}}件を追加しました。',
  ],
  renamed_one: [
    '{{count}} had a name that is taken and got a number.',
    '{{count}}件は名前が重なるため番号を付けました。',
  ],
  renamed_other: [
    '{{count}} had a name that is taken and got a number.',
    '{{count}}件は名前が重なるため番号を付けました。',
  ],
  otherTables_one: ['Some belong to {{count}} other table.', '他の{{count}}テーブルのものを含みます。'],
  otherTables_other: ['Some belong to {{count}} other tables.', '他の{{count}}テーブルのものを含みます。'],
  problems: {
    too_large: [
      'The file is too large for a file of views. Nothing was added.',
      'ファイルが大きすぎます。何も追加していません。',
    ],
    not_json: [
      'The file is not JSON, or it was cut short. Nothing was added.',
      'JSONとして読めません（途中で切れている場合もあります）。何も追加していません。',
    ],
    other_file: [
      'The file is not one of Railbird’s views. Nothing was added.',
      'Railbirdのビューのファイルではありません。何も追加していません。',
    ],
    newer: [
      'The file was written by a newer Railbird. Update this one to read it. Nothing was added.',
      '新しい版のRailbirdで書かれたファイルです。更新してから読み込んでください。何も追加していません。',
    ],
    damaged: [
      'The file is damaged at “{{at}}”. Nothing was added.',
      'ファイルの「{{at}}」が壊れています。何も追加していません。',
    ],
  },
});
