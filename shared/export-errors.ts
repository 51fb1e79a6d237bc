// The errors of exports (shared/errors.ts has all others).

import type { ErrorRow } from '#shared/error-row.ts';

export const EXPORT_ERRORS = {
  TOO_MANY_RECORDS: {
    retry: false,
    exit: 'usage',
    title: { en: 'Too many records for this format', ja: 'この形式には件数が多すぎます' },
    advice: {
      en: 'A sheet holds at most {most} records, and there are {records}. Choose CSV or Parquet, or a shorter period.',
      ja: 'シートに入るのは{most}件までですが、{records}件あります。CSVかParquetにするか、期間を短くしてください。',
    },
  },
  CELL_TOO_LONG: {
    retry: false,
    exit: 'local',
    title: { en: 'A text is too long for a spreadsheet', ja: '表計算に入らない長い文字列があります' },
    advice: {
      en: 'A cell holds at most {most} characters, and one has {length}. Choose another format.',
      ja: 'セルに入るのは{most}文字までですが、{length}文字のものがあります。別の形式にしてください。',
    },
  },
  SHEET_TOO_LARGE: {
    retry: false,
    exit: 'usage',
    title: {
      en: 'The sheet is too large for a spreadsheet file',
      ja: 'シートが表計算ファイルに収まりません',
    },
    advice: {
      en: 'It reached 4 GB, the most that a file can hold, after {records} records. Choose fewer records or columns, or CSV or Parquet.',
      ja: '{records}件でファイルの上限の4GBに達しました。件数か列を減らすか、CSVかParquetにしてください。',
    },
  },
  UNWRITABLE_CHARACTERS: {
    retry: false,
    exit: 'usage',
    title: {
      en: 'Some characters do not exist in Shift_JIS (CP932)',
      ja: 'Shift_JIS（CP932）にない文字があります',
    },
    advice: {
      en: 'Nothing was written. Choose UTF-8, or accept 〓 in their place: {characters}',
      ja: '何も書き出していません。UTF-8にするか、〓への置き換えを選んでください: {characters}',
    },
  },
  SAVED_EXPORT_NAME_TAKEN: {
    retry: false,
    exit: 'usage',
    title: { en: 'A saved export with this name already exists', ja: '同じ名前の書き出し設定があります' },
    advice: {
      en: 'Choose a name other than “{name}”, or overwrite that one.',
      ja: '「{name}」以外の名前にするか、上書きしてください。',
    },
  },
  TOO_MANY_SAVED_EXPORTS: {
    retry: false,
    exit: 'local',
    title: { en: 'No more exports can be saved', ja: 'これ以上書き出し設定を保存できません' },
    advice: {
      en: 'The limit is {most}. Delete those that you no longer use.',
      ja: '保存できるのは{most}件までです。不要なものを削除してください。',
    },
  },
} as const satisfies Record<string, ErrorRow>;
