import { expect, it } from 'vitest';
import { openLabel } from './open-label.ts';

it('has the number that is seen, once, and digits of another number are not it', () => {
  expect(openLabel('41', 'Tokyo: open 41 records')).toBe('Tokyo: open 41 records');
  expect(openLabel('1,041', '東京: 1,041件を表示')).toBe('東京: 1,041件を表示');
  expect(openLabel('40', 'Tokyo: open 41 records')).toBe('40 · Tokyo: open 41 records');
  expect(openLabel('0', '2101～2700m: 1件を表示')).toBe('0 · 2101～2700m: 1件を表示');
  expect(openLabel('1', '2701m～: 2件を表示')).toBe('1 · 2701m～: 2件を表示');
});
