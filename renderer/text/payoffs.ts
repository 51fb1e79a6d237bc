// Payoffs over a range of dates.

import { texts } from './texts.ts';

export const payoffs = texts({
  title: ['Payoffs', '払戻'],
  subtitle: [
    'From the official payoff tables only, in yen per 100 yen staked. Odds are not used.',
    '払戻データ（確定値）だけから集計しています。100円あたりの金額で、オッズは使いません。',
  ],
  form: ['Payoffs to show', '対象の払戻'],
  from: ['From', '開始日'],
  to: ['To', '終了日'],
  presets: ['Periods', '期間'],
  today: ['Today', '本日'],
  lastDay: ['Last race day', '直近の開催日'],
  lastWeekend: ['Last weekend', '直近の週末'],
  weeks_one: ['Last {{count}} week', '直近{{count}}週'],
  weeks_other: ['Last {{count}} weeks', '直近{{count}}週'],
  stored: ['All stored', '保存済みの全期間'],
  show: ['Show', '表示'],
  reversed: [
    'The end date is before the start date. Swap them.',
    '終了日が開始日より前です。入れ替えてください。',
  ],
  figures: ['Distribution by bet', '賭式ごとの分布'],
  figuresHint: [
    'A few huge payoffs raise the mean. The median shows what is typical.',
    '平均は一部の高額配当に引き上げられます。ふつうの水準は中央値をご覧ください。',
  ],
  bet: ['Bet', '賭式'],
  n: ['n', '件数'],
  min: ['Min', '最小'],
  p10: ['10 %', '10%'],
  p25: ['25 %', '25%'],
  median: ['Median', '中央値'],
  mean: ['Mean', '平均'],
  p75: ['75 %', '75%'],
  p90: ['90 %', '90%'],
  max: ['Max', '最大'],
  spread: ['Spread (yen, log scale)', '分布（円、対数目盛）'],
  spreadHint: [
    'Log scale, the same for every bet. Line: 10 % to 90 %. Bar: middle half. Tick: median. Diamond: mean.',
    '対数目盛・全賭式共通。線は10〜90%、帯は中央の半数、縦線は中央値、菱形は平均',
  ],
  spreadSentence: [
    '{{bet}}: half of {{count, number}} payoffs were between {{low}} and {{high}} yen; median {{median}}, mean {{mean}}.',
    '{{bet}}: {{count, number}}件の中央の半数は{{low}}円から{{high}}円、中央値{{median}}円、平均{{mean}}円。',
  ],
  onlyBet: [
    'Show only {{bet}} in the list below ({{count}} payoffs)',
    '{{bet}}だけを下の一覧に表示（{{count}}件）',
  ],
  highest: ['{{bet}} payoffs, highest first', '{{bet}}を高い順に表示'],
  lowest: ['{{bet}} payoffs, lowest first', '{{bet}}を低い順に表示'],
  records_one: ['{{count}} payoff', '{{count, number}}件'],
  records_other: ['{{count, number}} payoffs', '{{count, number}}件'],
  recordsOf_one: ['{{rows, number}} of {{count, number}} payoffs', '{{count, number}}件中{{rows, number}}件'],
  recordsOf_other: [
    '{{rows, number}} of {{count, number}} payoffs',
    '{{count, number}}件中{{rows, number}}件',
  ],
  hint: ['Enter opens the payoffs of the race.', 'Enterでレースの払戻を開きます。'],
  noRecords: ['No payoffs match', '該当する払戻がありません'],
  noRecordsText: [
    'There are no payoffs for these days yet. Choose another period.',
    'この期間の払戻はまだありません。期間を変えてください。',
  ],
  days_one: ['{{count}} calendar day', '{{count}}日間'],
  days_other: ['{{count}} calendar days', '{{count}}日間'],
});
