// The errors of SQL queries: part of the catalogue in errors.ts.

import type { ErrorRow } from '#shared/error-row.ts';

export const SQL_ERRORS = {
  SQL_REFUSED: {
    retry: false,
    exit: 'usage',
    title: { en: 'The query cannot be run', ja: 'クエリを実行できません' },
    advice: { en: '{problem}', ja: '{problem}' },
  },
  SQL_TOO_LONG: {
    retry: false,
    exit: 'usage',
    title: { en: 'The query was stopped after {seconds}', ja: 'クエリを{seconds}で停止しました' },
    advice: {
      en: 'Nothing of it is shown. Select fewer days with WHERE, or raise the limit beside Run.',
      ja: '途中の結果は表示しません。WHEREで期間を絞るか、実行ボタンの横の制限時間を延ばしてください。',
    },
  },
  SQL_TOO_LARGE: {
    retry: false,
    exit: 'usage',
    title: {
      en: 'The query needs more memory than it may use',
      ja: 'クエリに必要なメモリーが上限を超えました',
    },
    advice: {
      en: 'Nothing of it is shown. Select fewer columns or days, or group the rows instead of listing them.',
      ja: '途中の結果は表示しません。列や期間を減らすか、一覧ではなく集計にしてください。',
    },
  },
} as const satisfies Record<string, ErrorRow>;
