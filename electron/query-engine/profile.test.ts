import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber } from '#shared/catalogue/reading.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { plainValue } from '../testing/plainly.ts';
import { QueryEngine } from './query-engine.ts';
import { quantile } from './spread.ts';

const COLUMNS = TABLES.t_se.columns;

const rowSetOf = (rows: readonly Readonly<Record<string, string | null>>[]) =>
  new QueryEngine().open(COLUMNS, {
    size: 'small',
    records: rows.length,
    cells: (names) => names.map((name) => rows.map((row) => row[name] ?? null)),
  });

const value = fc.option(
  fc.oneof(
    fc.integer({ min: -40, max: 90 }).map(String),
    fc.integer({ min: -400, max: 900 }).map((tenths) => (tenths / 10).toFixed(1)),
    fc.constantFrom('', '1.5', '+ 4', '07', '7', '7.0', 'x'),
  ),
);

describe('the profile of a column', () => {
  it('equals the one computed value by value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(value), async (cells) => {
        const rowSet = rowSetOf(cells.map((idm) => ({ idm })));
        const profile = await rowSet.query('profile', { column: 'idm' });
        const filled = cells.filter((cell) => cell !== null && cell.trim() !== '');
        expect(profile).toMatchObject({
          records: cells.length,
          filled: filled.length,
          distinct: new Set(filled.map((cell) => plainValue(cell, 'idm'))).size,
        });
        const numbers = filled.flatMap((cell) => readNumber(cell) ?? []).toSorted((a, b) => a - b);
        const statistics = await rowSet.query('statistics', { columns: ['idm'], from: 0, to: cells.length });
        expect(statistics).toMatchObject({
          cells: cells.length,
          count: filled.length,
          numbers: numbers.length,
        });
        const { numeric } = profile;
        expect(numeric === undefined).toBe(numbers.length === 0);
        if (!numeric) return;
        const sum = numbers.reduce((total, number) => total + number, 0);
        expect([numeric.min, numeric.max]).toEqual([numbers[0], numbers.at(-1)]);
        for (const [share, figure] of [
          [0.25, numeric.q1],
          [0.5, numeric.median],
          [0.75, numeric.q3],
        ] as const) {
          expect(figure).toBeCloseTo(quantile(numbers, share), 6);
        }
        expect(statistics.sum).toBeCloseTo(sum, 6);
        expect(statistics.median).toBeCloseTo(numeric.median, 6);
        expect(numeric.mean).toBeCloseTo(sum / numbers.length, 6);
        expect(numeric.histogram.reduce((total, { count }) => total + count, 0)).toBe(numbers.length);
        const [last] = numeric.histogram.slice(-1);
        for (const { from, to, count } of numeric.histogram) {
          const inside = numbers.filter(
            (number) => number >= from && (number < to || (to === last?.to && number <= to)),
          );
          expect(inside.length).toBe(count);
        }
      }),
    );
  });

  it('leaves out zeros that mean "none"', async () => {
    const places = ['00', '3', '1', '0', null, '2'];
    const rowSet = rowSetOf(places.map((order_of_finish) => ({ order_of_finish, idm: order_of_finish })));
    const range = { from: 0, to: places.length };
    const [ofPlaces, ofIndices] = await Promise.all(
      ['order_of_finish', 'idm'].map((column) => rowSet.query('profile', { column })),
    );
    expect(ofPlaces).toMatchObject({ filled: 5, numeric: { numbers: 3, min: 1, max: 3, mean: 2 } });
    expect(ofIndices).toMatchObject({ filled: 5, numeric: { numbers: 5, min: 0, max: 3 } });
    const statistics = await rowSet.query('statistics', { columns: ['order_of_finish'], ...range });
    expect(statistics).toMatchObject({ cells: 6, count: 5, numbers: 3, min: 1, mean: 2 });
    const { whole } = await rowSet.query('groups', { by: ['racekey'], measures: ['order_of_finish'] });
    expect(whole.measures).toEqual([{ column: 'order_of_finish', n: 3, sum: 6, mean: 2 }]);
  });

  it('leaves out the zero weight of a horse that was not weighed', async () => {
    const rowSet = rowSetOf(['000', '480', '470', '0'].map((horse_weight) => ({ horse_weight })));
    const profile = await rowSet.query('profile', { column: 'horse_weight' });
    expect(profile.numeric).toMatchObject({ numbers: 2, min: 470, mean: 475 });
  });

  it('counts a number once, however it is written', async () => {
    const rowSet = rowSetOf([{ idm: '07' }, { idm: '7' }, { idm: '7.0' }, { idm: null }]);
    const { numeric, distinct, top } = await rowSet.query('profile', { column: 'idm' });
    expect(numeric?.histogram).toEqual([{ from: 7, to: 7, count: 3 }]);
    expect([distinct, top]).toEqual([1, [{ raw: '07', count: 3 }]]);
    const list = await rowSet.query('values', { column: 'idm', limit: 10 });
    expect(list).toMatchObject({
      values: [
        { raw: '07', count: 3 },
        { raw: null, count: 1 },
      ],
      distinct: 2,
    });
    // What one spelling is found by finds the value with all of its rows, as a click on it does.
    const found = await rowSet.query('values', { column: 'idm', limit: 10, contains: '7.0' });
    expect(found.values).toEqual([{ raw: '07', count: 3 }]);
  });

  it('counts a start for each horse that ran, wherever it finished, and none for one that did not', async () => {
    const outcomes = [
      ['1', '0'],
      ['02', null],
      ['3', '5'],
      ['12', '0'],
      ['0', '3'],
      ['0', '1'],
      [null, '2'],
      [null, null],
    ] as const;
    const rowSet = rowSetOf(
      outcomes.map(([order_of_finish, trouble_classification]) => ({
        order_of_finish,
        trouble_classification,
      })),
    );
    const { whole } = await rowSet.query('groups', { by: ['racekey'] });
    expect(whole.finish).toEqual({ starts: 5, first: 1, firstTwo: 2, firstThree: 3 });
  });
});
