// The drawing of the running balance. It has no words of its own: the sentence above it and the table say the same.

import type { ReactNode } from 'react';
import type { BalanceStep, Drawdown } from '#shared/betting/running-balance.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { useLanguage } from '../../text/text.ts';
import './balance.css';
import { balanceChart } from './balance-chart.ts';
import { balancePlace } from './balance-place.ts';

const HEIGHT = 190;
const TOP = 10;
const FOOT = 20;
const RIGHT = 14;
/** Of a figure of the axis, in pixels. */
const DIGIT = 6.5;
/** Of a date below the axis. */
const DATE_WIDTH = 60;

interface BalanceChartProps {
  readonly balance: readonly BalanceStep[];
  readonly drawdown: Drawdown | undefined;
  /** In pixels. */
  readonly width: number;
  readonly pointed: number | undefined;
  readonly onPoint: (at: number | undefined) => void;
}

export function BalanceChart({ balance, drawdown, width, pointed, onPoint }: BalanceChartProps): ReactNode {
  const language = useLanguage();
  const chart = balanceChart(balance, width / DATE_WIDTH);
  if (chart === undefined) return null;
  const { axis, dates } = chart;
  const labels = axis.ticks.map((yen) => yen.toLocaleString(language));
  const left = 10 + DIGIT * Math.max(...labels.map((label) => label.length));
  const inner = Math.max(1, width - left - RIGHT);
  /** `at`: -1 is the start, before the first race or day. */
  const xOf = (at: number): number => left + ((at + 1) / balance.length) * inner;
  const yOf = (yen: number): number =>
    TOP + (1 - (yen - axis.from) / (axis.to - axis.from)) * (HEIGHT - TOP - FOOT);
  const balanceAt = (at: number): number => balance[at]?.balance ?? 0;
  const points = [-1, ...balance.keys()].map(
    (at) => `${xOf(at).toFixed(1)},${yOf(balanceAt(at)).toFixed(1)}`,
  );
  const stepAt = (clientX: number, box: DOMRect): number => {
    const at = Math.round(((clientX - box.left - left) / inner) * balance.length) - 1;
    return Math.min(balance.length - 1, Math.max(0, at));
  };
  return (
    <svg
      className="balance-chart"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      aria-hidden="true"
      onMouseMove={(event) => onPoint(stepAt(event.clientX, event.currentTarget.getBoundingClientRect()))}
      onMouseLeave={() => onPoint(undefined)}
      onClick={(event) => {
        const step = balance[stepAt(event.clientX, event.currentTarget.getBoundingClientRect())];
        const place = step && balancePlace(step);
        if (place !== undefined) navigation.go(place);
      }}
    >
      {drawdown !== undefined && (
        <rect
          className="balance-chart-fall"
          x={xOf(drawdown.from)}
          width={xOf(drawdown.to) - xOf(drawdown.from)}
          y={TOP}
          height={HEIGHT - TOP - FOOT}
        />
      )}
      {axis.ticks.map((yen, at) => (
        <g key={yen}>
          <line
            className={yen === 0 ? 'is-zero' : undefined}
            x1={left}
            x2={width - RIGHT}
            y1={yOf(yen)}
            y2={yOf(yen)}
          />
          <text x={left - 6} y={yOf(yen) + 4} textAnchor="end">
            {labels[at]}
          </text>
        </g>
      ))}
      {dates.map(({ at, label }) => (
        <g key={at}>
          <line x1={xOf(at)} x2={xOf(at)} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT + 4} />
          <text x={xOf(at)} y={HEIGHT - 4} textAnchor={xOf(at) > width - DATE_WIDTH ? 'end' : 'start'}>
            {label}
          </text>
        </g>
      ))}
      <polyline points={points.join(' ')} />
      {drawdown !== undefined &&
        [drawdown.from, drawdown.to].map((at) => (
          <circle key={at} className="balance-chart-end" cx={xOf(at)} cy={yOf(balanceAt(at))} r={3.5} />
        ))}
      {pointed !== undefined && pointed < balance.length && (
        <circle className="balance-chart-point" cx={xOf(pointed)} cy={yOf(balanceAt(pointed))} r={4} />
      )}
    </svg>
  );
}
