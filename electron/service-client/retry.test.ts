import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestFailure } from './failure.ts';
import { judge, LONGEST_PAUSE_MS } from './retry.ts';
import { readRetryAfter } from './rate-headers.ts';

const NEVER: readonly RequestFailure[] = [
  { kind: 'unauthorized' },
  { kind: 'forbidden' },
  { kind: 'refused', status: 400, message: '' },
  { kind: 'too_large', message: '' },
  { kind: 'disk_full' },
  { kind: 'not_the_service', problem: '' },
  { kind: 'failed', status: 501 },
];
const AGAIN: readonly RequestFailure[] = [
  { kind: 'unreachable' },
  { kind: 'timeout' },
  { kind: 'cut_short' },
  { kind: 'throttled' },
  { kind: 'failed', status: 408 },
  { kind: 'failed', status: 503, retryAfter: 3_000 },
];
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('a failed request', () => {
  it.each(NEVER)('is never retried for $kind', (failure) => {
    expect(judge(failure, 1, 0.5)).toEqual({ do: 'give_up' });
  });

  it.each(AGAIN)('is retried for $kind, but not forever', (failure) => {
    expect(judge(failure, 1, 0.5).do).toBe('again');
    expect(judge(failure, 6, 0.5)).toEqual({ do: 'give_up' });
  });

  it('waits at least as long as the service asked, or is parked if that is too long', () => {
    fc.assert(
      fc.property(fc.nat(400_000), fc.integer({ min: 1, max: 5 }), random, (retryAfter, attempt, at) => {
        const verdict = judge({ kind: 'throttled', retryAfter }, attempt, at);
        const parked = { do: 'park', pauseMs: retryAfter };
        const again = {
          do: 'again',
          afterMs: expect.toSatisfy((ms: number) => ms >= retryAfter && ms <= retryAfter + 10_000),
        };
        expect(verdict).toEqual(retryAfter > LONGEST_PAUSE_MS ? parked : again);
      }),
    );
  });

  it('is retried at a random time within a growing span', () => {
    const waits = (at: number) => [1, 2].map((attempt) => judge({ kind: 'unreachable' }, attempt, at));
    expect(waits(0)).toEqual([
      { do: 'again', afterMs: 0 },
      { do: 'again', afterMs: 0 },
    ]);
    expect(waits(0.5)).toEqual([
      { do: 'again', afterMs: 125 },
      { do: 'again', afterMs: 250 },
    ]);
  });
});

describe('Retry-After', () => {
  const NOW = Date.UTC(2026, 10, 20);

  it('is a day at most, however absurd', () => {
    const day = 86_400_000;
    for (const header of ['86401', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])
      expect(readRetryAfter(header, NOW)).toBe(day);
  });

  it('reads seconds', () => {
    fc.assert(
      fc.property(fc.nat(86_400), (seconds) => {
        expect(readRetryAfter(String(seconds), NOW)).toBe(seconds * 1000);
      }),
    );
  });

  it('reads a date, a past one as no wait', () => {
    expect(readRetryAfter(new Date(NOW + 5_000).toUTCString(), NOW)).toBe(5_000);
    expect(readRetryAfter(new Date(NOW - 5_000).toUTCString(), NOW)).toBe(0);
  });

  it.each([undefined, '', '-5', 'soon', '1.5'])('ignores %j', (header) => {
    expect(readRetryAfter(header, NOW)).toBeUndefined();
  });
});
