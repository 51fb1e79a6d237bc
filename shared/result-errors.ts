// The errors of open results and their rows: part of the catalogue in errors.ts.

import type { ErrorRow } from '#shared/error-row.ts';

export const RESULT_ERRORS = {
  RESULT_CLOSED: {
    retry: true,
    exit: 'internal',
    title: { en: 'This result was closed', ja: 'この結果は閉じられています' },
    advice: { en: 'Run the query again.', ja: 'もう一度取得してください。' },
  },
  ROWS_REOPENED: {
    retry: true,
    exit: 'internal',
    title: { en: 'The rows were read again', ja: '行を読み直しました' },
    advice: {
      en: 'They may not be the same as before: choose them again.',
      ja: '前と同じ行とは限りません。もう一度選んでください。',
    },
  },
  ROWS_ARRANGED: {
    retry: true,
    exit: 'internal',
    title: {
      en: 'The rows were sorted or filtered meanwhile',
      ja: '途中で行の並べ替えか絞り込みがありました',
    },
    advice: {
      en: 'They are no longer in the same places: choose them again.',
      ja: '行の位置が変わっています。もう一度選んでください。',
    },
  },
  RESULT_TOO_LARGE: {
    retry: false,
    exit: 'internal',
    title: { en: 'Too many records for one page', ja: '1ページに表示できる件数を超えています' },
    advice: {
      en: 'There are {records} records. Open them in the table browser.',
      ja: '{records}件あります。テーブル画面で開いてください。',
    },
  },
} as const satisfies Record<string, ErrorRow>;
