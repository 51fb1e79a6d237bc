// Where the running balance lies in its chart, and the ticks of its axes. Pure.

import type { RaceBalance } from '#shared/betting/running-balance.ts';
import { axisOf, type Axis } from '../horse/run-chart.ts';

export interface BalanceChart {
  readonly axis: Axis;
  /** The first race of a month, for a tick: its place, and the month as YYYYMM. */
  readonly months: readonly { readonly at: number; readonly month: string }[];
}

/** The balance starts at zero, which the axis always has. `mostMonths`: how many there is room for. */
export function balanceChart(balance: readonly RaceBalance[], mostMonths: number): BalanceChart | undefined {
  const axis = axisOf([0, ...extremesOf(balance)], 4);
  if (axis === undefined || balance.length === 0) return undefined;
  const months = balance.flatMap(({ racedate }, at) => {
    const month = racedate.slice(0, 6);
    return month !== '' && month !== balance[at - 1]?.racedate.slice(0, 6) ? [{ at, month }] : [];
  });
  return { axis, months: apart(months, balance.length / Math.max(1, mostMonths)) };
}

/** Only these matter for an axis: a long list would not fit the arguments of Math.max. */
const extremesOf = (balance: readonly RaceBalance[]): readonly number[] => [
  balance.reduce((least, each) => Math.min(least, each.balance), 0),
  balance.reduce((most, each) => Math.max(most, each.balance), 0),
];

/** Those at least so many races after the one before. */
function apart<T extends { readonly at: number }>(ticks: readonly T[], races: number): readonly T[] {
  const kept: T[] = [];
  for (const tick of ticks) {
    const last = kept.at(-1);
    if (last === undefined || tick.at - last.at >= races) kept.push(tick);
  }
  return kept;
}

/** Whole yen with the sign that a change has: "+1,200", "−300". */
export const signedYen = (yen: number, language: string): string =>
  `${yen > 0 ? '+' : yen < 0 ? '−' : ''}${Math.abs(yen).toLocaleString(language)}`;
