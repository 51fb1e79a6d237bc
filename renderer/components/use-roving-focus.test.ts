import { describe, expect, it } from 'vitest';
import { stopAfter } from './use-roving-focus.ts';

/** Row 1 has no past run, row 3 begins at column 1. */
const stops = ['0,0', '0,1', '0,2', '1,0', '3,1', '3,2'].map((at) => {
  const [row, column] = at.split(',').map(Number);
  return { row: row ?? 0, column: column ?? 0 };
});
const after = (row: number, column: number, key: string) => stopAfter(stops, { row, column }, key);

describe('arrow keys in a plain table', () => {
  it('move along the row and stop at its ends', () => {
    expect(after(0, 0, 'ArrowRight')).toEqual({ row: 0, column: 1 });
    expect(after(0, 2, 'ArrowRight')).toBeUndefined();
    expect(after(0, 2, 'Home')).toEqual({ row: 0, column: 0 });
  });

  it('move to the nearest stop of the next row that has one', () => {
    expect(after(0, 2, 'ArrowDown')).toEqual({ row: 1, column: 0 });
    expect(after(1, 0, 'ArrowDown')).toEqual({ row: 3, column: 1 });
    expect(after(3, 2, 'PageUp')).toEqual({ row: 0, column: 2 });
    expect(after(3, 2, 'ArrowDown')).toBeUndefined();
  });

  it('move down from the heads into the first row', () => {
    expect(after(-1, 0, 'ArrowDown')).toEqual({ row: 0, column: 0 });
    expect(after(-1, 0, 'ArrowUp')).toBeUndefined();
    expect(after(-1, 0, 'ArrowRight')).toBeUndefined();
  });

  it('ignore other keys', () => {
    expect(after(0, 0, 'a')).toBeUndefined();
  });
});
