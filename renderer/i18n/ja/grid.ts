// データグリッドと列の説明。

import type { grid as english } from '../en/grid.ts';

export const grid: typeof english = {
  fresh: '新',
  freshColumn: 'サービスに新しく加わった列です。カタログにまだないため、値をそのまま表示します。',
  unit: '単位',
  group: 'グループ',
  interfaceName: '項目名',
  units: {
    yen: '円',
    '10,000 yen': '万円',
    '0.1 s': '0.1秒',
    kg: 'kg',
    '0.1 kg': '0.1kg',
    '%': '%',
    m: 'm',
    mm: 'mm',
    cm: 'cm',
    years: '年',
    days: '日',
    weeks: '週',
    'half lengths': '半馬身（約0.1秒）',
  },
  missing: 'レコードに値がありません',
  blank: 'レコードの値が空です',
  rawCode: 'コード {{code}}',
  unknownCode: 'コード {{code}}（コード表にないためそのまま表示）',
  opening: 'サービスから取得中',
  openingFigures: '{{done}}/{{total}}回、{{records}}件',
  renewing: '更新中',
  cancel: '中止',
  cancelled: '中止しました',
  cancelledText: '受け取った分は保存済みです。もう一度取得すると続きから始めます。',
  again: 'もう一度取得',
};
