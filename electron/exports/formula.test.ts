import { expect, test } from 'vitest';
import { FormulaCheck, isFormula } from './formula.ts';

test.each([
  '=1+1',
  '+cmd',
  '-',
  '@SUM(A1)',
  '\tx',
  '\r=1',
  '-3kg',
  '+',
  '--3',
  '+ 4 kg',
  '-1e',
  '+1ex5',
  '-3=',
])('%j reads as a formula', (text) => {
  expect(isFormula(text)).toBe(true);
});

test.each(['-3', '+3', '+ 4', '-12.3', '+.5', '-1e5', '+1e+5', '-2.5E-3', '3-4', '', 'ディープ', "'=1"])(
  '%j does not',
  (text) => {
    expect(isFormula(text)).toBe(false);
  },
);

test('formulas are counted over header and cells without nulls, and their columns named', () => {
  const check = new FormulaCheck(false);
  const cells = [
    [null, '=a', '-3'],
    ['b', '', '+ 4'],
    ['@b', '', '=c'],
  ];
  expect(check.header(['a', 'b', "=cmd|' /C calc'!A0"])).toEqual(['a', 'b', "=cmd|' /C calc'!A0"]);
  expect(check.page(cells)).toBe(cells);
  expect(check.count).toBe(4);
  expect(check.columnsOf(['first', 'second', 'third'])).toEqual(['first', 'third']);
});

test('formulas, and only they, get an apostrophe on request', () => {
  const check = new FormulaCheck(true);
  expect(check.header(['=x', 'y'])).toEqual(["'=x", 'y']);
  expect(check.page([[null, '=a', '-3'], ['+ 4', '', '\tz']])).toEqual([
    [null, "'=a", '-3'],
    ['+ 4', '', "'\tz"],
  ]); // prettier-ignore
  expect(check.count).toBe(3);
});
