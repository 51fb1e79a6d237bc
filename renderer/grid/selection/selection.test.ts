import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { cellsIn, everything, extended, rectangleOf, wholeColumns } from './selection.ts';
import { figuresOf, figureWriter } from './selection-figures.ts';

const size = { rows: 100, columns: 10, page: 20, top: -1 as const };
const at = { row: 50, column: 5 };

describe('a selection', () => {
  it('grows from where it began, and shrinks back over it', () => {
    const down = extended(undefined, at, 'ArrowDown', false, size);
    const back = extended(down, at, 'ArrowUp', false, size);
    const up = extended(back, at, 'ArrowUp', false, size);
    expect(down && rectangleOf(down)).toEqual({ top: 50, bottom: 51, left: 5, right: 5 });
    expect(up && rectangleOf(up)).toEqual({ top: 49, bottom: 50, left: 5, right: 5 });
  });

  it('reaches the edge with Ctrl and stays off the heads', () => {
    const up = extended(undefined, at, 'ArrowUp', true, size);
    expect(up?.extent.row).toBe(0);
    expect(extended(up, at, 'ArrowUp', false, size)?.extent.row).toBe(0);
    expect(extended(undefined, at, 'End', true, size)?.extent).toEqual({ row: 99, column: 9 });
    expect(extended(undefined, at, 'x', false, size)).toBeUndefined();
  });

  it('may be everything, or whole columns', () => {
    expect(cellsIn(rectangleOf(everything(100, 10)))).toBe(1000);
    expect(cellsIn(rectangleOf(wholeColumns(100, 3, 2)))).toBe(200);
  });
});

describe('figures of a selection', () => {
  const columns = ['horse_number', 'horse_name', 'win_odds'].flatMap(
    (name) => TABLES.t_pd.columns.find((column) => column.name === name) ?? [],
  );

  it('cover the numbers in numeric columns, without blanks', () => {
    const cells = [
      ['01', '02', '03', null],
      ['アカツキ', '12', '', ' '],
      ['3.5', ' 12.0', '', 'x'],
    ];
    expect(figuresOf(columns, cells)).toEqual({
      cells: 12, count: 8, numbers: 5, sum: 21.5, mean: 4.3, median: 3, min: 1, max: 12,
    }); // prettier-ignore
  });

  it('are of gaps as they are drawn: the winner’s is negative', () => {
    const gaps = TABLES.d_se.columns.filter(({ name }) => name === 'time_deff');
    const cells = [['1', '1', '5']];
    expect(figuresOf(gaps, cells, [['01', '2', '3']])).toMatchObject({ sum: 5, min: -1 });
    expect(figuresOf(gaps, cells)).toMatchObject({ sum: 7, min: 1 });
  });

  it('are absent if there are no numbers', () => {
    expect(figuresOf(columns.slice(1, 2), [['アカツキ', null]])).toEqual({ cells: 2, count: 1, numbers: 0 });
  });

  it('have a median between the middle two of an even number', () => {
    expect(figuresOf(columns.slice(0, 1), [['04', '01', '02', '03']]).median).toBe(2.5);
  });
});

describe('a figure', () => {
  const named = (name: string) => TABLES.d_se.columns.filter((column) => column.name === name);
  const written = (value: number, ...names: string[]) => figureWriter(names.flatMap(named), 'en')?.(value);

  it('excludes a zero that means none', () => {
    expect(figuresOf(named('corner1_order'), [['00', '04', '02']])).toMatchObject({
      count: 3,
      numbers: 2,
      min: 2,
    });
    expect(figuresOf(named('horse_weight'), [['000', '480', '470']])).toMatchObject({
      numbers: 2,
      min: 470,
      mean: 475,
    });
    expect(figuresOf(named('weight_cycling'), [['0', '+4']])).toMatchObject({ numbers: 2, min: 0 });
  });

  it('is formatted like the cells', () => {
    expect(written(1234.567, 'corner1_order', 'idm')).toBe('1,234.57');
    expect(written(731, 'time_record')).toBe('1:13.1');
    expect(written(14.25, 'time_deff')).toBe('1.43');
  });

  it('is absent if units differ, and is not affected by keys', () => {
    expect(written(5, 'time_deff', 'idm')).toBeUndefined();
    expect(written(5, 'time_record', 'time_deff')).toBeUndefined();
    expect(written(5, 'idm', 'horse_name')).toBe('5');
  });
});
