// The drawing of a chart: axes, and lines, bars or points. It has no words of its own for a screen reader: the sentence
// above it and the line that reads a point out say the same, and the rows below have every figure.

import type { ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { useLanguage } from '../../../text/text.ts';
import { dateTicks } from '../../horse/run-chart.ts';
import { formatRacedate, racedateOfDay } from '#shared/racing/racedate.ts';
import {
  axisText,
  nameEvery,
  scaleOf,
  shortName,
  type ChartKind,
  type ChartPoint,
  type Scale,
} from './chart-data.ts';

/** Room for an amount of hundreds of millions of yen. */
const LEFT = 84;
const RIGHT = 16;
const TOP = 10;
const FOOT = 24;
const HEIGHT = 170;
/** Of a name below its bar, and of a date. */
const NAME_WIDTH = 72;
const DOT = 2.5;

interface PlotProps {
  readonly kind: ChartKind;
  readonly x: Column;
  readonly y: Column;
  readonly points: readonly ChartPoint[];
  /** In pixels. */
  readonly width: number;
  /** The point that is read out. */
  readonly pointed: number | undefined;
}

interface Tick {
  readonly at: number;
  readonly label: string;
}

export function Plot({ kind, x, y, points, width, pointed }: PlotProps): ReactNode {
  const language = useLanguage();
  const inner = width - LEFT - RIGHT;
  const ys = scaleOf(
    points.map((point) => point.y),
    5,
    kind === 'bar',
  );
  const across = acrossOf(kind, x, points);
  const xOf = (value: number): number => LEFT + ((value - across.from) / (across.to - across.from)) * inner;
  const yOf = (value: number): number =>
    TOP + (1 - (value - ys.from) / (ys.to - ys.from)) * (HEIGHT - TOP - FOOT);
  const ticks = useTicks({ kind, x, points, inner, across });
  const bar = Math.max(1, (inner / Math.max(1, points.length)) * 0.7);
  const here = pointed === undefined ? undefined : points[pointed];
  return (
    <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
      {ys.ticks.map((tick) => (
        <g key={tick}>
          <line className="sql-chart-rule" x1={LEFT} x2={width - RIGHT} y1={yOf(tick)} y2={yOf(tick)} />
          <text x={LEFT - 6} y={yOf(tick) + 4} textAnchor="end">
            {axisText(y, tick, language)}
          </text>
        </g>
      ))}
      {ticks.map(({ at, label }) => (
        <text key={at} x={xOf(at)} y={HEIGHT - 7} textAnchor="middle">
          {label}
        </text>
      ))}
      {here === undefined ? null : (
        <line className="sql-chart-guide" x1={xOf(here.x)} x2={xOf(here.x)} y1={TOP} y2={HEIGHT - FOOT} />
      )}
      {kind === 'line' ? (
        <polyline
          points={points.map((each) => `${xOf(each.x).toFixed(1)},${yOf(each.y).toFixed(1)}`).join(' ')}
        />
      ) : null}
      {points.map((each, at) =>
        kind === 'bar' ? (
          <rect
            key={each.row}
            className={at === pointed ? 'is-pointed' : undefined}
            x={xOf(each.x) - bar / 2}
            width={bar}
            y={Math.min(yOf(each.y), yOf(0))}
            height={Math.max(0.5, Math.abs(yOf(each.y) - yOf(0)))}
          />
        ) : (
          <circle
            key={each.row}
            className={at === pointed ? 'is-pointed' : undefined}
            cx={xOf(each.x)}
            cy={yOf(each.y)}
            r={at === pointed ? DOT + 2 : DOT}
          />
        ),
      )}
    </svg>
  );
}

/** Bars stand half a place from the edges; dates end where they end, since round days mean nothing. */
function acrossOf(kind: ChartKind, x: Column, points: readonly ChartPoint[]): Scale {
  const values = points.map((point) => point.x);
  if (kind === 'bar') return { from: -0.5, to: points.length - 0.5, ticks: [] };
  if (x.kind !== 'date') return scaleOf(values, 8);
  const [from, to] = [Math.min(...values), Math.max(...values)];
  return { from: from - 1, to: to + 1, ticks: [] };
}

function useTicks({
  kind,
  x,
  points,
  inner,
  across,
}: Pick<PlotProps, 'kind' | 'x' | 'points'> & {
  readonly inner: number;
  readonly across: Scale;
}): readonly Tick[] {
  const language = useLanguage();
  const most = Math.max(2, Math.floor(inner / NAME_WIDTH));
  if (kind === 'bar') {
    const every = nameEvery(points.length, inner, NAME_WIDTH);
    return points
      .filter((_, at) => at % every === 0)
      .map((point) => ({ at: point.x, label: shortName(formatValue(x, point.rawX, language)) }));
  }
  if (x.kind !== 'date') return across.ticks.map((at) => ({ at, label: axisText(x, at, language) }));
  const months = dateTicks(across.from, across.to, most);
  // Within a month there are no firsts of months: the days themselves are named.
  const days =
    months.length > 1 ? months : daysOf(points, most).map((day) => ({ day, racedate: racedateOfDay(day) }));
  return spaced(days, ({ day }) => ((day - across.from) / (across.to - across.from)) * inner).map(
    ({ day, racedate }) => ({
      at: day,
      label: (formatRacedate(racedate, language) ?? racedate).split(/[(（]/)[0]?.trim() ?? racedate,
    }),
  );
}

/** Those whose names do not touch, from the left. */
function spaced<T>(ticks: readonly T[], leftOf: (tick: T) => number): readonly T[] {
  const kept: T[] = [];
  for (const tick of ticks) {
    const last = kept.at(-1);
    if (last === undefined || leftOf(tick) - leftOf(last) >= NAME_WIDTH) kept.push(tick);
  }
  return kept;
}

/** The days of the points, at most so many of them. */
function daysOf(points: readonly ChartPoint[], most: number): readonly number[] {
  const days = [...new Set(points.map(({ x }) => x))];
  const every = Math.max(1, Math.ceil(days.length / most));
  return days.filter((_, at) => at % every === 0);
}

/** The point nearest to a place of the drawing, from left to right. */
export function pointNear(
  { kind, x, points, width }: Pick<PlotProps, 'kind' | 'x' | 'points' | 'width'>,
  left: number,
): number | undefined {
  if (points.length === 0) return undefined;
  const across = acrossOf(kind, x, points);
  const value = across.from + ((left - LEFT) / (width - LEFT - RIGHT)) * (across.to - across.from);
  let nearest = 0;
  for (const [at, point] of points.entries())
    if (Math.abs(point.x - value) < Math.abs((points[nearest]?.x ?? 0) - value)) nearest = at;
  return nearest;
}
