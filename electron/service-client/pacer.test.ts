import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pacer, START_BURST, START_RATE } from './pacer.ts';
import { readRateHeaders } from './rate-headers.ts';

/** Sends `count` requests as soon as each is allowed; returns the times. */
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
  it('begins with a burst and continues at about the initial rate', () => {
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

  it('speeds up without failures, up to what the server grants', () => {
    const pacer = new Pacer(0);
    send(pacer, 100, 0, { perSecond: 5, burst: 10 });
    expect(pacer.pace.perSecond).toBeCloseTo(4.95);
  });

  it('approaches the server’s limit over several answers, since others may share it', () => {
    const pacer = new Pacer(0);
    send(pacer, 1, 0, { perSecond: 9, burst: 10 });
    expect(pacer.pace.perSecond).toBeLessThan(5);
  });

  it('approaches a higher limit within a few answers', () => {
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

  it('waits if the server reports that nothing is left', () => {
    const pacer = new Pacer(0);
    pacer.take(0);
    pacer.clean(0, { remaining: 0, renewsInMs: 2_000 });
    expect(pacer.delay(0)).toBe(2_000);
    expect(pacer.delay(2_000)).toBe(0);
  });

  it('slows down if less is left than its own requests took', () => {
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

  it('tolerates a difference of one if a gradually refilled quota is reported in whole requests', () => {
    const quota = { requests: 10, windowMs: 1_000 };
    const sentWith = (remaining: number) => {
      const pacer = new Pacer(0);
      pacer.clean(0, { perSecond: 10, quota });
      pacer.take(0);
      pacer.counted(0);
      pacer.clean(0, { perSecond: 10, quota, remaining });
      // All requests for which the quota has room.
      let sent = 0;
      while (pacer.delay(0, true) === 0) {
        pacer.take(0);
        sent += 1;
      }
      return sent;
    };
    // One own request is counted. Of two reported as gone the other one is tolerated; of three, another client must
    // have sent some.
    expect([sentWith(9), sentWith(8), sentWith(7)]).toEqual([9, 9, 8]);
  });

  it('keeps a longer pause if a second 429 asks for a shorter one', () => {
    const pacer = new Pacer(0);
    pacer.throttled(0, 60_000);
    pacer.throttled(1_000, 5_000);
    expect(pacer.delay(1_000)).toBe(59_000);
    pacer.throttled(2_000, 90_000);
    expect(pacer.delay(2_000)).toBe(90_000);
  });

  it('never goes slower than one request in five seconds, and forgets the pause when it is over', () => {
    const pacer = new Pacer(0);
    for (let refusal = 0; refusal < 20; refusal += 1) pacer.throttled(refusal, 0);
    expect(pacer.pace.perSecond).toBe(0.2);
    for (let request = 0; request < 3; request += 1) pacer.take(5_000);
    expect(pacer.delay(5_000)).toBeGreaterThan(0);
    expect(pacer.delay(30_000)).toBe(0);
  });

  it.each([Infinity, Number.NaN, -3, 1e300])('begins as usual if the stored pace is %d', (perSecond) => {
    const pacer = new Pacer(0, { perSecond });
    expect(pacer.pace.perSecond).toBeGreaterThan(0);
    expect(pacer.pace.perSecond).toBeLessThanOrEqual(10);
  });

  it('lets only interactive requests through while a day’s requests are reported as used up', () => {
    const pacer = new Pacer(0);
    pacer.clean(0, { remaining: 0, renewsInMs: 3_600_000 });
    expect(pacer.delay(0)).toBe(3_600_000);
    expect(pacer.delay(1_000, true)).toBeLessThan(1_000);
    pacer.clean(2_000, { remaining: 500, renewsInMs: 3_600_000 });
    expect(pacer.delay(4_000)).toBe(0);
  });

  it('goes on as soon as an answer has requests left, whichever window it names', () => {
    const pacer = new Pacer(0);
    const advertised = { perSecond: 10, quota: { requests: 10, windowMs: 1000 } };
    pacer.clean(0, { ...advertised, remaining: 0, renewsInMs: 86_400_000 });
    expect(pacer.delay(2_000)).toBeGreaterThan(80_000_000);
    pacer.clean(2_000, { ...advertised, remaining: 9, renewsInMs: 1000 });
    expect(pacer.delay(4_000)).toBe(0);
  });

  it('sends nothing early if time goes back', () => {
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
    [{ ratelimit: 'limit=10, remaining=0, reset=4' }, { remaining: 0, renewsInMs: 4_000 }],
    [
      { 'ratelimit-limit': '100, 100;w=50', 'ratelimit-remaining': '7' },
      { perSecond: 2, burst: 100, quota: { requests: 100, windowMs: 50_000 }, remaining: 7 },
    ],
    // When a window renews: epoch seconds, epoch milliseconds, seconds from now, or a date.
    [
      { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1794711690' },
      { remaining: 0, renewsInMs: 90_000 },
    ],
    [
      { 'x-rate-limit-remaining': '2', 'x-rate-limit-reset': '1794711690000' },
      { remaining: 2, renewsInMs: 90_000 },
    ],
    [
      { 'x-ratelimit-remaining': '2', 'x-ratelimit-reset': '90' },
      { remaining: 2, renewsInMs: 90_000 },
    ],
    [
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'Sun, 15 Nov 2026 03:01:30 GMT' },
      { remaining: 0, renewsInMs: 90_000 },
    ],
    // A date is compared with the service's own clock.
    [
      {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1794711690',
        date: 'Sun, 15 Nov 2026 03:01:00 GMT',
      },
      { remaining: 0, renewsInMs: 30_000 },
    ],
    [
      { 'x-ratelimit-limit-minute': '60', 'x-ratelimit-remaining-minute': '12' },
      {
        perSecond: 1,
        burst: 60,
        quota: { requests: 60, windowMs: 60_000 },
        remaining: 12,
        renewsInMs: 60_000,
      },
    ],
    // A quota for a day is not a pace, but what is left of it counts.
    [
      {
        'ratelimit-policy': '"a,b;q=1";q=10;w=1, "day";q=5000;w=86400',
        ratelimit: '"a,b";r=9;t=1, "day";r=0;t=3600',
      },
      {
        perSecond: 10,
        burst: 10,
        quota: { requests: 10, windowMs: 1_000 },
        remaining: 0,
        renewsInMs: 3_600_000,
      },
    ],
    [{ 'ratelimit-policy': '"d";q=5000;w=86400' }, {}],
    // Of two that are used up, the one that renews last counts, in either order.
    [{ ratelimit: '"a";r=0;t=1, "b";r=0;t=60, "c";r=0' }, { remaining: 0, renewsInMs: 60_000 }],
    [{ ratelimit: '"c";r=0, "b";r=0;t=60, "a";r=0;t=1' }, { remaining: 0, renewsInMs: 60_000 }],
    // A very long header is not read to its end.
    [{ ratelimit: `"a";r=1;t=1${' '.repeat(3_000)}, "b";r=0;t=60` }, { remaining: 1, renewsInMs: 1_000 }],
    // Values that no limit can have.
    [{ 'ratelimit-policy': `"u";q=${'9'.repeat(400)};w=1` }, {}],
    [{ 'ratelimit-policy': '"u";q=1;w=999999999999' }, {}],
    [{ 'ratelimit-policy': '"u";q=0;w=1' }, {}],
    [{ 'ratelimit-policy': '"u";q=-5;w=1, "v";q=NaN;w=1, "w";q=1e9;w=1' }, {}],
    [
      { 'ratelimit-policy': '"u";q=999999999999999;w=0' },
      { perSecond: 1_000_000, burst: 1_000_000, quota: { requests: 1_000_000, windowMs: 1_000 } },
    ],
    [{ ratelimit: `"u";r=0;t=${'9'.repeat(15)}` }, { remaining: 0, renewsInMs: 86_400_000 }],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '-5' }, { remaining: 0 }],
    [{ 'x-ratelimit-remaining': '1e5', 'x-ratelimit-reset': '9' }, {}],
    [
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1000000000' },
      { remaining: 0, renewsInMs: 0 },
    ],
    [{ 'ratelimit-policy': 'nonsense' }, {}],
    [{}, {}],
  ])('of %j are parsed', (headers, advertised) => {
    expect(readRateHeaders(headers, Date.UTC(2026, 10, 15, 3))).toEqual(advertised);
  });
});
