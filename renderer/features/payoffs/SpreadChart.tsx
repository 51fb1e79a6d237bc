// The spread of a row as a chart on the scale of its table, and as a sentence.

import type { ReactNode } from 'react';
import type { Spread } from '#shared/bridge/payoffs.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { useYen } from './yen.ts';

interface AxisProps {
  /** The amounts that it names, in yen. */
  readonly ticks: readonly number[];
  readonly scale: (amount: number) => number;
}

/** Beyond this percentage of the width, a centered label would be outside. */
const NEAR_END = 92;

/** The common scale of the charts below it, in yen. */
export function SpreadAxis({ ticks, scale }: AxisProps): ReactNode {
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

interface SpreadsProps extends AxisProps {
  readonly figures: Spread;
  /** What they are of. */
  readonly label: string;
}

export function Spreads({ figures, scale, ticks, label }: SpreadsProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const { yen } = useYen();
  const sentence = t('spreadSentence', {
    label,
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
