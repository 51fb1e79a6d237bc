import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countingSleep, createClock, systemClock, wallTimeOf } from './clock.ts';

const HOUR = 3_600_000;

describe('monotonic time', () => {
  it('counts the hours for which the computer slept', () => {
    let [passed, up] = [500, 90_000];
    const time = countingSleep(() => passed, () => up); // prettier-ignore
    const before = time();
    passed += 1_000;
    up += 8 * HOUR;
    expect(time() - before).toBeGreaterThanOrEqual(8 * HOUR - 1_000);
  });

  it('is even and never goes back if the uptime is in whole seconds, or wrong', () => {
    let passed = 0;
    let reported = 0;
    const time = countingSleep(() => passed, () => reported); // prettier-ignore
    for (let last = time(); passed < 100_000; last = time()) {
      passed += 137;
      reported = passed > 60_000 ? 0 : Math.floor(passed / 1000) * 1000;
      expect(time() - last).toBe(137);
    }
  });
});

describe('the computer’s clock', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([-9 * HOUR, 9 * HOUR])('changes the date when it is set by %d ms, but not monotonic time', (ms) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const [date, passed] = [systemClock.now(), systemClock.monotonic()];
    vi.setSystemTime(date + ms);
    expect(systemClock.now()).toBe(date + ms);
    const since = systemClock.monotonic() - passed;
    expect(since).toBeGreaterThanOrEqual(0);
    expect(since).toBeLessThan(HOUR);
  });
});

describe('a wait', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A clock over the faked timers, whose computer can be put to sleep. */
  function sleeper() {
    let slept = 0;
    const clock = createClock(() => 0, () => performance.now() + slept); // prettier-ignore
    return { clock, sleep: (ms: number) => (slept += ms) };
  }

  it('ends soon after the computer wakes if its time came during sleep', () => {
    const { clock, sleep } = sleeper();
    const run = vi.fn();
    clock.after(HOUR, run);
    vi.advanceTimersByTime(10_000);
    sleep(8 * HOUR);
    vi.advanceTimersByTime(15_000);
    expect(run).toHaveBeenCalledOnce();
  });

  it.each([25 * 24 * HOUR, 999_999_999_999_000])(
    'of %d ms, longer than a timer can run, neither ends nor keeps the processor busy',
    (ms) => {
      const { clock } = sleeper();
      const run = vi.fn();
      const set = vi.spyOn(globalThis, 'setTimeout');
      clock.after(ms, run);
      vi.advanceTimersByTime(60_000);
      expect(run).not.toHaveBeenCalled();
      expect(set.mock.calls.length).toBeLessThan(10);
      expect(Math.max(...set.mock.calls.map(([, wait]) => wait ?? 0))).toBeLessThan(2 ** 31);
    },
  );

  it('does not call back once it was cancelled', () => {
    const { clock } = sleeper();
    const run = vi.fn();
    const cancel = clock.after(HOUR, run);
    vi.advanceTimersByTime(20_000);
    cancel();
    vi.advanceTimersByTime(2 * HOUR);
    expect(run).not.toHaveBeenCalled();
  });

  it('of no time calls back later, not at once', () => {
    const { clock } = sleeper();
    const run = vi.fn();
    clock.after(Number.NaN, run);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledOnce();
  });
});

it('an instant keeps the same date until the clock is set', () => {
  let [now, passed] = [1_000_000, 50];
  const clock = createClock(() => now, () => passed); // prettier-ignore
  const reported = wallTimeOf(clock, 10_050);
  expect(reported).toBe(1_010_000);
  [now, passed] = [now + 501, passed + 500];
  expect(wallTimeOf(clock, 10_050, reported)).toBe(reported);
  now -= 9 * HOUR;
  expect(wallTimeOf(clock, 10_050, reported)).toBe(reported + 1 - 9 * HOUR);
});
