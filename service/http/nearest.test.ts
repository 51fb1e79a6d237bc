// Which known name a mistyped one is taken for.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FILTER_NAMES } from '#shared/catalogue/table.ts';
import { nearest } from './nearest.ts';

test.each([
  ['racekye', 'racekey'],
  ['RaceKey', 'racekey'],
  ['start_date', 'start_racedate'],
  ['horseid', 'horse_id'],
  ['ketonum', 'kettonum'],
])('%s is taken for %s', (typed, meant) => {
  expect(nearest(typed, FILTER_NAMES)).toBe(meant);
});

test('another word is taken for nothing', () => {
  expect(nearest('limit', FILTER_NAMES)).toBeUndefined();
  expect(nearest('', FILTER_NAMES)).toBeUndefined();
});

test('a known name is taken for itself, with one letter more too', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FILTER_NAMES), fc.nat(8), (name, at) => {
      expect(nearest(name, FILTER_NAMES)).toBe(name);
      expect(nearest(`${name.slice(0, at)}x${name.slice(at)}`, FILTER_NAMES)).toBe(name);
    }),
  );
});
