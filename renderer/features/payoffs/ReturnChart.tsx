// The return of a rank with its interval on a scale that all ranks share, beside the stake and what the bet pays out.

import type { ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { PayoffRank } from '#shared/bridge/payoffs.ts';

interface Scale {
  /** Percent of the width for a return in percent; beyond the axis it is its end. */
  readonly at: (percent: number) => number;
  readonly ticks: readonly number[];
}

const STAKE = 100;
/** A few rare winners would leave no room for the others: what is beyond is cut off, and the figure says it. */
const LONGEST = 300;

export function returnScale(ranks: readonly PayoffRank[]): Scale {
  const highs = ranks.flatMap(({ returnInterval }) => returnInterval?.high ?? []);
  const end = Math.min(LONGEST, Math.max(1.5 * STAKE, Math.ceil(Math.max(0, ...highs) / 50) * 50));
  return {
    at: (percent) => (100 * Math.min(end, Math.max(0, percent))) / end,
    ticks: Array.from({ length: Math.floor(end / 50) + 1 }, (_, at) => 50 * at).filter(
      (tick) => end <= 2 * STAKE || tick % STAKE === 0,
    ),
  };
}

export function ReturnAxis({ scale }: { readonly scale: Scale }): ReactNode {
  return (
    <div className="payoff-axis" aria-hidden="true">
      {scale.ticks.map((tick, at) => (
        <span
          key={tick}
          className={at === 0 ? 'is-first' : scale.at(tick) > 95 ? 'is-last' : undefined}
          style={{ left: `${scale.at(tick)}%` }}
        >
          {tick}%
        </span>
      ))}
    </div>
  );
}

interface ReturnIntervalProps {
  readonly rank: PayoffRank;
  readonly scale: Scale;
  readonly payoutRate: number;
}

export function ReturnInterval({ rank, scale, payoutRate }: ReturnIntervalProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const value = rank.yen / rank.races;
  const { low, high } = rank.returnInterval ?? { low: value, high: value };
  const words = { rank: rank.rank, value: value.toFixed(1) };
  const sentence =
    rank.returnInterval === undefined
      ? t('returnAlone', words)
      : t('returnSentence', { ...words, low: low.toFixed(1), high: high.toFixed(1) });
  return (
    <div className="payoff-spread" role="img" aria-label={sentence} title={sentence}>
      <span className="payoff-spread-tick is-stake" style={{ left: `${scale.at(STAKE)}%` }} />
      <span className="payoff-spread-tick is-paid-out" style={{ left: `${scale.at(payoutRate)}%` }} />
      <span
        className="payoff-spread-line"
        style={{ left: `${scale.at(low)}%`, width: `${scale.at(high) - scale.at(low)}%` }}
      />
      <span className="payoff-spread-median" style={{ left: `${scale.at(value)}%` }} />
    </div>
  );
}
