import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Breaker } from './breaker.ts';
import type { RequestFailure } from './failure.ts';

const UNREACHABLE: RequestFailure = { kind: 'unreachable' };
const FAILED: RequestFailure = { kind: 'failed', status: 503 };

/** A breaker after so many failures in a row at time 0. */
function after(failures: number, failure: RequestFailure): Breaker {
  const breaker = new Breaker();
  for (let count = 0; count < failures; count += 1) breaker.end(0, failure, breaker.start());
  return breaker;
}

describe('a service', () => {
  it('counts as down after eight attempts without a connection', () => {
    expect(after(7, UNREACHABLE).judge(0, 'batch')).toBe('go');
    expect(after(8, UNREACHABLE).judge(0, 'batch')).toBe('refuse');
  });

  it('counts as down only after many failed requests, so that smaller windows can be tried', () => {
    expect(after(23, FAILED).downUntil).toBeUndefined();
    expect(after(24, FAILED)).toMatchObject({ downUntil: 5_000, failure: FAILED });
  });

  it('never counts as down for refusing or throttling', () => {
    for (const kind of ['throttled', 'unauthorized', 'forbidden', 'cut_short'] as const) {
      expect(after(100, { kind }).judge(0, 'batch')).toBe('go');
    }
  });

  it('is probed by one request after the pause, while others wait for the outcome', () => {
    const breaker = after(8, UNREACHABLE);
    expect(breaker.judge(4_999, 'batch')).toBe('refuse');
    expect(breaker.judge(5_000, 'batch')).toBe('go');
    const isProbe = breaker.start();
    expect([isProbe, breaker.judge(5_000, 'interactive')]).toEqual([true, 'wait']);
    breaker.end(5_100, UNREACHABLE, isProbe);
    expect(breaker.downUntil).toBe(15_100);
    breaker.end(20_000, undefined, breaker.start());
    expect(breaker.judge(20_000, 'batch')).toBe('go');
  });

  it('is probed earlier by an interactive request, a second after its last failure', () => {
    const breaker = after(8, UNREACHABLE);
    expect([999, 1_000].map((now) => breaker.judge(now, 'interactive'))).toEqual(['refuse', 'go']);
  });

  it('is probed again if the probe was cancelled', () => {
    const breaker = after(8, UNREACHABLE);
    breaker.giveUp(breaker.start());
    expect(breaker.judge(5_000, 'batch')).toBe('go');
  });
});

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('pass' as const), ms: fc.nat(90_000) }),
    fc.record({ do: fc.constant('ask' as const), priority: fc.constantFrom('interactive', 'batch') }),
    fc.record({
      do: fc.constant('end' as const),
      at: fc.nat(3),
      failure: fc.constantFrom(undefined, UNREACHABLE, FAILED, { kind: 'timeout' } as RequestFailure),
    }),
    fc.record({ do: fc.constant('give up' as const), at: fc.nat(3) }),
  ),
  { maxLength: 200 },
);

it('in any order of events: one probe at a time, no batch request before the pause is over, and an answer ends it', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const breaker = new Breaker();
      const flying: boolean[] = [];
      let now = 0;
      for (const step of all) {
        if (step.do === 'pass') now += step.ms;
        else if (step.do === 'ask') {
          const { downUntil } = breaker;
          const verdict = breaker.judge(now, step.priority);
          const isFindingOut = flying.includes(true) && downUntil !== undefined;
          if (downUntil === undefined) expect(verdict).toBe('go');
          else if (isFindingOut) expect(verdict).toBe('wait');
          else if (step.priority === 'batch') expect(verdict).toBe(now < downUntil ? 'refuse' : 'go');
          if (verdict === 'go') flying.push(breaker.start());
        } else {
          const [wasProbe] = flying.splice(step.at, 1);
          if (wasProbe === undefined) continue;
          if (step.do === 'give up') breaker.giveUp(wasProbe);
          else {
            breaker.end(now, step.failure, wasProbe);
            if (step.failure === undefined) {
              expect(breaker.downUntil).toBeUndefined();
              // Requests still in flight were sent before the service was known to be up again.
              flying.fill(false);
            }
          }
        }
        expect((breaker.downUntil ?? now) - now).toBeLessThanOrEqual(60_000);
      }
    }),
  );
});
