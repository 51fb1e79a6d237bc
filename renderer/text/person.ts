// A jockey, a trainer or a sire: record, tables, runners to come, runs.

import { texts } from './texts.ts';

export const person = texts({
  kinds: {
    jockey: ['Jockey', '騎手'],
    trainer: ['Trainer', '調教師'],
    sire: ['Sire', '種牡馬'],
  },
  byCode: ['code {{code}}; namesakes have another code', 'コード{{code}}（同名の別人はコードで区別）'],
  unnamed: ['Code {{code}}', 'コード {{code}}'],
  byCodeAlone: ['no name is stored for code {{code}}', 'コード{{code}}の名前がある記録は保存されていません'],
  byNameAndYear: [
    'born {{year}}; sires of one name are told apart by birth year',
    '{{year}}年生（同名の馬は生年で区別）',
  ],
  byName: [
    'no birth year recorded; only runners without one are counted',
    '生年の記録なし（生年のない出走のみ集計）',
  ],
  period: ['Period of the record', '集計期間'],
  periods: ['Periods', '期間'],
  year: ['12 months', '12か月'],
  all: ['All years', '全期間'],
  from: ['From', '開始日'],
  to: ['To', '終了日'],
  show: ['Show', '表示'],
  reversed: [
    'The end date is before the start date. Swap them.',
    '終了日が開始日より前です。入れ替えてください。',
  ],
  storedFrom: ['What is stored of {{from}} to {{to}}', '{{from}}～{{to}}の保存分'],
  storedTo: ['All that is stored to {{to}}', '{{to}}までの保存分すべて'],
  nothingStored: ['Nothing of this period is downloaded', 'この期間のデータはまだありません'],
  nothingStoredText: [
    'The record is counted from races, entries, results and payoffs on this computer. Download the days to see it.',
    '成績は、このパソコンに保存した番組・出馬表・成績・払戻から集計します。対象の日をダウンロードしてください。',
  ],
  downloadPeriod: ['Download these days', 'この期間をダウンロード'],
  download: ['Download missing days', '不足分をダウンロード'],
  note: {
    jockey: [
      'A ride counts for the rider: whom the pre-race record names or, without one, the card. Returns are percent of flat 100 yen stakes, from the payoff tables only. The number of runs opens the rows.',
      '騎乗は実際の騎手（直前情報、なければ出馬表の騎手）で数えます。回収率は均等に100円ずつ買った場合で、払戻データのみから計算します。出走数を押すと対象の行を開きます。',
    ],
    trainer: [
      'A run counts for the trainer on the card. Returns are percent of flat 100 yen stakes, from the payoff tables only. The number of runs opens the rows.',
      '出走は出馬表の調教師で数えます。回収率は均等に100円ずつ買った場合で、払戻データのみから計算します。出走数を押すと対象の行を開きます。',
    ],
    sire: [
      'The runs of its offspring. Returns are percent of flat 100 yen stakes, from the payoff tables only. The number of runs opens the rows.',
      '産駒の出走です。回収率は均等に100円ずつ買った場合で、払戻データのみから計算します。出走数を押すと対象の行を開きます。',
    ],
  },
  coming: ['Runners from today on', '本日以降の出走'],
  noCards: ['No card from today on is downloaded.', '本日以降の出馬表はまだダウンロードされていません。'],
  noComing: ['No runner on the downloaded cards.', 'ダウンロード済みの出馬表に出走はありません。'],
  moreComing: ['The first {{listed}} of {{count, number}}', '{{count, number}}頭のうち{{listed}}頭'],
  downloadCards: ['Download cards', '出馬表をダウンロード'],
  finished: ['Finish {{finish}}, odds {{odds}}', '{{finish}}着・{{odds}}倍'],
  finishedInWords: ['{{finish}}, odds {{odds}}', '{{finish}}・{{odds}}倍'],
  withdrawn: ['Withdrawn', '取消'],
  oddsNow: ['Odds {{odds}}', '単勝 {{odds}}倍'],
  oddsOfCard: ['Reference odds {{odds}}', '基準 {{odds}}倍'],
  runsTitle: ['Runs', '出走一覧'],
  count_one: ['{{count, number}} runner', '{{count, number}}件'],
  count_other: ['{{count, number}} runners', '{{count, number}}件'],
  openRunners: ['Open in the table browser', 'テーブルで開く'],
  noRuns: ['No runs in this period', 'この期間の出走はありません'],
  noRacing: [
    'There was no racing on these days. Choose another period.',
    'この期間に開催はありません。別の期間を選んでください。',
  ],
  toCome: [
    'These days are still to come. Choose another period.',
    'この期間はまだ先です。別の期間を選んでください。',
  ],
  noRunsText: [
    'Nothing that is stored of this period names them. Choose another period, or download more days.',
    '保存済みのデータにこの期間の出走がありません。期間を変えるか、ダウンロードしてください。',
  ],
});
