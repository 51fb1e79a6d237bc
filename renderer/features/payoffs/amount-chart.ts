// The histogram of a bet's payoffs: where each bin lies on the log axis, how high it is, and how many lie below. Pure.

import type { PayoffsOfBet } from '#shared/bridge/payoffs.ts';

type Bins = PayoffsOfBet['bins'];

export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** Percent of all payoffs: in the bin, and up to its end. */
  readonly share: number;
  readonly upTo: number;
  /** From the left edge, 0 to 1. */
  readonly left: number;
  readonly width: number;
}

export interface AmountAxis {
  /** From the left edge, 0 to 1; amounts outside the bins lie on the edges. */
  readonly at: (amount: number) => number;
  /** Powers of ten, and between them two and five times as much where there is room. */
  readonly ticks: readonly number[];
}

/** More decades than this leave no room for ticks between them. */
const MOST_DECADES = 3;

export function amountAxis(bins: Bins): AmountAxis {
  const [least, most] = [bins[0]?.from ?? 100, bins.at(-1)?.to ?? 1000];
  const decades = Math.log10(most / least);
  const at = (amount: number): number =>
    Math.min(1, Math.max(0, Math.log10(Math.max(least, amount) / least) / decades));
  const first = Math.floor(Math.log10(least) + 1e-9);
  const steps = decades > MOST_DECADES ? [1] : [1, 2, 5];
  const ticks = Array.from({ length: Math.ceil(decades) + 2 }, (_, power) =>
    steps.map((step) => step * 10 ** (first + power)),
  ).flat();
  return { at, ticks: ticks.filter((tick) => tick >= least && tick <= most) };
}

export function barsOf(bins: Bins, { at }: AmountAxis): readonly Bar[] {
  const all = bins.reduce((sum, { n }) => sum + n, 0);
  let below = 0;
  return bins.map(({ from, to, n }) => {
    below += n;
    const left = at(from);
    return { from, to, n, share: (100 * n) / all, upTo: (100 * below) / all, left, width: at(to) - left };
  });
}

/** The bin with the most payoffs; of several the lowest. Undefined without bins. */
export const fullest = (bars: readonly Bar[]): Bar | undefined =>
  bars.reduce<Bar | undefined>((most, bar) => (most === undefined || bar.n > most.n ? bar : most), undefined);
