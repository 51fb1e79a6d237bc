import { expect, test } from 'vitest';
import { countFormulas, isFormula } from './formula.ts';

test.each(['=1+1', '+cmd', '-', '@SUM(A1)', '\tx', '\r=1', '-3kg', '+', '--3'])(
  '%j reads as a formula',
  (text) => {
    expect(isFormula(text)).toBe(true);
  },
);

test.each(['-3', '+3', '-12.3', '+.5', '-1e5', '3-4', '', 'ディープ', "'=1"])('%j does not', (text) => {
  expect(isFormula(text)).toBe(false);
});

test('they are counted over all cells, nulls aside', () => {
  expect(
    countFormulas([
      [null, '=a', '-3'],
      ['@b', '', '=c'],
    ]),
  ).toBe(3);
});
