import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES, RailbirdError } from '#shared/errors.ts';
import { outcomeOf, waitsForKey, waitsForNetwork, waitsForQuota } from './job-outcome.ts';

const ended = (code: (typeof ERROR_CODES)[number], values = {}) => ({
  ended: new RailbirdError(code, values),
  reasons: [],
});

describe('the outcome of a job', () => {
  it('is done if everything was fetched, and incomplete otherwise', () => {
    expect(outcomeOf({ reasons: [] }, 0)).toEqual({ state: 'done' });
    const reasons = [{ table: 'd_se', reason: 'not_fetched', where: '20261101' }] as const;
    expect(outcomeOf({ reasons }, 0)).toEqual({ state: 'incomplete' });
    const failed = new RailbirdError('SERVICE_FAILED', { status: 500 });
    expect(outcomeOf({ reasons: [], failed }, 0)).toEqual({
      state: 'incomplete',
      error: { code: 'SERVICE_FAILED', values: { status: 500 } },
    });
  });

  it.each([
    ['UNAUTHORIZED', 'paused'],
    ['FORBIDDEN', 'paused'],
    ['KEY_MISSING', 'paused'],
    ['TOO_MANY_REQUESTS', 'parked'],
    ['UNREACHABLE', 'parked'],
    ['SERVICE_FAILED', 'parked'],
    ['CANCELLED', 'waiting'],
    ['NOT_CONNECTED', 'waiting'],
    ['ARCHIVE_FAILED', 'failed'],
    ['NOT_THE_SERVICE', 'failed'],
  ] as const)('after %s is %s', (code, state) => {
    expect(outcomeOf(ended(code), 1).state).toBe(state);
  });

  it('parks for as long as the service asks, longer after each failed attempt, and otherwise for 15 minutes at most', () => {
    expect(outcomeOf(ended('TOO_MANY_REQUESTS', { seconds: 600 }), 1).parkMs).toBe(600_000);
    fc.assert(
      fc.property(fc.nat(100), (vain) => {
        const once = outcomeOf(ended('UNREACHABLE'), vain).parkMs ?? 0;
        const again = outcomeOf(ended('UNREACHABLE'), vain + 1).parkMs ?? 0;
        expect(again).toBeGreaterThanOrEqual(once);
        expect(once).toBeGreaterThanOrEqual(15_000);
        expect(again).toBeLessThanOrEqual(900_000);
      }),
    );
  });

  it('exists for every error, and only a parked job has a time', () => {
    for (const code of ERROR_CODES) {
      const { state, parkMs } = outcomeOf(ended(code), 1);
      expect(parkMs !== undefined).toBe(state === 'parked');
      expect(state).not.toBe('done');
    }
  });

  it('distinguishes jobs that wait for a key, for the network and for a quota', () => {
    const unauthorized = { code: 'UNAUTHORIZED', values: {} };
    expect(waitsForKey({ state: 'paused', error: unauthorized })).toBe(true);
    expect(waitsForKey({ state: 'paused' })).toBe(false);
    expect(waitsForNetwork({ state: 'parked', error: { code: 'UNREACHABLE' } })).toBe(true);
    expect(waitsForNetwork({ state: 'parked', error: { code: 'TOO_MANY_REQUESTS' } })).toBe(false);
    expect(waitsForQuota({ state: 'parked', error: { code: 'TOO_MANY_REQUESTS' } })).toBe(true);
    expect(waitsForQuota({ state: 'parked', error: { code: 'UNREACHABLE' } })).toBe(false);
  });
});
