// A chart of the rows that pass: the axes are chosen, a sentence says what it shows and what it leaves out, and the arrow
// keys or the pointer read single points out.

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { isRearranged } from '../../../client/failure.ts';
import { useMeasuredWidth } from '../../../components/use-measured-width.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { useStepMemory } from '../../../app/navigation/navigation.ts';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Select } from '../../../components/Select.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useRowOrder } from '../../../grid/data/use-open-result.ts';
import { useLanguage, useTranslation } from '../../../text/text.ts';
import type { ResultState } from '../../table/use-result.ts';
import {
  acrossColumns,
  CHART_KINDS,
  firstChart,
  isNumber,
  MOST_DRAWN,
  pointsOf,
  type ChartChoice,
} from './chart-data.ts';
import { Plot, pointNear } from './Plot.tsx';
import './chart.css';

/** Under which the step remembers the choice. */
const CHART_MEMORY = 'chart';

export function ResultChart({ result }: { readonly result: ResultState }): ReactNode {
  const { t } = useTranslation('sql');
  const { all } = result;
  const [kept, keep] = useStepMemory<ChartChoice | undefined>(CHART_MEMORY, undefined);
  const choice = useMemo(() => chosenOf(all, kept), [all, kept]);
  const x = all.find(({ name }) => name === choice?.x);
  const y = all.find(({ name }) => name === choice?.y);
  if (choice === undefined || x === undefined || y === undefined)
    return <p className="sql-chart-none">{t('chart.none')}</p>;
  const options = (columns: readonly Column[]) => columns.map(({ name }) => ({ id: name, label: name }));
  return (
    <section className="sql-chart" aria-label={t('chart.title')}>
      <div className="sql-chart-choices">
        <Select
          label={t('chart.kind')}
          options={CHART_KINDS.map((id) => ({ id, label: t(`chart.kinds.${id}`) }))}
          value={choice.kind}
          onChange={(kind) => keep(chosenOf(all, { ...choice, kind }))}
        />
        <Select
          label={t('chart.x')}
          options={options(acrossColumns(all, choice.kind))}
          value={choice.x}
          onChange={(name) => keep({ ...choice, x: name })}
        />
        <Select
          label={t('chart.y')}
          options={options(all.filter(isNumber))}
          value={choice.y}
          onChange={(name) => keep({ ...choice, y: name })}
        />
      </div>
      <Drawing result={result} choice={choice} x={x} y={y} />
    </section>
  );
}

/** The kept choice as far as the result has its columns; another result has a chart of its own. */
function chosenOf(all: readonly Column[], kept: ChartChoice | undefined): ChartChoice | undefined {
  const first = firstChart(all);
  if (first === undefined || kept === undefined) return first;
  const across = acrossColumns(all, kept.kind);
  const y = all.find((column) => column.name === kept.y && isNumber(column));
  if (y === undefined || !all.some(({ name }) => name === kept.x)) return first;
  const x =
    across.find(({ name }) => name === kept.x) ?? across.find(({ name }) => name !== y.name) ?? across[0];
  return x === undefined ? first : { kind: kept.kind, x: x.name, y: y.name };
}

interface DrawingProps {
  readonly result: ResultState;
  readonly choice: ChartChoice;
  readonly x: Column;
  readonly y: Column;
}

function Drawing({ result, choice, x, y }: DrawingProps): ReactNode {
  const { t } = useTranslation('sql');
  const language = useLanguage();
  const { rows, queryResult } = result;
  const rowOrder = useRowOrder(rows);
  const count = Math.min(queryResult.rows, MOST_DRAWN[choice.kind]);
  const read = useQuery({
    queryKey: ['sql.chart', choice.x, choice.y, rows.openedAs, rows.recordsKey, rowOrder, count],
    queryFn: () => rows.cellsOf({ from: 0, count, columns: [choice.x, choice.y] }),
    // The points of other columns would pass for those of the ones that are named now.
    placeholderData: (before, previous) => {
      const [, x, y] = previous?.queryKey ?? [];
      return x === choice.x && y === choice.y ? before : undefined;
    },
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const { data } = read;
  const points = useMemo(
    () => (data === undefined ? [] : pointsOf({ kind: choice.kind, x, y }, data[0] ?? [], data[1] ?? [])),
    [data, choice.kind, x, y],
  );
  // While the rows are sorted or filtered: once they are on screen, they are read.
  if (read.isError && !isRearranged(read.error))
    return <FailureNotice thrown={read.error} onRetry={() => void read.refetch()} />;
  if (data === undefined) return <Skeleton rows={6} />;
  const drawn = Math.min(count, data[1]?.length ?? 0);
  const left = drawn - points.length;
  const shown = (place: 0 | -1) =>
    formatValue(y, points.toSorted((a, b) => a.y - b.y).at(place)?.rawY, language);
  return (
    <>
      <p className="sql-chart-sentence">
        {points.length === 0
          ? t('chart.noPoints')
          : t('chart.sentence', {
              x: x.name,
              y: y.name,
              count: points.length,
              low: shown(0),
              high: shown(-1),
            })}
        {left > 0 ? ` ${t('chart.left', { count: left })}` : ''}
        {queryResult.rows > count ? (
          <strong> {t('chart.first', { count, rows: queryResult.rows })}</strong>
        ) : null}
      </p>
      {points.length === 0 ? null : (
        <Points
          key={`${choice.kind} ${choice.x} ${choice.y}`}
          kind={choice.kind}
          x={x}
          y={y}
          points={points}
          words={(at) => {
            const point = points[at];
            return point === undefined
              ? ''
              : `${x.name} ${formatValue(x, point.rawX, language)} · ${y.name} ${formatValue(y, point.rawY, language)}`;
          }}
        />
      )}
    </>
  );
}

interface PointsProps extends Pick<Parameters<typeof Plot>[0], 'kind' | 'x' | 'y' | 'points'> {
  /** What a point is. */
  readonly words: (at: number) => string;
}

/** Narrower than any window. */
const LEAST_WIDTH = 320;

function Points({ words, ...plot }: PointsProps): ReactNode {
  const { t } = useTranslation('sql');
  const { box, width } = useMeasuredWidth('sql', LEAST_WIDTH);
  const [pointed, setPointed] = useState<number>();
  const last = plot.points.length - 1;
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = pointed ?? -1;
    const next = { ArrowLeft: Math.max(0, at - 1), ArrowRight: Math.min(last, at + 1), Home: 0, End: last }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    setPointed(next);
  };
  return (
    <>
      <p className="sql-chart-read" aria-hidden="true">
        {pointed === undefined ? '' : words(pointed)}
      </p>
      <div
        ref={box}
        className="sql-chart-plot"
        role="slider"
        aria-label={t('chart.points')}
        aria-valuemin={1}
        aria-valuemax={last + 1}
        aria-valuenow={(pointed ?? 0) + 1}
        aria-valuetext={words(pointed ?? 0)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          const { left } = event.currentTarget.getBoundingClientRect();
          setPointed(pointNear({ ...plot, width }, event.clientX - left));
        }}
        onPointerLeave={() => setPointed(undefined)}
      >
        {width === 0 ? null : <Plot {...plot} width={width} pointed={pointed} />}
      </div>
    </>
  );
}
