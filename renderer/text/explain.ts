// What an index is made of, and how each index did before in races like the one on screen.

import { texts } from './texts.ts';

export const explain = texts({
  command: {
    overall: ['Explain the overall index', '総合指数の内訳'],
    idm: ['Explain the IDM of the run', 'このレースのIDMの内訳'],
  },
  close: ['Close the explanation', '内訳を閉じる'],
  figure: ['{{index}} {{value}}: explain', '{{index}} {{value}}：内訳を表示'],
  title: ['{{index}} and its parts', '{{index}}の内訳'],
  sum: ['{{index}} {{total}} is the sum of {{parts}}.', '{{index}} {{total}} は {{parts}} の合計です。'],
  part: ['{{name}} {{points}}', '{{name}} {{points}}'],
  part1: ['Part', '項目'],
  axis: ['Points', '点'],
  points: ['Points', '加点'],
  soFar: ['Sum', '累計'],
  nothing: ['none', 'なし'],
  nothingHint: ['The field is blank: nothing was added or taken off', '空欄：加減なし'],
  brokenAxis: [
    'The axis begins at {{from}}, so that the small parts can be told apart: the first bar and the last are cut off.',
    '小さな項目が見えるよう、軸は{{from}}から始まります。最初と最後の棒は途中で切れています。',
  ],
  included: [
    '{{name}} {{points}} is already inside {{first}} and is not added again.',
    '{{name}} {{points}} は{{first}}に含まれ、重ねて加算しません。',
  ],
  absentTitle: ['No {{index}} is stored for this runner', 'この馬の{{index}}は保存されていません'],
  absent: {
    overall: [
      'The record has none, so there is nothing to explain.',
      '記録に値がないため、内訳を示せません。',
    ],
    idm: [
      'It comes days after the race; a horse that did not finish has none.',
      'レースの数日後に届きます。競走を中止した馬にはありません。',
    ],
  },
  unreadableTitle: ['{{index}} {{total}} cannot be explained', '{{index}} {{total}} の内訳を示せません'],
  unreadable: [
    'Blank or unreadable: {{fields}}. The other parts alone would show a false sum, so none is drawn.',
    '空欄または読めない項目：{{fields}}。残りだけでは正しい合計にならないため、図は描きません。',
  ],
  differsTitle: ['The stored parts do not add up', '保存された項目の合計が一致しません'],
  differs: [
    'They add up to {{sum}}, and the record has {{index}} {{total}}. One of them is damaged or was changed later, so nothing is drawn. Refresh requests the record again.',
    '合計は{{sum}}ですが、記録の{{index}}は{{total}}です。いずれかが破損しているか後から変わったため、図は描きません。「再取得」でもう一度取得できます。',
  ],
  stored: ['As stored', '保存された値'],
  records: ['How each index did before', '各指数のこれまでの成績'],
  recordsNote: [
    'Runners that ranked first by the index in races like this one, in all that is stored before {{date}}. Ties count for each runner. Returns are percent of flat 100 yen stakes, from the payoff tables only; below each, 95 of 100 returns of resampled races lie between the two figures; without a hit there is no interval. A number of runs opens them.',
    '{{date}}より前の保存分で、このレースに似たレースの指数1位馬の成績です。同値の1位はそれぞれ数えます。回収率は均等に100円ずつ買った場合で、払戻データのみから計算します。下段はレース単位の再抽出による95%区間です（的中がなければ区間なし）。出走数を押すと対象の行を開きます。',
  ],
  like: ['Races like this one', '似たレース'],
  only: ['Only', '条件を追加'],
  indexHead: ['Ranked first by', '1位の指数'],
  races: ['Races', 'レース'],
  racesHint: ['Races with a runner that ranked first', '指数1位の馬がいたレースの数'],
  runs: ['Runs', '出走'],
  runsHint: [
    'Runs with a known outcome: the n of the two rates. Opens these runs',
    '結果の分かる出走の数で、勝率と複勝率の母数。押すと該当する行を開きます',
  ],
  win: ['Win %', '勝率'],
  winHint: ['Share of the runs that were won', '出走に占める1着の割合'],
  place: ['Top 3 %', '複勝率'],
  placeHint: ['Share of the runs that finished in the first three', '出走に占める3着以内の割合'],
  winReturn: ['Win ret', '単回'],
  winReturnHint: ['Return of 100 yen to win on each run, in percent', '単勝を100円ずつ買った回収率（%）'],
  placeReturn: ['Pl ret', '複回'],
  placeReturnHint: ['Return of 100 yen to place on each run, in percent', '複勝を100円ずつ買った回収率（%）'],
  interval: ['{{low}}–{{high}}', '{{low}}～{{high}}'],
  n: ['n={{n}}', 'n={{n}}'],
  never: [
    'No stored runner ranked first in such races by: {{names}}.',
    '該当レースで1位の馬が保存されていない指数：{{names}}。',
  ],
  openRuns: ['Open the {{count}} runners that ranked first by {{index}}', '{{index}}1位の{{count}}頭を開く'],
  unlike: [
    'The surface or distance of this race is not known, so no race is known to be like it.',
    'このレースの馬場か距離が不明なため、似たレースを選べません。',
  ],
  none: [
    'Nothing is stored of races like this one before {{date}}. Download earlier days to see how the indices did.',
    '{{date}}より前の似たレースは保存されていません。過去の日をダウンロードすると成績を見られます。',
  ],
  download: ['Download earlier days', '過去の日をダウンロード'],
});
