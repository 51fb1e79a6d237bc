// Where the running balance lies in its chart, and the ticks of its axes. Pure.

import type { BalanceStep } from '#shared/betting/running-balance.ts';
import { axisOf, type Axis } from '../horse/run-chart.ts';

export interface BalanceChart {
  readonly axis: Axis;
  /** Ticks at the first race of a month, or of a day if the races are of few months: place, and "2026-11" or "11-15". */
  readonly dates: readonly { readonly at: number; readonly label: string }[];
}

/** So many months are still told apart by their days. */
const FEW_MONTHS = 2;

/** The balance starts at zero, which the axis always has. `mostDates`: how many there is room for. */
export function balanceChart(balance: readonly BalanceStep[], mostDates: number): BalanceChart | undefined {
  const axis = axisOf([0, ...extremesOf(balance)], 4);
  if (axis === undefined || balance.length === 0) return undefined;
  const months = new Set(balance.map(({ racedate }) => racedate.slice(0, 6)));
  const isByDay = months.size <= FEW_MONTHS;
  const unitOf = (racedate: string): string => (isByDay ? racedate : racedate.slice(0, 6));
  const dates = balance.flatMap(({ racedate }, at) => {
    const unit = unitOf(racedate);
    if (unit === '' || unit === unitOf(balance[at - 1]?.racedate ?? '')) return [];
    const [year, month, day] = [racedate.slice(0, 4), racedate.slice(4, 6), racedate.slice(6)];
    return [{ at, label: isByDay ? `${month}-${day}` : `${year}-${month}` }];
  });
  return { axis, dates: apart(dates, balance.length / Math.max(1, mostDates)) };
}

/** Only these matter for an axis: a long list would not fit the arguments of Math.max. */
const extremesOf = (balance: readonly BalanceStep[]): readonly number[] => [
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
