import { expect, test } from 'vitest';
import { isKey } from './new-key.ts';

test('a key is told from a name that only has something like it inside', () => {
  expect(['rba_x', 'rbu_x'].map(isKey)).toEqual([true, true]);
  expect(['anna', 'my-rba_x', ' rbu_x', 'rbx_x'].map(isKey)).toEqual([false, false, false, false]);
});
