// How late the event loop is, told from the runtime's measure of it.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventLoopLag } from './event-loop-lag.ts';

const MILLISECOND = 1e6;

/** A measure whose next readings the test says, in milliseconds between two ticks. */
let measured: number[];
let lateness: EventLoopLag;
beforeEach(() => {
  vi.useFakeTimers();
  measured = [];
  lateness = new EventLoopLag({
    enable: () => true,
    disable: () => true,
    reset: () => void (measured = []),
    percentile: () =>
      (measured.toSorted((a, b) => a - b)[Math.ceil(measured.length / 2) - 1] ?? 0) * MILLISECOND,
    get max() {
      return Math.max(0, ...measured) * MILLISECOND;
    },
  });
});
afterEach(() => {
  lateness.stop();
  vi.useRealTimers();
});

/** What was measured in the next half second. */
function halfSecond(...ticks: number[]): void {
  measured.push(...ticks);
  vi.advanceTimersByTime(500);
}

test('a turn that takes a half second and more by itself is no lateness, before it or after', () => {
  halfSecond(10, 10, 10);
  halfSecond(710);
  expect([lateness.median, lateness.worst]).toEqual([0, 700]);
  halfSecond(10, 10, 10);
  expect([lateness.median, lateness.worst]).toEqual([0, 0]);
});

test('long turns one after another are, until they are over', () => {
  halfSecond(10, 310, 360);
  halfSecond(410, 410);
  expect(lateness.median).toBe(300);
  halfSecond(10, 10, 410);
  expect(lateness.median).toBe(0);
});
