// The axis of the sum of an index: which points it spans, and its ticks. Pure.

import type { Step } from '#shared/racing/index-parts.ts';

export interface Axis {
  readonly from: number;
  readonly to: number;
  /** Ascending, `from` and `to` among them. */
  readonly ticks: readonly number[];
  /** It does not begin at zero: the bars of the first part and of the sum are drawn as cut off. */
  readonly isBroken: boolean;
}

const STEPS = [0.5, 1, 2, 5, 10, 20, 50, 100] as const;
/** More labels do not fit side by side in a panel. */
const MOST_INTERVALS = 5;

const stepFor = (span: number): number =>
  STEPS.find((step) => span / step <= MOST_INTERVALS - 1) ?? STEPS[STEPS.length - 1] ?? 100;

/**
 * Spans every sum on the way. The first part is often fifty points and the others one each: from zero they could not be
 * told apart, so then the axis begins below the least sum.
 */
export function axisOf(steps: readonly Step[], total: number): Axis {
  const sums = [...steps.map(({ to }) => to), total];
  const [least, greatest] = [Math.min(...sums), Math.max(...sums)];
  const spread = greatest - least;
  // Below zero, or where the spread is no detail, zero is in sight.
  const isBroken = least > 0 && spread < least / 2;
  const low = isBroken ? least - Math.max(spread / 2, 1) : Math.min(0, least);
  const high = Math.max(greatest, isBroken ? greatest : 0);
  const step = stepFor(high - low);
  const from = Math.floor(low / step) * step;
  const to = Math.max(Math.ceil(high / step), Math.floor(low / step) + 1) * step;
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);
  return { from, to, ticks, isBroken: isBroken && from > 0 };
}

/** Where a number of points is on the axis, in percent of its length. */
export const placeOn = ({ from, to }: Axis, points: number): number => (100 * (points - from)) / (to - from);
