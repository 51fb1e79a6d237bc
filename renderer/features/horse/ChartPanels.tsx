// The drawing of a horse's runs: three panels over one axis of dates. It has no words of its own for a screen reader: the
// links over it and the sentence above it say the same.

import type { ReactNode } from 'react';
import type { Language } from '#shared/text.ts';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { axisOf, dateTicks, daysOf, finishAxis, type Axis, type ChartRun } from './run-chart.ts';

/** Where a run can be pointed at, in pixels from the left edge. */
export interface ChartColumn {
  readonly left: number;
  readonly width: number;
}

interface ChartPanelsProps {
  readonly runs: readonly ChartRun[];
  /** In pixels; zero until it is measured. */
  readonly width: number;
  readonly pointed: number | undefined;
  /** What lies over the runs. */
  readonly children: (columns: readonly ChartColumn[]) => ReactNode;
}

const LEFT = 40;
/** Half a date, so that the last one is not cut. */
const RIGHT = 30;
const TITLE = 18;
const FOOT = 20;
const DOT = 3.5;
/** Of a date below the axis. */
const DATE_WIDTH = 64;

interface Panel {
  readonly name: 'idm' | 'weight' | 'finish';
  readonly height: number;
  readonly axis: Axis;
  readonly valueOf: (run: ChartRun) => number | undefined;
  /** Whether the least value is at the top. */
  readonly isTurned: boolean;
}

function panelsOf(runs: readonly ChartRun[]): readonly Panel[] {
  const valued = (name: 'idm' | 'weight', height: number): Panel[] => {
    const axis = axisOf(
      runs.flatMap((run) => run[name] ?? []),
      3,
    );
    return axis === undefined ? [] : [{ name, height, axis, valueOf: (run) => run[name], isTurned: false }];
  };
  return [
    ...valued('idm', 84),
    ...valued('weight', 60),
    {
      name: 'finish',
      height: 84,
      axis: finishAxis(runs),
      valueOf: (run) => run.finish,
      isTurned: true,
    },
  ];
}

export function ChartPanels({ runs, width, pointed, children }: ChartPanelsProps): ReactNode {
  const { t } = useTranslation('horse');
  const language = useLanguage();
  const panels = panelsOf(runs);
  const days = daysOf(runs);
  const inner = width - LEFT - RIGHT;
  const xOf = (day: number): number => LEFT + ((day - days.from) / (days.to - days.from)) * inner;
  const height = panels.reduce((sum, panel) => sum + TITLE + panel.height, FOOT);
  const xs = runs.map(({ day }) => xOf(day));
  const tops = panels.map((_, at) =>
    panels.slice(0, at).reduce((sum, panel) => sum + TITLE + panel.height, TITLE),
  );
  const guide = pointed === undefined ? undefined : xs[pointed];
  return (
    <div className="run-chart-box" style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {dateTicks(days.from, days.to, Math.max(2, Math.floor(inner / DATE_WIDTH))).map((tick) => (
            <g key={tick.racedate}>
              <line
                className="run-chart-rule"
                x1={xOf(tick.day)}
                x2={xOf(tick.day)}
                y1={TITLE}
                y2={height - FOOT}
              />
              <text x={xOf(tick.day)} y={height - 5} textAnchor="middle">
                {monthOf(tick.racedate, language)}
              </text>
            </g>
          ))}
          {guide !== undefined && (
            <line className="run-chart-guide" x1={guide} x2={guide} y1={TITLE} y2={height - FOOT} />
          )}
          {panels.map((panel, at) => (
            <PanelDrawing
              key={panel.name}
              panel={panel}
              title={t(`panels.${panel.name}`)}
              top={tops[at] ?? 0}
              right={width - RIGHT}
              runs={runs}
              xs={xs}
              pointed={pointed}
            />
          ))}
        </svg>
      )}
      {children(columnsOf(xs, { from: LEFT, to: width - RIGHT }))}
    </div>
  );
}

/** Each run has the room up to the middle between it and its neighbors, but no more than 24 px on either side. */
function columnsOf(
  xs: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly ChartColumn[] {
  return xs.map((x, at) => {
    const before = xs[at - 1];
    const after = xs[at + 1];
    const left = Math.max(x - 24, before === undefined ? from : (before + x) / 2);
    const right = Math.min(x + 24, after === undefined ? to : (x + after) / 2);
    return { left, width: Math.max(1, right - left) };
  });
}

/** "Nov 2026", "2026年11月". */
const monthOf = (racedate: string, language: Language): string =>
  new Date(`${racedate.slice(0, 4)}-${racedate.slice(4, 6)}-01T00:00:00Z`).toLocaleDateString(language, {
    year: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });

interface PanelDrawingProps {
  readonly panel: Panel;
  readonly title: string;
  readonly top: number;
  readonly right: number;
  readonly runs: readonly ChartRun[];
  readonly xs: readonly number[];
  readonly pointed: number | undefined;
}

/** A point that is not known leaves a gap; a horse without a place has a cross at the foot of the panel of finishes. */
function PanelDrawing({ panel, title, top, right, runs, xs, pointed }: PanelDrawingProps) {
  const { axis, height, valueOf, isTurned, name } = panel;
  const inset = 6;
  const yOf = (value: number): number => {
    const share = (value - axis.from) / (axis.to - axis.from);
    return top + inset + (isTurned ? share : 1 - share) * (height - 2 * inset);
  };
  const points = runs.flatMap((run, at) => {
    const value = valueOf(run);
    return value === undefined ? [] : [{ at, x: xs[at] ?? 0, y: yOf(value), value }];
  });
  return (
    <g className={`run-chart-panel is-${name}`}>
      <text x={LEFT} y={top - 5} className="run-chart-title">
        {title}
      </text>
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line className="run-chart-rule" x1={LEFT} x2={right} y1={yOf(tick)} y2={yOf(tick)} />
          <text x={LEFT - 6} y={yOf(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {name === 'finish' &&
        runs.map(({ field, finish }, at) => {
          const x = xs[at] ?? 0;
          return (
            <g key={at}>
              {field !== undefined && (
                <line className="run-chart-field" x1={x - 4} x2={x + 4} y1={yOf(field)} y2={yOf(field)} />
              )}
              {finish === undefined && (
                <path className="run-chart-cross" d={`M${x - 3.5} ${yOf(axis.to) - 3.5}l7 7m0 -7l-7 7`} />
              )}
            </g>
          );
        })}
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {points.map(({ at, x, y, value }) => (
        <circle
          key={at}
          cx={x}
          cy={y}
          r={at === pointed ? DOT + 1.5 : DOT}
          className={name === 'finish' && value > 3 ? 'is-open' : undefined}
        />
      ))}
    </g>
  );
}
