// Files of views, rules and bet lists that are opened in the window.

import { texts } from './texts.ts';

export const files = texts({
  open: ['Open a file (views, rule, bet list)…', 'ファイルを開く（ビュー・ルール・買い目リスト）…'],
  dropHere: [
    'Drop a file with views, a rule or a list of bets',
    'ビュー・ルール・買い目リストのファイルをここにドロップ',
  ],
  question: ['Open “{{name}}”', '「{{name}}」を開く'],
  taken: {
    views_one: [
      'A view of this name is there already: {{names}}.',
      '同じ名前のビューがあります: {{names}}。',
    ],
    views_other: [
      '{{count}} views of these names are there already: {{names}}.',
      '同じ名前のビューが{{count}}件あります: {{names}}。',
    ],
    rule: ['A rule of this name is there already: {{names}}.', '同じ名前のルールがあります: {{names}}。'],
    bets: [
      'A bet list of this name is there already: {{names}}.',
      '同じ名前の買い目リストがあります: {{names}}。',
    ],
  },
  more: ['{{names}} and {{count}} more', '{{names}} ほか{{count}}件'],
  overwriteMeaning: [
    'Overwriting replaces it with the file’s. Keeping both adds the file’s under another name.',
    '上書きすると、ファイルの内容に置き換わります。両方残すと、ファイルの方を別の名前で追加します。',
  ],
  keepBoth: ['Keep both', '両方残す'],
  overwrite: ['Overwrite', '上書き'],
  opened: {
    views: [
      'From “{{name}}”. Views: {{views}}, layouts: {{layouts}}. Choose one above its table under View.',
      '「{{name}}」からビュー{{views}}件、固定列{{layouts}}件を追加しました。テーブルの上の「ビュー」で選べます。',
    ],
    nothingNew: [
      'Nothing was added: the views and layouts of “{{name}}” are here already.',
      '「{{name}}」のビューと固定列は既にあるため、何も追加していません。',
    ],
    rule: ['From “{{name}}”: the rule “{{rule}}”.', '「{{name}}」からルール「{{rule}}」を追加しました。'],
    bets: [
      'From “{{name}}”: the bet list “{{list}}”.',
      '「{{name}}」から買い目リスト「{{list}}」を追加しました。',
    ],
  },
  refused: ['“{{name}}” was not opened', '「{{name}}」を開けませんでした'],
  problems: {
    unreadable: [
      'The file could not be read. Check that it still exists and that you may read it.',
      'ファイルを読み取れません。ファイルがあることと、読み取りの権限を確認してください。',
    ],
    too_large: [
      'It is larger than the {{most}} MB that views, rules or bet lists can have.',
      '{{most}} MBを超えるファイルは、ビュー・ルール・買い目リストとして開けません。',
    ],
    other: [
      'Railbird opens views, rules and bet lists. This file is none of them.',
      '開けるのは、ビュー・ルール・買い目リストのファイルです。このファイルはどれでもありません。',
    ],
    rule: ['It is no rule that can be read. {{problem}}', 'ルールとして読めません。{{problem}}'],
    long: [
      'A list of bets has at most {{most}} characters; this one is longer.',
      '買い目リストは{{most}}文字までです。これを超えています。',
    ],
  },
});
