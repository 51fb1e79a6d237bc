// Figures that benchmarks print.

/** Of an odd number of runs, the middle one. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const rounded = (value: number, digits = 3): number => Number(value.toPrecision(digits));
