// The distribution of the payoffs that pass, one row per bet; every figure links to its payoffs.

import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PayoffFigures } from '#shared/bridge/results.ts';
import { betOf, isBetName } from '#shared/catalogue/bets.ts';
import { useBridge } from '../../client/bridge.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useLanguage } from '../../text/text.ts';
import { spreadScale, spreadTicks } from './spread-scale.ts';

interface PayoffTableProps {
  readonly resultId: string;
  /** Changes with the rows that pass. */
  readonly rowsKey: QueryKey;
  /** Shows the payoffs of one bet, in the original order or by amount. */
  readonly onShow: (bet: string, by?: 'ascending' | 'descending') => void;
  readonly onRetry: () => void;
}

const AMOUNTS = ['min', 'p10', 'p25', 'median', 'mean', 'p75', 'p90', 'max'] as const;

/** The end of the list that an amount links to. */
const LEADS: { readonly [amount in (typeof AMOUNTS)[number]]?: 'ascending' | 'descending' } = {
  min: 'ascending',
  max: 'descending',
};

export function PayoffTable({ resultId, rowsKey, onShow, onRetry }: PayoffTableProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const { queries } = useBridge();
  const language = useLanguage();
  const input = { resultId };
  const figures = useQuery({
    ...queries.results.payoffFigures.queryOptions({ input }),
    queryKey: [...queries.results.payoffFigures.queryKey({ input }), rowsKey],
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    // The figures of the previous rows stay until those of these are loaded.
    placeholderData: keepPreviousData,
  });
  // The main process may have evicted the result; opening it again restores the figures.
  if (figures.isError) return <FailureNotice thrown={figures.error} onRetry={onRetry} />;
  if (figures.data === undefined) return <Skeleton rows={8} />;

  const scale = spreadScale(figures.data);
  const ticks = spreadTicks(figures.data);
  const labelOf = (bet: string): string => (isBetName(bet) ? betOf(bet).label[language] : bet);
  const yen = (amount: number): string => Math.round(amount).toLocaleString(language);
  return (
    <table className="payoff-table">
      <thead>
        <tr>
          <th scope="col">{t('bet')}</th>
          <th scope="col" className="number">
            {t('n')}
          </th>
          {AMOUNTS.map((amount) => (
            <th key={amount} scope="col" className="number">
              {t(amount)}
            </th>
          ))}
          <th scope="col" title={t('spreadHint')}>
            {t('spread')}
            <SpreadAxis ticks={ticks} scale={scale} />
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.data.map((each) => (
          <tr key={each.bet}>
            <th scope="row">
              <button
                type="button"
                className="payoff-table-link"
                title={t('onlyBet', { bet: labelOf(each.bet), count: each.n })}
                onClick={() => onShow(each.bet)}
              >
                {labelOf(each.bet)}
              </button>
            </th>
            <td className="number">{each.n.toLocaleString(language)}</td>
            {AMOUNTS.map((amount) => {
              const by = LEADS[amount];
              return (
                <td key={amount} className={amount === 'median' ? 'number is-median' : 'number'}>
                  {by === undefined ? (
                    yen(each[amount])
                  ) : (
                    <button
                      type="button"
                      className="payoff-table-link"
                      title={t(by === 'descending' ? 'highest' : 'lowest', { bet: labelOf(each.bet) })}
                      onClick={() => onShow(each.bet, by)}
                    >
                      {yen(each[amount])}
                    </button>
                  )}
                </td>
              );
            })}
            <td>
              <Spread figures={each} scale={scale} ticks={ticks} bet={labelOf(each.bet)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SpreadAxisProps {
  /** The amounts that it names. */
  readonly ticks: readonly number[];
  /** Percent of the width by amount. */
  readonly scale: (amount: number) => number;
}

/** Percent from which a label would leave the axis on the right. */
const NEAR_END = 92;

/** The common scale of the charts below it, in yen. */
function SpreadAxis({ ticks, scale }: SpreadAxisProps): ReactNode {
  const language = useLanguage();
  const short = new Intl.NumberFormat(language, { notation: 'compact' });
  return (
    <div className="payoff-axis" aria-hidden="true">
      {ticks.map((amount, at) => (
        <span
          key={amount}
          className={at === 0 ? 'is-first' : scale(amount) > NEAR_END ? 'is-last' : undefined}
          style={{ left: `${scale(amount)}%` }}
        >
          {short.format(amount)}
        </span>
      ))}
    </div>
  );
}

interface SpreadProps extends SpreadAxisProps {
  readonly figures: PayoffFigures;
  readonly bet: string;
}

/** The figures of the row as a chart, and as a sentence. */
function Spread({ figures, scale, ticks, bet }: SpreadProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  const yen = (amount: number): string => Math.round(amount).toLocaleString(language);
  const sentence = t('spreadSentence', {
    bet,
    count: figures.n,
    low: yen(figures.p25),
    high: yen(figures.p75),
    median: yen(figures.median),
    mean: yen(figures.mean),
  });
  const from = (low: number, high: number) => ({
    left: `${scale(low)}%`,
    width: `${scale(high) - scale(low)}%`,
  });
  return (
    <div className="payoff-spread" role="img" aria-label={sentence} title={sentence}>
      {ticks.map((amount) => (
        <span key={amount} className="payoff-spread-tick" style={{ left: `${scale(amount)}%` }} />
      ))}
      <span className="payoff-spread-line" style={from(figures.p10, figures.p90)} />
      <span className="payoff-spread-bar" style={from(figures.p25, figures.p75)} />
      <span className="payoff-spread-median" style={{ left: `${scale(figures.median)}%` }} />
      <span className="payoff-spread-mean" style={{ left: `${scale(figures.mean)}%` }} />
    </div>
  );
}
