// Statistics of many values, and how close they must be to those of real racing.

import { expect } from 'vitest';

export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;

export const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((each) => (each - middle) ** 2)));
};

export function expectNear(actual: number, target: number, tolerance: number): void {
  expect(Math.abs(actual - target), `${actual.toFixed(2)} against ${target}`).toBeLessThanOrEqual(tolerance);
}
