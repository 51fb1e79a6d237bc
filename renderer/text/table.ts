// The table browser.

import { texts } from './texts.ts';

export const table = texts({
  choose: ['Choose a table', 'テーブルを選ぶ'],
  tables: ['The sixteen tables', '16のテーブル'],
  grains: {
    meeting: ['one per meeting', '開催ごと'],
    race: ['one per race', 'レースごと'],
    horse: ['one per runner', '出走馬ごと'],
    master: ['one per horse', '馬ごと'],
  },
  fields: ['{{count}} columns', '{{count}}列'],
  filters: ['What to ask for', '検索条件'],
  ask: ['Ask', '取得'],
  asking: ['Asking…', '取得中…'],
  askHint: ['Ctrl+Enter', 'Ctrl+Enter'],
  clear: ['Clear {{field}}', '{{field}}を消す'],
  deprecated: [
    'Deprecated by the service: prefer the horse ID',
    'サービスでは非推奨です。馬IDをお使いください',
  ],
  problems: {
    form: ['This must be {{form}}.', '{{form}}を入力してください。'],
    end_missing: [
      'A period needs its last day too. For one day, enter the same date twice.',
      '期間の終了日も必要です。1日だけなら同じ日付を入力してください。',
    ],
    start_missing: [
      'A period needs its first day too. For one day, enter the same date twice.',
      '期間の開始日も必要です。1日だけなら同じ日付を入力してください。',
    ],
    reversed: [
      'The last day lies before the first. Exchange the two.',
      '終了日が開始日より前です。入れ替えてください。',
    ],
    day_and_period: [
      'Ask for one day or for a period, not both: clear one of them.',
      '1日か期間のどちらか一方を指定してください。',
    ],
    kettonum_and_horse: [
      'The service ignores the registration number beside a horse ID: clear one of them.',
      '馬IDがあると血統登録番号は無視されます。どちらかを消してください。',
    ],
    nothing: [
      'Enter at least one condition: the whole table is never asked for.',
      '条件を一つ以上入力してください（全件の取得は行いません）。',
    ],
  },
  emptyText: [
    'Set the conditions above and ask. What is already in the archive is not asked for again.',
    '上の条件を決めて「取得」を押してください。手元にあるデータは再取得しません。',
  ],
  refresh: ['Ask the service again', 'サービスに再取得'],
  showNew: ['The archive changed: show it', '更新あり: 表示'],
  noRecords: ['No records match', '該当するデータがありません'],
  noRecordsText: [
    'The service has nothing for these conditions. Try another date, or a wider period.',
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
    'Clear the search to move columns.',
    '検索中は並べ替えできません。検索を消してください。',
  ],
  hideColumn: ['Hide {{column}}', '{{column}}を隠す'],
  sides: {
    start: ['left', '左'],
    end: ['right', '右'],
  },
  columnMoved: ['{{column}}: {{place}} of {{all}}', '{{column}}: {{all}}列中{{place}}番目'],
  findColumn: ['Find a column', '列を探す'],
  findColumnHint: ['English, Japanese or interface name', '日本語・英語・項目名'],
  showAll: ['Show all', 'すべて表示'],
  firstView: ['First view', '初期表示'],
  showFound: ['Show these', 'これらを表示'],
  hideFound: ['Hide these', 'これらを隠す'],
  noColumns: ['No column has that in its name.', '該当する列はありません。'],
  detail: ['Record {{row, number}} of {{rows, number}}', '{{row, number}}件目（全{{rows, number}}件）'],
  openRace: ['Open race', 'レースを開く'],
  openHorse: ['Open horse', '馬を開く'],
  openRecord: ['Open record', '件を開く'],
  nextRow: ['Next record', '次の件'],
  previousRow: ['Previous record', '前の件'],
  fieldsOfRecord: ['Fields', '項目'],
  historyOf: ['{{name}} in past runs', '過去走の{{name}}'],
  historyStored_one: ['{{count}} run held in the archive', '手元にある{{count}}走'],
  historyStored_other: ['{{count}} runs held in the archive', '手元にある{{count}}走'],
  noHistory: ['The archive holds no run of this horse.', 'この馬の過去走は手元にありません。'],
  findField: ['Find a field', '項目を探す'],
});
