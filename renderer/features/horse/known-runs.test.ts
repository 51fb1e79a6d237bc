import { expect, it } from 'vitest';
import { knownFrom } from './known-runs.ts';

it('distinguishes runs with a stored race from those known only from a later record', () => {
  expect(knownFrom([{ distance: '1600' }, { distance: null }, {}])).toEqual({ stored: 1, unstored: 2 });
});
