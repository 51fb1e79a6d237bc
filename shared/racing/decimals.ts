// Sums of decimal figures are made in thousandths, because 0.1 + 0.2 is not 0.3.

export const THOUSAND = 1000;

/** A figure in whole thousandths. */
export const thousandths = (value: number): number => Math.round(value * THOUSAND);

/** The sum, with no more decimals than its parts have (at most three). */
export const decimalSum = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + thousandths(value), 0) / THOUSAND;
