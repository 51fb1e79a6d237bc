// How a bet's payoffs spread: bars on a log axis of yen, with the share that is paid up to each amount as a curve, one
// sentence, and the same figures as a table. A bar leads to its payoffs: with the mouse, or with arrow keys and Enter.

import { useState, type ReactNode } from 'react';
import type { PayoffsOfBet, Spread } from '#shared/bridge/payoffs.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { Button } from '../../components/Button.tsx';
import { useMeasuredWidth } from '../../components/use-measured-width.ts';
import { useRovingFocus } from '../../components/use-roving-focus.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { AmountBars, LEFT, RIGHT } from './AmountBars.tsx';
import { AmountTable } from './AmountTable.tsx';
import { amountAxis, barsOf, fullest, type Bar } from './amount-chart.ts';
import { useYen } from './yen.ts';

/** Narrower than any window. */
const LEAST_WIDTH = 360;

export interface AmountChartProps {
  /** The name of the bet. */
  readonly label: string;
  readonly bins: PayoffsOfBet['bins'];
  readonly spread: Spread;
  /** Shows the payoffs from an amount to below another, in yen. */
  readonly onRange: (from: number, below: number) => void;
}

export function AmountChart({ label, bins, spread, onRange }: AmountChartProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  const { yen } = useYen();
  const [isTable, setTable] = useStepMemory('payoffs.chartTable', false);
  const axis = amountAxis(bins);
  const bars = barsOf(bins, axis);
  const most = fullest(bars);
  if (most === undefined) return null;
  const sentence = t('chartSentence', {
    label,
    count: spread.n,
    low: yen(spread.p25),
    high: yen(spread.p75),
    median: yen(spread.median),
    p90: yen(spread.p90),
    p99: yen(spread.p99),
    from: most.from.toLocaleString(language),
    to: most.to.toLocaleString(language),
  });
  return (
    <section className="amount-chart" aria-label={t('chart', { label })}>
      <div className="amount-chart-bar">
        <p>{sentence}</p>
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? t('asChart') : t('asTable')}
        </Button>
      </div>
      {isTable ? (
        <AmountTable label={sentence} bars={bars} onRange={onRange} />
      ) : (
        <Drawing bars={bars} axis={axis} spread={spread} onRange={onRange} />
      )}
    </section>
  );
}

/** "1,000 to below 1,250 yen: 61 payoffs, 4.2 %; 43.0 % pay less than 1,250". */
export function useBarWords(): (bar: Bar) => string {
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  return ({ from, to, n, share, upTo }) =>
    t('barWords', {
      from: from.toLocaleString(language),
      to: to.toLocaleString(language),
      count: n,
      share: share.toFixed(1),
      upTo: upTo.toFixed(1),
    });
}

interface DrawingProps extends Pick<AmountChartProps, 'spread' | 'onRange'> {
  readonly bars: readonly Bar[];
  readonly axis: ReturnType<typeof amountAxis>;
}

function Drawing({ bars, axis, spread, onRange }: DrawingProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const words = useBarWords();
  const { box, width } = useMeasuredWidth('amounts', LEAST_WIDTH);
  const [pointed, setPointed] = useState<number>();
  const { around, stop } = useRovingFocus('payoffs.chart');
  const inner = Math.max(0, width - LEFT - RIGHT);
  const read = pointed === undefined ? undefined : bars[pointed];
  return (
    <div ref={box} className="amount-chart-box">
      <AmountBars bars={bars} axis={axis} spread={spread} width={width} pointed={pointed} />
      <div {...around} className="amount-chart-stops" data-aside="" role="group" aria-label={t('bars')}>
        {bars.map((bar, at) => (
          <button
            key={bar.from}
            type="button"
            {...stop(0, at)}
            className="amount-chart-stop"
            style={{ left: LEFT + bar.left * inner, width: bar.width * inner }}
            aria-label={words(bar)}
            onMouseEnter={() => setPointed(at)}
            onMouseLeave={() => setPointed(undefined)}
            onFocus={() => setPointed(at)}
            onBlur={() => setPointed(undefined)}
            onClick={() => onRange(bar.from, bar.to)}
          />
        ))}
      </div>
      <p className="amount-chart-read">{read === undefined ? t('chartHint') : words(read)}</p>
    </div>
  );
}
