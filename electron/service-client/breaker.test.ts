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
  it('that cannot be connected to counts as down after eight tries', () => {
    expect(after(7, UNREACHABLE).judge(0, 'batch')).toBe('go');
    expect(after(8, UNREACHABLE).judge(0, 'batch')).toBe('refuse');
  });

  it('that fails is left time to take smaller windows before it counts as down', () => {
    expect(after(23, FAILED).downUntil).toBeUndefined();
    expect(after(24, FAILED)).toMatchObject({ downUntil: 5_000, failure: FAILED });
  });

  it('never counts as down for what it refuses or throttles', () => {
    for (const kind of ['throttled', 'unauthorized', 'forbidden', 'cut_short'] as const) {
      expect(after(100, { kind }).judge(0, 'batch')).toBe('go');
    }
  });

  it('that is down is tried by one request after the pause, while others wait for what it finds', () => {
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

  it('is tried earlier for a person, a second after it last failed', () => {
    const breaker = after(8, UNREACHABLE);
    expect([999, 1_000].map((now) => breaker.judge(now, 'interactive'))).toEqual(['refuse', 'go']);
  });

  it('is tried again when the request that was to find out was given up', () => {
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

it('whatever happens: one probe at a time, none of its own before the pause is over, and an answer ends it', () => {
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
              // What flies on was sent to a service that counts as up again.
              flying.fill(false);
            }
          }
        }
        expect((breaker.downUntil ?? now) - now).toBeLessThanOrEqual(60_000);
      }
    }),
  );
});
