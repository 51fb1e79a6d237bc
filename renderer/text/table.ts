// The table browser.

import { texts } from './texts.ts';

export const table = texts({
  choose: ['Choose a table', 'テーブルを選ぶ'],
  tables: ['Subjects and tables', '一覧とテーブル'],
  subjects: ['Built from all tables', 'すべてのテーブルから'],
  subjectsText: [
    'Races, runners and the people behind them over any days, from everything that is stored.',
    '保存済みのデータから作る、任意の期間のレース・出走馬・払戻・騎手など。',
  ],
  delivered: ['The 16 tables as delivered', '配信される16のテーブル'],
  download: ['Download these days', 'この期間をダウンロード'],
  nothingStored: ['Nothing of these days is stored', 'この期間のデータは保存されていません'],
  nothingStoredText: [
    'Up to a week is fetched when you press Run. Download longer periods first, or choose other days.',
    '1週間までは「取得」で取得します。それより長い期間は先にダウンロードするか、別の期間を選んでください。',
  ],
  grains: {
    meeting: ['one per meeting', '開催ごと'],
    race: ['one per race', 'レースごと'],
    horse: ['one per runner', '出走馬ごと'],
    master: ['one per horse', '馬ごと'],
    person: ['one per person', '人ごと'],
  },
  fields: ['{{count}} columns', '{{count}}列'],
  filters: ['Query', '検索条件'],
  run: ['Run', '取得'],
  running: ['Running…', '取得中…'],
  runHint: ['Ctrl+Enter', 'Ctrl+Enter'],
  clear: ['Clear {{field}}', '{{field}}を消す'],
  deprecated: [
    'Deprecated by the service: use the horse ID instead',
    'サービスでは非推奨です。馬IDをお使いください',
  ],
  problems: {
    form: ['Enter {{form}}.', '{{form}}を入力してください。'],
    end_missing: [
      'Enter an end date too. For a single day, enter the same date twice.',
      '期間の終了日も必要です。1日だけなら同じ日付を入力してください。',
    ],
    start_missing: [
      'Enter a start date too. For a single day, enter the same date twice.',
      '期間の開始日も必要です。1日だけなら同じ日付を入力してください。',
    ],
    reversed: [
      'The end date is before the start date. Swap them.',
      '終了日が開始日より前です。入れ替えてください。',
    ],
    day_and_period: [
      'Enter a single day or a period, not both. Clear one of them.',
      '1日か期間のどちらか一方を指定してください。',
    ],
    kettonum_and_horse: [
      'The service ignores the registration number when a horse ID is given. Clear one of them.',
      '馬IDがあると血統登録番号は無視されます。どちらかを消してください。',
    ],
    nothing: [
      'Enter at least one condition. Railbird never requests a whole table.',
      '条件を一つ以上入力してください（全件の取得は行いません）。',
    ],
  },
  emptyText: [
    'Set the conditions above and press Run. Records that are already stored are not requested again.',
    '上の条件を決めて「取得」を押してください。手元にあるデータは再取得しません。',
  ],
  refresh: ['Refresh from the service', 'サービスに再取得'],
  showNew: ['New data: show it', '更新あり: 表示'],
  noRecords: ['No records match', '該当するデータがありません'],
  noRecordsText: [
    'The service has no records for these conditions. Try another date or a longer period.',
    'この条件のデータはサービスにありません。日付を変えるか期間を広げてください。',
  ],
  records_one: ['{{count}} record', '{{count, number}}件'],
  records_other: ['{{count, number}} records', '{{count, number}}件'],
  recordsOf_one: [
    '{{rows, number}} of {{count, number}} record',
    '{{count, number}}件のうち{{rows, number}}件',
  ],
  recordsOf_other: [
    '{{rows, number}} of {{count, number}} records',
    '{{count, number}}件のうち{{rows, number}}件',
  ],
  columns: ['Columns: {{shown}} of {{all}}', '列: {{shown}}/{{all}}'],
  columnsTitle: ['Columns', '列の選択'],
  byGroup: ['All, by group', '全列（分類別）'],
  inOrder: ['Shown, in order', '表示中の列（順）'],
  orderHint: ['Drag to move, or press {{up}} or {{down}}.', 'ドラッグか{{up}}・{{down}}で並べ替えます。'],
  orderNotWhileFinding: [
    'Clear the search to reorder columns.',
    '検索中は並べ替えできません。検索を消してください。',
  ],
  hideColumn: ['Hide {{column}}', '{{column}}を隠す'],
  sides: {
    start: ['left', '左'],
    end: ['right', '右'],
  },
  columnMoved: ['{{column}}: {{place}} of {{all}}', '{{column}}: {{all}}列中{{place}}番目'],
  findColumn: ['Find a column', '列を探す'],
  findColumnHint: ['English, Japanese or field name', '日本語・英語・項目名'],
  showAll: ['Show all', 'すべて表示'],
  firstView: ['Reset', '初期表示'],
  showFound: ['Show these', 'これらを表示'],
  hideFound: ['Hide these', 'これらを隠す'],
  noColumns: ['No column name matches.', '該当する列はありません。'],
  detail: ['Record {{row, number}} of {{rows, number}}', '{{row, number}}件目（全{{rows, number}}件）'],
  openRace: ['Open race', 'レースを開く'],
  openHorse: ['Open horse', '馬を開く'],
  openRecord: ['Open record', '件を開く'],
  nextRow: ['Next record', '次の件'],
  previousRow: ['Previous record', '前の件'],
  fieldsOfRecord: ['Fields', '項目'],
  historyOf: ['{{name}} in past runs', '過去走の{{name}}'],
  historyStored_one: ['{{count}} stored run', '手元にある{{count}}走'],
  historyStored_other: ['{{count}} stored runs', '手元にある{{count}}走'],
  noHistory: ['No runs of this horse are stored.', 'この馬の過去走は手元にありません。'],
  findField: ['Find a field', '項目を探す'],
});
