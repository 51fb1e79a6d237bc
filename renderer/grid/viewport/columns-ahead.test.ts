import { describe, expect, it } from 'vitest';
import { columnsAhead } from './columns-ahead.ts';

describe('columns read ahead', () => {
  it('are a few on either side before one scrolls sideways, the nearest first', () => {
    const ahead = columnsAhead(24, 35, 276, 0);
    expect(ahead.slice(0, 3)).toEqual([36, 37, 38]);
    expect([...ahead].toSorted((a, b) => a - b)).toEqual([...range(12, 24), ...range(36, 48)]);
  });

  it('are many where one is headed', () => {
    expect(columnsAhead(24, 35, 276, 1).slice(0, 96)).toEqual(range(36, 132));
    expect(columnsAhead(200, 214, 276, -1).slice(0, 96)).toEqual(range(104, 200).toReversed());
  });

  it('end with the columns that there are', () => {
    expect(columnsAhead(0, 9, 10, 1)).toEqual([]);
    expect(columnsAhead(260, 275, 276, 1)).toEqual(range(240, 260).toReversed());
  });

  it('come by blocks: a step of one column asks for nothing new until a block is passed', () => {
    const far = (last: number): number => Math.max(...columnsAhead(last - 10, last, 276, 1));
    expect([24, 25, 35].map(far)).toEqual([131, 131, 131]);
    expect(far(36)).toBe(143);
  });
});

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);
