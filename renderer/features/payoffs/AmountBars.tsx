// The drawing of a histogram of payoffs. It has no words of its own for a screen reader: the buttons over it and the
// sentence above it say the same.

import type { ReactNode } from 'react';
import type { Spread } from '#shared/bridge/payoffs.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { axisOf } from '../horse/run-chart.ts';
import type { AmountAxis, Bar } from './amount-chart.ts';
import './amount-chart.css';

interface AmountBarsProps {
  readonly bars: readonly Bar[];
  readonly axis: AmountAxis;
  readonly spread: Spread;
  /** In pixels; zero until it is measured. */
  readonly width: number;
  readonly pointed: number | undefined;
}

/** In pixels. */
export const LEFT = 44;
export const RIGHT = 44;
const TOP = 20;
const HEIGHT = 150;
const FOOT = 20;

const QUARTERS = [0, 25, 50, 75, 100];

export function AmountBars({ bars, axis, spread, width, pointed }: AmountBarsProps): ReactNode {
  const { t } = useTranslation('payoffs');
  const language = useLanguage();
  const counts = axisOf([0, ...bars.map(({ n }) => n)], 4) ?? { from: 0, to: 1, ticks: [] };
  const inner = Math.max(0, width - LEFT - RIGHT);
  const xOf = (amount: number): number => LEFT + axis.at(amount) * inner;
  const yOfShare = (percent: number): number => TOP + (1 - percent / 100) * HEIGHT;
  const yOf = (count: number): number => yOfShare((100 * count) / counts.to);
  const short = new Intl.NumberFormat(language, { notation: 'compact' });
  const bottom = TOP + HEIGHT;
  const curve = [[LEFT, bottom], ...bars.map(({ to, upTo }) => [xOf(to), yOfShare(upTo)])].map(
    ([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`,
  );
  const marks = [
    { name: 'median', x: xOf(spread.median) },
    { name: 'mean', x: xOf(spread.mean) },
  ] as const;
  if (width === 0) return <div style={{ height: bottom + FOOT }} />;
  return (
    <svg
      className="amount-bars"
      width={width}
      height={bottom + FOOT}
      viewBox={`0 0 ${width} ${bottom + FOOT}`}
      aria-hidden="true"
    >
      <text x={LEFT - 6} y={11} textAnchor="end">
        {t('n')}
      </text>
      <text x={width - RIGHT + 6} y={11}>
        {t('upToAxis')}
      </text>
      {counts.ticks.map((tick) => (
        <g key={tick}>
          <line className="amount-rule" x1={LEFT} x2={LEFT + inner} y1={yOf(tick)} y2={yOf(tick)} />
          <text x={LEFT - 6} y={yOf(tick) + 4} textAnchor="end">
            {short.format(tick)}
          </text>
        </g>
      ))}
      {QUARTERS.map((percent) => (
        <text key={percent} x={width - RIGHT + 6} y={yOfShare(percent) + 4}>
          {percent}%
        </text>
      ))}
      {bars.map(({ from, n, left, width: share }, at) => (
        <rect
          key={from}
          className={at === pointed ? 'amount-bar is-pointed' : 'amount-bar'}
          x={LEFT + left * inner + 0.5}
          width={Math.max(0.5, share * inner - 1)}
          y={yOf(n)}
          height={bottom - yOf(n)}
        />
      ))}
      <polyline className="amount-curve" points={curve.join(' ')} />
      {marks.map(({ name, x }) => (
        <g key={name} className={`amount-mark is-${name}`}>
          <line x1={x} x2={x} y1={TOP} y2={bottom} />
          <text
            x={x + (isBefore(name, spread) ? -4 : 4)}
            y={TOP - 3}
            textAnchor={isBefore(name, spread) ? 'end' : 'start'}
          >
            {t(name)}
          </text>
        </g>
      ))}
      <line className="amount-foot" x1={LEFT} x2={LEFT + inner} y1={bottom} y2={bottom} />
      {axis.ticks.map((tick) => (
        <text key={tick} x={xOf(tick)} y={bottom + 14} textAnchor="middle">
          {short.format(tick)}
        </text>
      ))}
    </svg>
  );
}

/** The two words stand on either side, so that they never overlap. */
const isBefore = (name: 'median' | 'mean', { median, mean }: Spread): boolean =>
  name === 'median' ? median <= mean : mean < median;
