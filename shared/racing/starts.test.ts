import { expect, it } from 'vitest';
import { placeOfStart, startedUnplaced } from '#shared/racing/starts.ts';

it('a start has a place if it has a position', () => {
  expect(['1', '01', '０７', '00', '', null, undefined, 'x'].map(placeOfStart)).toEqual([
    1, 1, 7, undefined, undefined, undefined, undefined, undefined,
  ]); // prettier-ignore
});

it('who was pulled up or disqualified started; who was scratched or excluded did not, nor who has no result', () => {
  expect(['3', '4', '04', '1', '2', '02', '0', '', null].map(startedUnplaced)).toEqual([
    true, true, true, false, false, false, false, false, false,
  ]); // prettier-ignore
});
