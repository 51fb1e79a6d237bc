import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryCounter } from './memory-counter.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a key has its points once in each window, which begins with the first of them', () => {
  const counter = new MemoryCounter({ points: 2, duration: 10_000 });
  expect(counter.consume('ann')).toEqual({
    isRefused: false,
    remainingPoints: 1,
    consumedPoints: 1,
    msBeforeNext: 10_000,
  });
  vi.advanceTimersByTime(4_000);
  expect(counter.consume('ann')).toMatchObject({ isRefused: false, remainingPoints: 0, msBeforeNext: 6_000 });
  expect(counter.consume('ann')).toMatchObject({ isRefused: true, remainingPoints: 0, consumedPoints: 3 });
  expect(counter.consume('bob')).toMatchObject({ isRefused: false, msBeforeNext: 10_000 });
  vi.advanceTimersByTime(6_000);
  expect(counter.get('ann')).toBeUndefined();
  expect(counter.consume('ann')).toMatchObject({ isRefused: false, consumedPoints: 1, msBeforeNext: 10_000 });
  expect(counter.get('bob')).toMatchObject({ consumedPoints: 1, msBeforeNext: 4_000 });
});

test('a key whose window began again stays when older windows end', () => {
  const counter = new MemoryCounter({ points: 1, duration: 1_000 });
  counter.consume('ann');
  vi.advanceTimersByTime(600);
  counter.consume('bob');
  vi.advanceTimersByTime(500);
  counter.consume('ann');
  vi.advanceTimersByTime(600);
  counter.consume('cay');
  expect(counter.get('ann')).toMatchObject({ consumedPoints: 1, msBeforeNext: 400 });
  expect(counter.get('bob')).toBeUndefined();
});

test('a window is never told to last longer than it does, whatever the fraction of the clock', () => {
  for (let time = 0; time < 1_000; time++) {
    vi.advanceTimersByTime(17.123_456_789);
    const counter = new MemoryCounter({ points: 1, duration: 2_000 });
    expect(counter.consume('ann').msBeforeNext).toBe(2_000);
  }
});
