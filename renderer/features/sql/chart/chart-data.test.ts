import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sqlColumn } from '#shared/catalogue/sql-column.ts';
import { acrossColumns, axisText, firstChart, pointsOf, scaleOf, shortName } from './chart-data.ts';

const column = (name: string, type: 'integer' | 'decimal' | 'date' | 'text') => sqlColumn({ name, type });

const DATE = column('day', 'date');
const NUMBER = column('n', 'integer');
const OTHER = column('mean', 'decimal');
const TEXT = column('who', 'text');

describe('the chart of a result', () => {
  it('begins as the one that suits its columns', () => {
    expect(firstChart([TEXT, DATE, NUMBER])).toEqual({ kind: 'line', x: 'day', y: 'n' });
    expect(firstChart([NUMBER, TEXT])).toEqual({ kind: 'bar', x: 'who', y: 'n' });
    expect(firstChart([NUMBER, OTHER])).toEqual({ kind: 'scatter', x: 'n', y: 'mean' });
    expect(firstChart([NUMBER])).toBeUndefined();
    expect(firstChart([TEXT, DATE])).toBeUndefined();
  });

  it.each([
    ['Tokyo', 'Tokyo'],
    ['Hanshin 11R', 'Hanshin 11R'],
    ['Nakayama 11R', 'Nakayama 1…'],
    ['ルリノルナミランド', 'ルリノルナ…'],
    ['ﾙﾘﾉﾙﾅﾐﾗﾝﾄﾞ', 'ﾙﾘﾉﾙﾅﾐﾗﾝﾄﾞ'],
    ['𠮷田', '𠮷田'],
  ])('writes the name %s below its bar as %s', (name, short) => {
    expect(shortName(name)).toBe(short);
  });

  it('lets text run across only below bars', () => {
    expect(acrossColumns([TEXT, DATE, NUMBER], 'line')).toEqual([DATE, NUMBER]);
    expect(acrossColumns([TEXT, DATE, NUMBER], 'bar')).toEqual([TEXT, DATE, NUMBER]);
  });

  it('draws a line from left to right, and leaves rows without a value out', () => {
    const points = pointsOf(
      { kind: 'line', x: DATE, y: NUMBER },
      ['20261115', '20261101', null, '20261108'],
      ['1', '2', '3', null],
    );
    expect(points.map(({ row }) => row)).toEqual([1, 0]);
    expect((points[1]?.x ?? 0) - (points[0]?.x ?? 0)).toBe(14);
  });

  it('puts bars beside each other in the order of the rows', () => {
    const points = pointsOf({ kind: 'bar', x: TEXT, y: OTHER }, ['b', 'a', null], ['3', 'x', '-1.5']);
    expect(points).toEqual([
      { row: 0, x: 0, y: 3, rawX: 'b', rawY: '3' },
      { row: 2, x: 1, y: -1.5, rawX: null, rawY: '-1.5' },
    ]);
  });
});

describe('columns of a table', () => {
  const of = (name: string) => sqlColumn({ name, type: 'text', of: 'runners' });
  const odds = of('confirmed_win_odds');
  const place = of('order_of_finish');

  it('draw no point for a zero that means none', () => {
    const points = (kind: 'bar' | 'scatter') =>
      pointsOf({ kind, x: odds, y: place }, ['0.0', '2.4', '3.1'], ['01', '02', '00']).map(({ row }) => row);
    expect(points('scatter')).toEqual([1]);
    expect(points('bar')).toEqual([0, 1]);
  });

  it.each([
    ['time_record', 1345, '2:14.5'],
    ['weight_to_carry', 560, '56.0 kg'],
    ['total_prize', 1500, '¥15,000,000'],
    ['confirmed_win_odds', 0, '0'],
    ['order_of_finish', 2, '2'],
  ])('have %s %d on an axis as the cells have it: %s', (name, value, text) => {
    expect(axisText(of(name), value, 'en')).toBe(text);
  });

  it('has computed numbers with commas, and no error of binary fractions', () => {
    expect([1_500_000, 0.15].map((value) => axisText(OTHER, value, 'en'))).toEqual(['1,500,000', '0.15']);
  });
});

describe('an axis', () => {
  it('covers every value with a few round ticks in order', () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 30 }), fc.boolean(), (values, fromZero) => {
        const { from, to, ticks } = scaleOf(values, 5, fromZero);
        expect(from).toBeLessThan(to);
        expect(from).toBeLessThanOrEqual(Math.min(...values) + (to - from) * 1e-9);
        expect(to).toBeGreaterThanOrEqual(Math.max(...values) - (to - from) * 1e-9);
        if (fromZero) expect(from).toBeLessThanOrEqual(0);
        expect(ticks.length).toBeLessThanOrEqual(12);
        expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
      }),
    );
    expect(scaleOf([0.1, 0.35], 5).ticks).toEqual([0.1, 0.15, 0.2, 0.25, 0.3, 0.35]);
    expect(scaleOf([36, 36], 5).ticks).toContain(40);
    expect(scaleOf([], 5)).toEqual({ from: 0, to: 1, ticks: [0, 1] });
  });
});
