// Marks, notes and watched horses.

import { texts } from './texts.ts';

export const annotations = texts({
  markHelp: [
    'Your own mark: M opens the marks for the selected runner',
    '自分の印。選択中の馬に M キーで付けます',
  ],
  noMark: ['No mark', '印なし'],
  markOf: ['Mark of {{name}}: {{mark}}', '{{name}}の印: {{mark}}'],
  runnerMenu: ['Number {{number}}: {{name}}', '{{number}}番 {{name}}'],
  numberless: [
    'A mark needs the number of the runner, which is not drawn yet',
    '印を付けるには馬番が必要です（まだ決まっていません）',
  ],
  command: ['Mark the runner', '馬に印を付ける'],
  note: ['Note', 'メモ'],
  noteCommand: ['Take a note on the runner', '馬にメモを付ける'],
  noteOnRunner: ['Note on this run', '今回のメモ'],
  noteOnHorse: ['Note on the horse', '馬のメモ'],
  noteOnRace: ['Note on the race', 'レースのメモ'],
  noteHorseCommand: ['Take a note on the horse', '馬にメモを付ける'],
  openMarks: ['Mark or note…', '印・メモ…'],
  noteRaceHint: ['Shown with this race.', 'このレースに表示します。'],
  noteRaceCommand: ['Take a note on the race', 'レースにメモを付ける'],
  noteRunnerHint: ['Shown with this run only.', 'このレースでの出走にだけ表示します。'],
  noteHorseHint: ['Shown wherever the horse appears.', 'この馬が出るところに表示します。'],
  notePersonHint: [
    'Shown on this page and with every runner on a card.',
    'このページと、出馬表の該当馬の詳細に表示します。',
  ],
  notePersonCommand: ['Take a note', 'メモを付ける'],
  noteOnPerson: {
    jockey: ['Note on the jockey', '騎手のメモ'],
    trainer: ['Note on the trainer', '調教師のメモ'],
    sire: ['Note on the sire', '種牡馬のメモ'],
  },
  notes: ['Notes', 'メモ'],
  openNote: ['Note…', 'メモ…'],
  watch: ['Watch this horse', '注目馬に加える'],
  unwatch: ['Stop watching', '注目馬から外す'],
  watchCommand: ['Watch the horse, or stop watching it', '注目馬に加える・外す'],
  watched: ['On your watch list', '注目馬'],
  openHorse: ['Open the horse', '馬を開く'],
  openHorseInTab: ['Open the horse in a new tab', '馬を新しいタブで開く'],
  changedElsewhere: [
    'Another window has changed this note meanwhile. Both texts are here: edit them and save again.',
    '別の画面でこのメモが変更されていました。両方の内容を並べています。直してから、もう一度保存してください。',
  ],
  save: ['Save', '保存'],
  cancel: ['Cancel', 'キャンセル'],
  watchedToday: ['Watched horses', '注目馬'],
  watchedReading: ['Reading the cards…', '出馬表を読み取っています…'],
  watchedNoCards: ['The cards of this day are not out yet.', 'この日の出馬表はまだありません。'],
  watchedIncomplete: [
    'None is on the cards that are stored; some are missing.',
    '保存済みの出馬表にはいません（一部が欠けています）。',
  ],
  watchedNone: ['None is on the cards of this day.', 'この日の出馬表にはいません。'],
  watchedUnknown: ['The cards of this day could not be read.', 'この日の出馬表を読み取れませんでした。'],
  settingsTitle: ['Marks and notes', '印とメモ'],
  settingsText_one: [
    '{{count}} mark or note, in a file of its own that is kept even if the archive is deleted.',
    '{{count}}件。アーカイブを削除しても残る専用のファイルに保存しています。',
  ],
  settingsText_other: [
    '{{count}} marks and notes, in a file of their own that is kept even if the archive is deleted.',
    '{{count}}件。アーカイブを削除しても残る専用のファイルに保存しています。',
  ],
  settingsNone: [
    'Nothing is marked yet. On a race card press M to mark the selected runner, N to take a note, W to watch the horse.',
    'まだ何もありません。出馬表で M キーで印、N キーでメモ、W キーで注目馬に加えます。',
  ],
  exportAll: ['Export…', '書き出す…'],
  importFile: ['Import…', '読み込む…'],
  imported: [
    '{{added}} added, {{changed}} changed, {{kept}} left as they were.',
    '追加 {{added}} 件、変更 {{changed}} 件、変更なし {{kept}} 件。',
  ],
  notesLeft_one: [
    'Of two different notes the later one stayed. This one gave way:',
    '内容の異なるメモは新しいほうを残しました。残らなかったメモ:',
  ],
  notesLeft_other: [
    'Of two different notes the later one stayed. These {{count}} gave way:',
    '内容の異なるメモは新しいほうを残しました。残らなかったメモ {{count}} 件:',
  ],
  badLines_one: [
    '{{count}} line of the file could not be read: {{lines}}.',
    '読み取れない行が {{count}} 行ありました（{{lines}} 行目）。',
  ],
  badLines_other: [
    '{{count}} lines of the file could not be read: {{lines}}.',
    '読み取れない行が {{count}} 行ありました（{{lines}} 行目）。',
  ],
  lastImport_one: [
    'Last import: {{name}}, {{time}} (Tokyo). {{count}} mark or note is still as it was imported.',
    '前回の読み込み: {{name}}、{{time}}（日本時間）。{{count}} 件が読み込んだときのままです。',
  ],
  lastImport_other: [
    'Last import: {{name}}, {{time}} (Tokyo). {{count}} marks and notes are still as they were imported.',
    '前回の読み込み: {{name}}、{{time}}（日本時間）。{{count}} 件が読み込んだときのままです。',
  ],
  undoImport: ['Undo the import…', '読み込みを取り消す…'],
  undoImportTitle: ['Undo the import?', '読み込みを取り消しますか'],
  undoImportText: [
    'Marks and notes that came with {{name}} are removed, and those that it changed are put back. What you have changed since then stays.',
    '{{name}} から追加された印とメモを削除し、変更されたものは元に戻します。その後に変更したものはそのまま残します。',
  ],
  undoImportConfirm: ['Undo', '取り消す'],
  undone: [
    'Import undone: {{removed}} removed, {{restored}} put back.',
    '読み込みを取り消しました。削除 {{removed}} 件、元に戻したもの {{restored}} 件。',
  ],
  changedSince_one: [
    '{{count}} was changed since then and stays.',
    'その後に変更した {{count}} 件は残しました。',
  ],
  changedSince_other: [
    '{{count}} were changed since then and stay.',
    'その後に変更した {{count}} 件は残しました。',
  ],
});
