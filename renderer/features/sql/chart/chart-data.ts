// What a chart of a result draws: which columns can be an axis, the points of its rows, and the ticks. Pure.

import type { Column, Kind } from '#shared/catalogue/column.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { isNone, quantityIn } from '#shared/filters/measure.ts';
import { dayNumber } from '#shared/racing/racedate.ts';
import type { Language } from '#shared/text.ts';

export const CHART_KINDS = ['line', 'bar', 'scatter'] as const;

export type ChartKind = (typeof CHART_KINDS)[number];

export interface ChartChoice {
  readonly kind: ChartKind;
  /** Names of columns. */
  readonly x: string;
  readonly y: string;
}

/** Most rows that are drawn: more would only be a stain, and bars a comb. */
export const MOST_DRAWN: Readonly<Record<ChartKind, number>> = { line: 2000, bar: 120, scatter: 2000 };

const NUMBERS: ReadonlySet<Kind> = new Set<Kind>([
  'integer', 'decimal', 'money', 'odds', 'rate', 'tenths', 'gap', 'weight', 'length', 'rank', 'number',
]); // prettier-ignore

export const isNumber = ({ kind }: Pick<Column, 'kind'>): boolean => NUMBERS.has(kind);

/** The columns that can run across: bars stand beside each other, so any column names them. */
export const acrossColumns = (columns: readonly Column[], kind: ChartKind): readonly Column[] =>
  kind === 'bar' ? columns : columns.filter((column) => isNumber(column) || column.kind === 'date');

/** The chart that suits the columns; undefined if they have no second axis. */
export function firstChart(columns: readonly Column[]): ChartChoice | undefined {
  const date = columns.find(({ kind }) => kind === 'date');
  const numbers = columns.filter(isNumber);
  const text = columns.find((column) => !isNumber(column) && column.kind !== 'date');
  const [first, second] = numbers;
  if (first === undefined) return undefined;
  if (date !== undefined) return { kind: 'line', x: date.name, y: first.name };
  if (text !== undefined) return { kind: 'bar', x: text.name, y: first.name };
  return second === undefined ? undefined : { kind: 'scatter', x: first.name, y: second.name };
}

export interface ChartPoint {
  /** The row of the result. */
  readonly row: number;
  /** A number, the days since a fixed one, or the place of a bar. */
  readonly x: number;
  readonly y: number;
  readonly rawX: string | null;
  readonly rawY: string | null;
}

type Cells = readonly (string | null)[];

/** The rows with a value on both axes, from left to right; of bars, in the rows' own order. */
export function pointsOf(
  { kind, x, y: column }: Pick<ChartChoice, 'kind'> & { readonly x: Column; readonly y: Column },
  xs: Cells,
  ys: Cells,
): readonly ChartPoint[] {
  const points = ys.flatMap((rawY, row): ChartPoint[] => {
    const rawX = xs[row] ?? null;
    const y = quantityIn(column, rawY);
    const at =
      kind === 'bar' ? row : x.kind === 'date' ? dayNumber((rawX ?? '').trim()) : quantityIn(x, rawX);
    return y === undefined || at === undefined || !Number.isFinite(y) || isBlank(rawY)
      ? []
      : [{ row, x: at, y, rawX, rawY }];
  });
  if (kind === 'bar') return points.map((point, place) => ({ ...point, x: place }));
  return kind === 'line' ? points.toSorted((a, b) => a.x - b.x) : points;
}

export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

const WITHOUT_UNIT: ReadonlySet<Kind> = new Set<Kind>(['integer', 'decimal']);

/** A number of the column as its cells have it. A zero that means none there is a place on an axis all the same. */
export function axisText(column: Column, value: number, language: Language): string {
  const raw = String(value);
  return WITHOUT_UNIT.has(column.kind) || isNone(column, raw)
    ? value.toLocaleString('en-US', { maximumFractionDigits: 10 })
    : formatValue(column, raw, language);
}

const STEPS = [1, 2, 5, 10];

const LEAST_SHARE = 1e-9;
const LEAST_SPAN = 1e-12;

/** An axis over the values with about so many ticks at round numbers. `fromZero`: it begins at zero, as bars must. */
export function scaleOf(values: readonly number[], about: number, fromZero = false): Scale {
  let low = values.reduce((least, value) => Math.min(least, value), Infinity);
  let high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  if (!Number.isFinite(low)) return { from: 0, to: 1, ticks: [0, 1] };
  if (fromZero) [low, high] = [Math.min(0, low), Math.max(0, high)];
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Values that differ only by the error of their computation are one value.
  const span =
    high - low > Math.max(size * LEAST_SHARE, LEAST_SPAN) ? high - low : size > LEAST_SPAN ? size : 1;
  const power = 10 ** Math.floor(Math.log10(span / about));
  const step = (STEPS.find((each) => each * power >= span / about) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  // Multiples of the step, written without the error of binary fractions.
  const ticks = Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
  return { from: ticks[0] ?? low, to: ticks.at(-1) ?? high, ticks };
}

/** Every so many bars have room for their name. */
export const nameEvery = (bars: number, width: number, nameWidth: number): number =>
  Math.max(1, Math.ceil((bars * nameWidth) / Math.max(1, width)));

/** Of a name below its bar, in Latin letters: a full-width character is as wide as two. */
const LONGEST_NAME = 11;

const FULL_WIDTH = /[\u{100}-\u{ff60}\u{ffa0}-\u{10ffff}]/u;

/** A name that fits below its bar. */
export function shortName(name: string): string {
  let width = 0;
  const kept = [...name].filter((character) => {
    width += FULL_WIDTH.test(character) ? 2 : 1;
    return width < LONGEST_NAME;
  });
  return width > LONGEST_NAME ? `${kept.join('')}…` : name;
}
