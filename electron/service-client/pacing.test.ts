// Runs the pacer and the queue against models of a service's limiter, on a clock that jumps: how much of the permitted
// rate they use once it is known, and how often they are refused.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { Pacer } from './pacer.ts';
import { readRateHeaders } from './rate-headers.ts';
import type { Priority } from './priority.ts';
import { RequestQueue } from './request-queue.ts';

interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

/** Whether the request that arrives now is accepted, with the headers of the answer. */
type Limiter = (now: number) => {
  readonly isIn: boolean;
  readonly headers: Readonly<Record<string, string>>;
};

const headersOf = ({ requests, seconds }: Limit, left: number, resetMs: number) => ({
  'ratelimit-policy': `"user";q=${requests};w=${seconds}`,
  ratelimit: `"user";r=${Math.max(0, Math.floor(left))};t=${Math.max(1, Math.ceil(resetMs / 1000))}`,
});

/** Counts in windows that begin with the first request after the previous one ended, as the sample service does. */
function windows(limit: Limit): Limiter {
  let [end, taken] = [0, 0];
  return (now) => {
    if (now >= end) [end, taken] = [now + limit.seconds * 1000, 0];
    taken += 1;
    return { isIn: taken <= limit.requests, headers: headersOf(limit, limit.requests - taken, end - now) };
  };
}

/** Refills the quota gradually. */
function bucket(limit: Limit): Limiter {
  const perMs = limit.requests / (limit.seconds * 1000);
  let [tokens, at] = [limit.requests, 0];
  return (now) => {
    tokens = Math.min(limit.requests, tokens + (now - at) * perMs);
    at = now;
    const isIn = tokens >= 1;
    if (isIn) tokens -= 1;
    return { isIn, headers: headersOf(limit, tokens, (1 - tokens) / perMs) };
  };
}

const silent =
  (limiter: Limiter): Limiter =>
  (now) => ({ ...limiter(now), headers: {} });

interface Sent {
  readonly at: number;
  readonly waited: number;
  readonly priority: Priority;
  readonly isIn: boolean;
}

interface Play {
  readonly limiter: Limiter;
  readonly batch: number;
  /** Times of interactive requests. */
  readonly interactive?: readonly number[];
  /** Milliseconds to the service, until the answer begins, and until it is complete. */
  readonly latency: (at: number) => { readonly there: number; readonly back: number; readonly body: number };
}

async function play({ limiter, batch, interactive = [], latency }: Play): Promise<Sent[]> {
  const clock = new FakeClock(0);
  const pacer = new Pacer(clock.monotonic());
  const parked = () => new RailbirdError('TOO_MANY_REQUESTS', { seconds: 1 });
  const queue = new RequestQueue({ pacer, clock, parked, down: parked, changed: () => {} });
  const sent: Sent[] = [];
  let left = batch + interactive.length;
  const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));
  const ask = async (priority: Priority): Promise<void> => {
    const since = clock.now();
    for (;;) {
      const place = queue.enter(priority);
      await place.turn;
      const at = clock.now();
      const { there, back, body } = latency(at);
      await wait(there);
      const { isIn, headers } = limiter(clock.now());
      sent.push({ at, waited: at - since, priority, isIn });
      await wait(back);
      place.answered();
      await wait(body);
      if (isIn) pacer.clean(clock.monotonic(), readRateHeaders(headers));
      else pacer.throttled(clock.monotonic(), 1000);
      place.done();
      if (isIn) break;
    }
    left -= 1;
  };
  for (const at of interactive) void wait(at).then(() => ask('interactive'));
  // As in a download: a few at a time.
  const download = async (): Promise<void> => {
    for (; begun < batch;) {
      begun += 1;
      await ask('batch');
    }
  };
  let begun = 0;
  for (let at = 0; at < 4; at += 1) void download();
  const isDone = () => left === 0;
  for (let step = 0; !isDone() && step < 100_000; step += 1) await clock.advance(50);
  return sent;
}

/** The share that is used of what the limit permits between the first and the last request since `from`. */
function shareUsed(sent: readonly Sent[], { requests, seconds }: Limit, from: number): number {
  const later = sent.filter(({ at, isIn }) => at >= from && isIn);
  const [first, last] = [later[0]?.at ?? 0, later.at(-1)?.at ?? 0];
  return (later.length - 1) / (((last - first) / 1000) * (requests / seconds));
}

const LEARNT_MS = 3_000;
const LIMIT: Limit = { requests: 10, seconds: 2 };

const latencies = fc
  .record({
    there: fc.integer({ min: 1, max: 60 }),
    jitter: fc.integer({ min: 0, max: 120 }),
    body: fc.integer({ min: 0, max: 450 }),
    seed: fc.nat(),
  })
  .map(({ there, jitter, body, seed }) => (at: number) => {
    const chance = ((((at + seed) * 2654435761) >>> 8) % 1000) / 1000;
    return { there: there + jitter * chance, back: there / 2, body: body * chance };
  });

const refusals = (sent: readonly Sent[]) => sent.filter(({ isIn }) => !isIn).length;

describe.each([
  ['windows that begin with a request', windows],
  ['a bucket that refills', bucket],
] as const)('against %s of 5 requests a second', (_, limiterOf) => {
  it('uses nine tenths of the rate once it is known, and is never refused', async () => {
    await fc.assert(
      fc.asyncProperty(latencies, async (latency) => {
        const sent = await play({ limiter: limiterOf(LIMIT), batch: 120, latency });
        expect(refusals(sent)).toBe(0);
        expect(shareUsed(sent, LIMIT, LEARNT_MS)).toBeGreaterThanOrEqual(0.9);
      }),
      { numRuns: 8 },
    );
  });

  it('sends interactive requests first, within the time of a few requests', async () => {
    await fc.assert(
      fc.asyncProperty(latencies, async (latency) => {
        const interactive = [5_000, 5_010, 9_000, 14_000];
        const sent = await play({ limiter: limiterOf(LIMIT), batch: 90, interactive, latency });
        expect(refusals(sent)).toBe(0);
        const waits = sent.filter(({ priority }) => priority === 'interactive').map(({ waited }) => waited);
        expect(Math.max(...waits)).toBeLessThan(700);
      }),
      { numRuns: 5 },
    );
  });

  it('is rarely refused by a service that names no limit, and stays close to it', async () => {
    const sent = await play({
      limiter: silent(limiterOf(LIMIT)),
      batch: 250,
      latency: () => ({ there: 15, back: 15, body: 40 }),
    });
    expect(refusals(sent)).toBeLessThanOrEqual(5);
    expect(shareUsed(sent, LIMIT, 20_000)).toBeGreaterThanOrEqual(0.7);
  });
});
