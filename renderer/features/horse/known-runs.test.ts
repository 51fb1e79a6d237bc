import { expect, it } from 'vitest';
import { knownFrom, timesLookWrong } from './known-runs.ts';

it('distinguishes runs with a stored race from those known only from a later record', () => {
  expect(knownFrom([{ distance: '1600' }, { distance: null }, {}])).toEqual({ stored: 1, unstored: 2 });
});

it('doubts the times if most are impossible, not if the horse was very slow once', () => {
  const run = (time_record: string | null, distance: string | null = '1800') => ({ time_record, distance });
  const [fast, slow] = [run('1090'), run('1605')];
  expect(timesLookWrong([fast, slow])).toBe(false);
  expect(timesLookWrong([fast, slow, slow])).toBe(true);
  expect(timesLookWrong([fast, slow, run(null), run('0'), run('1605', null)])).toBe(false);
  expect(timesLookWrong([])).toBe(false);
});
