// 全画面の枠。

import type { shell as english } from '../en/shell.ts';

export const shell: typeof english = {
  appName: 'Railbird',
  day: '開催日',
  tables: 'テーブル',
  payoffs: '払戻',
  settings: '設定',
  back: '戻る',
  sampleMark: 'サンプルデータ: 馬も結果も架空です',
  retry: '再試行',
  close: '閉じる',
  cancel: '中止',
};
