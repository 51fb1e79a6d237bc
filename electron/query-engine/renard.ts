// Bins of amounts on a log scale at the Renard numbers (ISO 3, R10): ten to a decade, round, and nearly equal in width.

const SERIES = [100, 125, 160, 200, 250, 315, 400, 500, 630, 800];

/** The number of a step; step 0 is 100, the smallest payoff. */
const boundOf = (step: number): number => {
  const decade = Math.floor(step / SERIES.length);
  return (SERIES[step - decade * SERIES.length] ?? 0) * 10 ** decade;
};

/** The step of the bin that has an amount. */
function stepOf(amount: number): number {
  let step = Math.floor(Math.log10(Math.max(1, amount) / 100) * SERIES.length) - 1;
  while (boundOf(step + 1) <= amount) step += 1;
  return step;
}

/** From each bound to below the next, without gaps, from the bin of `least` to that of `most`; none without amounts. */
export function renardBins(
  least: number | undefined,
  most: number | undefined,
): readonly { readonly from: number; readonly to: number }[] {
  if (least === undefined || most === undefined) return [];
  const first = stepOf(least);
  return Array.from({ length: stepOf(most) - first + 1 }, (_, at) => ({
    from: boundOf(first + at),
    to: boundOf(first + at + 1),
  }));
}
