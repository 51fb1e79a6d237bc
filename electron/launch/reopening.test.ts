import { expect, test } from 'vitest';
import { createReopening } from './reopening.ts';

test('a window that crashes again and again is given up; one that crashes now and then is not', () => {
  let now = 0;
  const mayReopen = createReopening(() => now);
  const crashAt = (at: number) => {
    now = at;
    return mayReopen();
  };
  expect([0, 1000, 2000, 3000].map(crashAt)).toEqual([true, true, true, false]);
  expect([90_000, 150_000, 210_000, 270_000, 330_000].map(crashAt)).toEqual([true, true, true, true, true]);
});
