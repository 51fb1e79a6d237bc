// The balance of a rule's bets from day to day, as a line to draw. Pure.

import type { RuleTally } from '#shared/bridge/rules.ts';

export interface Balance {
  readonly racedate: string;
  /** Yen won or lost so far. */
  readonly yen: number;
}

/** After each race day. */
export function balances(days: RuleTally['days']): readonly Balance[] {
  let yen = 0;
  return days.map(({ racedate, stake, returned }) => {
    yen += returned - stake;
    return { racedate, yen };
  });
}

/** Lowest and highest balance, zero included, where the line starts. */
export const rangeOf = (line: readonly Balance[]): { readonly low: number; readonly high: number } =>
  line.reduce(({ low, high }, { yen }) => ({ low: Math.min(low, yen), high: Math.max(high, yen) }), {
    low: 0,
    high: 0,
  });

/** About four round numbers within the range, zero among them. */
export function ticksOf({ low, high }: { readonly low: number; readonly high: number }): readonly number[] {
  const span = high - low;
  if (span <= 0) return [0];
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? 10 * power;
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step || 0);
}

/** The points of an SVG polyline: from zero at the left, the balances at equal distances. */
export function pointsOf(
  line: readonly Balance[],
  size: { readonly width: number; readonly height: number },
): string {
  const { low, high } = rangeOf(line);
  const scale = size.height / (high - low || 1);
  const step = size.width / Math.max(1, line.length);
  return [0, ...line.map(({ yen }) => yen)]
    .map((yen, at) => `${(at * step).toFixed(1)},${((high - yen) * scale).toFixed(1)}`)
    .join(' ');
}
