// How often each rank of popularity won, and what it returned, each with its interval, and what is not counted.

import type { ReactNode } from 'react';
import type { PayoffRank, PayoffRanks, PercentInterval } from '#shared/bridge/payoffs.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { FEW } from '../table/summary/GroupTable.tsx';
import '../table/summary/summary.css';
import { ReturnInterval, ReturnAxis, returnScale } from './ReturnChart.tsx';

interface RankTableProps {
  /** The name of the bet. */
  readonly label: string;
  readonly ranks: PayoffRanks;
  /** Percent of the stakes that the bet pays out. */
  readonly payoutRate: number;
  /** The column of the payoffs with a name. */
  readonly find: (name: string) => Column | undefined;
  readonly onShow: (rank: number) => void;
}

export function RankTable({ label, ranks: found, payoutRate, find, onShow }: RankTableProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  const { ranks, races, deadHeats, lower, leftOut, withoutFilters, withoutSearch } = found;
  const names = withoutFilters.map((name) => find(name)?.label[language] ?? name);
  const without = [...names, ...(withoutSearch ? [t('search')] : [])];
  const remarks = [
    t('ranksSentence', { label, count: races }),
    ...(deadHeats === 0 ? [] : [t('ranksDeadHeats', { count: deadHeats })]),
    ...(lower === 0 ? [] : [t('ranksLower', { count: lower, rank: ranks.at(-1)?.rank ?? 0 })]),
    ...(leftOut === 0 ? [] : [t('ranksLeftOut', { count: leftOut })]),
    ...(without.length === 0
      ? []
      : [
          t('ranksWithout', {
            names: new Intl.ListFormat(language, { type: 'conjunction' }).format(without),
          }),
        ]),
  ];
  const scale = returnScale(ranks);
  return (
    <div className="rank-panel">
      <p className="payoffs-note">{remarks.join(language === 'ja' ? '' : ' ')}</p>
      <table className="summary-table rank-table" aria-label={t('tabs.popularity')}>
        <thead>
          <tr>
            {(['popularity', 'races', 'hits'] as const).map((head) => (
              <th key={head} scope="col" className="number" title={t(`${head}Hint`)}>
                {t(head)}
              </th>
            ))}
            {(['hitRate', 'return'] as const).map((head) => (
              <th key={head} scope="col" className="number" title={t(`${head}Hint`)}>
                {/* Each part stands over its own in the cells. */}
                {t(head)} <small>{t('intervalHead')}</small>
              </th>
            ))}
            <th scope="col" className="rank-chart" title={t('returnChartHint')}>
              {t('returnChart')}
              <ReturnAxis scale={scale} />
            </th>
          </tr>
        </thead>
        <tbody>
          {ranks.map((rank) => (
            <tr key={rank.rank} className={rank.races < FEW ? 'is-few' : undefined}>
              <th scope="row" className="number">
                {rank.rank}
              </th>
              <td className="number">{rank.races.toLocaleString(language)}</td>
              <td className="number">
                {rank.hits === 0 ? (
                  0
                ) : (
                  <button
                    type="button"
                    className="payoff-table-link"
                    title={t('showRank', { label, rank: rank.rank })}
                    onClick={() => onShow(rank.rank)}
                  >
                    {rank.hits.toLocaleString(language)}
                  </button>
                )}
              </td>
              <Percent value={(100 * rank.hits) / rank.races} interval={rank.hitInterval} />
              <Percent value={returnOf(rank)} interval={rank.returnInterval} />
              <td className="rank-chart">
                <ReturnInterval rank={rank} scale={scale} payoutRate={payoutRate} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** In percent: a stake is 100 yen, so yen for each are percent. */
export const returnOf = ({ yen, races }: PayoffRank): number => yen / races;

interface PercentProps {
  readonly value: number;
  readonly interval: PercentInterval | undefined;
}

function Percent({ value, interval }: PercentProps): ReactNode {
  const { t } = useTranslation('payoffs');
  return (
    <td className="number">
      {value.toFixed(1)}{' '}
      <small>
        {interval === undefined
          ? '–'
          : t('interval', { low: interval.low.toFixed(1), high: interval.high.toFixed(1) })}
      </small>
    </td>
  );
}
