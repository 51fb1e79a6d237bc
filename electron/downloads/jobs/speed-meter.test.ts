import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Meter } from './run-progress.ts';

describe('the speed of a job', () => {
  it('is unknown in the first second', () => {
    const meter = new Meter(0);
    expect(meter.read({ at: 500, windows: 1, records: 100 }, 9)).toEqual({ recordsPerSecond: 0 });
  });

  it('follows a steady pace', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 500 }), (windows, left) => {
        const meter = new Meter(0);
        let pace = meter.read({ at: 0, windows: 0, records: 0 }, left);
        for (let done = 1; done <= windows; done += 1) {
          pace = meter.read({ at: done * 2_000, windows: done, records: done * 50 }, left);
        }
        expect(pace.recordsPerSecond).toBeCloseTo(25);
        expect(pace.remainingSeconds).toBeCloseTo(left * 2);
      }),
    );
  });

  it('forgets what happened more than half a minute ago', () => {
    const meter = new Meter(0);
    for (let second = 1; second <= 10; second += 1)
      meter.read({ at: second * 1000, windows: second, records: second * 900 }, 0);
    for (let second = 11; second <= 60; second += 1)
      meter.read({ at: second * 1000, windows: second, records: 9_000 }, 0);
    expect(meter.read({ at: 61_000, windows: 61, records: 9_030 }, 5)).toEqual({
      recordsPerSecond: 1,
      remainingSeconds: 5,
    });
  });
});
