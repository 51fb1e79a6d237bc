// How many rows each file of an export has.

import { expect, test } from 'vitest';
import { FileSizes } from './file-sizes.ts';

const WIDE = { columns: 143, isLines: true, isJson: false, isMade: true, copiedRows: undefined };

/** The sizes of all files, of which each is taken before the next one is asked for. */
function filesOf(rows: number, sizes: FileSizes, waitingOf: (count: number) => number = () => 0): number[] {
  const files: number[] = [];
  for (let left = rows; left > 0; left -= files.at(-1) ?? left) {
    const count = sizes.next(left);
    files.push(count);
    sizes.took(count, waitingOf(count));
  }
  return files;
}

test('the first and the last file of lines are small, and those between are equal', () => {
  const files = filesOf(90_000, new FileSizes({ ...WIDE, rows: 90_000 }));
  expect(files).toEqual([6918, 25_363, 25_363, 25_363, 6993]);
});

test('lines that wait for others make the files smaller, but never tiny', () => {
  const files = filesOf(30_000, new FileSizes({ ...WIDE, rows: 30_000 }), (count) => count * 4000);
  expect(Math.max(...files.slice(1))).toBeLessThanOrEqual(3146);
  const tiny = filesOf(10_000, new FileSizes({ ...WIDE, rows: 10_000 }), (count) => count * 1_000_000);
  expect(Math.min(...tiny.slice(1, -1))).toBe(1000);
});

test('files that are not lines have one size', () => {
  const sizes = new FileSizes({ ...WIDE, isLines: false, rows: 90_000 });
  sizes.inOrder();
  expect(filesOf(90_000, sizes)).toEqual([22_500, 22_500, 22_500, 22_500]);
});

test('every row is in one file', () => {
  for (const rows of [1, 2, 99, 100, 101, 1234])
    for (const isLines of [true, false]) {
      const files = filesOf(rows, new FileSizes({ ...WIDE, isLines, rows, copiedRows: 100 }));
      expect(files.reduce((sum, count) => sum + count, 0)).toBe(rows);
      expect(Math.max(...files)).toBeLessThanOrEqual(100);
    }
});
