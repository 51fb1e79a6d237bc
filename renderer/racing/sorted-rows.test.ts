import { describe, expect, it } from 'vitest';
import { resultRows } from '#shared/racing/result-rows.ts';
import { columnsNamed, FINISH } from '#shared/racing/run-columns.ts';
import { recordSource, sortedRows } from './sorted-rows.ts';

const columns = columnsNamed('t_se', ['horse_number', 'confirmed_win_odds', 'horse_name']);
const rows = [
  { horse_number: '10', confirmed_win_odds: null },
  { horse_number: '9', confirmed_win_odds: '12.0' },
  { horse_number: '2', confirmed_win_odds: '3.5' },
  { horse_number: '1', confirmed_win_odds: '12.0' },
];
const numbers = (sorted: readonly { readonly [field: string]: string | null }[]) =>
  sorted.map((row) => row['horse_number']);

describe('rows in memory', () => {
  it('sort as numbers, with blanks last in either direction', () => {
    expect(numbers(sortedRows(rows, columns, [{ column: 'horse_number', direction: 'ascending' }]))).toEqual([
      '1',
      '2',
      '9',
      '10',
    ]);
    for (const direction of ['ascending', 'descending'] as const) {
      expect(numbers(sortedRows(rows, columns, [{ column: 'confirmed_win_odds', direction }])).at(-1)).toBe(
        '10',
      );
    }
  });

  it('have zeros that mean none with the blanks', () => {
    const withZero = [{ horse_number: '5', confirmed_win_odds: '0.0' }, ...rows];
    for (const direction of ['ascending', 'descending'] as const) {
      const sorted = sortedRows(withZero, columns, [{ column: 'confirmed_win_odds', direction }]);
      expect(numbers(sorted).slice(-2)).toEqual(['5', '10']);
    }
  });

  it('sort by a second column if the first is equal, and keep their order if both are', () => {
    const sort = [
      { column: 'confirmed_win_odds', direction: 'descending' },
      { column: 'horse_number', direction: 'ascending' },
    ] as const;
    expect(numbers(sortedRows(rows, columns, [...sort]))).toEqual(['1', '9', '2', '10']);
    expect(numbers(sortedRows(rows, columns, [sort[0]]))).toEqual(['9', '1', '2', '10']);
    expect(numbers(sortedRows(rows, columns, [{ column: 'no_such', direction: 'ascending' }]))).toEqual(
      numbers(rows),
    );
  });

  it('sort by a second column where the first has the same number in two spellings', () => {
    const odds = [
      { horse_number: '1', confirmed_win_odds: '12.0' },
      { horse_number: '3', confirmed_win_odds: '012.0' },
      { horse_number: '2', confirmed_win_odds: '12' },
    ];
    for (const direction of ['ascending', 'descending'] as const) {
      const sort = [
        { column: 'confirmed_win_odds', direction },
        { column: 'horse_number', direction: 'ascending' },
      ] as const;
      expect(numbers(sortedRows(odds, columns, [...sort]))).toEqual(['1', '2', '3']);
    }
  });

  it('give a grid each cell, null for fields that the record lacks', () => {
    const source = recordSource(rows);
    expect([source.rows, source.cell(2, 'confirmed_win_odds'), source.cell(0, 'idm')]).toEqual([
      4,
      '3.5',
      null,
    ]);
  });

  it.each(['ascending', 'descending'] as const)(
    'put horses without a place after the placed, %s: stopped, disqualified, excluded, cancelled',
    (direction) => {
      const run = (horse_number: string, order_of_finish: string, trouble_classification = '0') => ({
        racekey: '05266411',
        horse_number,
        order_of_finish,
        trouble_classification,
      });
      const troubled = ['1', '2', '4', '3'].map((code, at) => run(String(at + 4), '0', code));
      const result = resultRows([...troubled, run('1', '2'), run('2', '10'), run('3', '1')], [], 'en');
      const sorted = sortedRows(result, [FINISH], [{ column: 'finish', direction }]);
      const placed = direction === 'ascending' ? ['1', '2', '10'] : ['10', '2', '1'];
      expect(sorted.map(({ finish }) => finish)).toEqual([
        ...placed,
        'Stopped',
        'Disqualified',
        'Excluded',
        'Scratched',
      ]);
    },
  );
});
