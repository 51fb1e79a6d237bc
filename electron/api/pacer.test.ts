import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pacer, START_BURST, START_RATE } from './pacer.ts';
import { readRateHeaders } from './rate-headers.ts';

/** Sends as soon as allowed, `count` times; the moments of sending. */
function send(pacer: Pacer, count: number, from = 0, advertised = {}): number[] {
  let now = from;
  return Array.from({ length: count }, () => {
    now += pacer.delay(now);
    pacer.take(now);
    pacer.clean(now, advertised);
    return now;
  });
}

describe('the pacer', () => {
  it('begins with a burst and goes on at about the start rate', () => {
    const moments = send(new Pacer(0), START_BURST + 2);
    expect(moments.slice(0, START_BURST).every((moment) => moment === 0)).toBe(true);
    expect(moments[START_BURST]).toBeGreaterThan(0);
    expect(moments[START_BURST]).toBeLessThanOrEqual(1000 / START_RATE);
  });

  it('never sends more than its burst and its rate allow', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2_000), { minLength: 1, maxLength: 60 }), (gaps) => {
        const pacer = new Pacer(0);
        let [now, sent] = [0, 0];
        for (const gap of gaps) {
          now += gap;
          while (pacer.delay(now) === 0) {
            pacer.take(now);
            sent += 1;
          }
        }
        expect(sent).toBeLessThanOrEqual(START_BURST + (now / 1000) * START_RATE + 0.001);
      }),
    );
  });

  it('grows while all is clean, up to what the server grants', () => {
    const pacer = new Pacer(0);
    send(pacer, 100, 0, { perSecond: 5, burst: 10 });
    expect(pacer.pace.perSecond).toBeCloseTo(4.95);
  });

  it('comes near a friendlier limit within a few answers', () => {
    const pacer = new Pacer(0);
    send(pacer, 4, 0, { perSecond: 1_000, burst: 1_000 });
    expect(pacer.pace.perSecond).toBeGreaterThan(900);
  });

  it('halves on a 429 and sends nothing until the pause is over', () => {
    fc.assert(
      fc.property(fc.option(fc.nat(100_000), { nil: undefined }), (pause) => {
        const pacer = new Pacer(0, { perSecond: 8 });
        pacer.throttled(0, pause);
        expect(pacer.pace.perSecond).toBe(4);
        expect(pacer.delay(0)).toBe(Math.max(1_000, pause ?? 0));
        expect(pacer.delay(pacer.pausedUntil)).toBe(0);
      }),
    );
  });

  it('waits when the server says that nothing is left', () => {
    const pacer = new Pacer(0);
    pacer.take(0);
    pacer.clean(0, { remaining: 0, renewsInMs: 2_000 });
    expect(pacer.delay(0)).toBe(2_000);
    expect(pacer.delay(2_000)).toBe(0);
  });

  it('gives way to others where less is left than its own requests took', () => {
    const policy = { perSecond: 5, burst: 10, quota: { requests: 10, windowMs: 2_000 } };
    const pacer = new Pacer(0);
    pacer.take(0);
    pacer.counted(10);
    pacer.clean(10, { ...policy, remaining: 9, renewsInMs: 2_000 });
    expect(pacer.delay(10, true)).toBe(0);
    pacer.take(500);
    pacer.counted(510);
    pacer.clean(510, { ...policy, remaining: 0, renewsInMs: 2_000 });
    expect(pacer.delay(510, true)).toBeGreaterThan(1_000);
  });

  it('does not run backwards when the clock does', () => {
    const pacer = new Pacer(10_000);
    send(pacer, START_BURST, 10_000);
    expect(pacer.delay(0)).toBeGreaterThan(0);
  });
});

describe('rate headers', () => {
  it.each([
    [
      { 'ratelimit-policy': '"user";q=10;w=2', ratelimit: '"user";r=3;t=1' },
      {
        perSecond: 5,
        burst: 10,
        quota: { requests: 10, windowMs: 2_000 },
        remaining: 3,
        renewsInMs: 1_000,
      },
    ],
    [
      { 'ratelimit-policy': '100;w=60;burst=20, 5;w=1' },
      { perSecond: 100 / 60, burst: 20, quota: { requests: 100, windowMs: 60_000 } },
    ],
    [
      { 'ratelimit-remaining': '0', 'ratelimit-reset': '4' },
      { remaining: 0, renewsInMs: 4_000 },
    ],
    [{ 'ratelimit-policy': 'nonsense' }, {}],
    [{}, {}],
  ])('of %j are read', (headers, advertised) => {
    expect(readRateHeaders(headers)).toEqual(advertised);
  });
});
