// Limits that several workers enforce together, with the messages between them but without the processes.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Limits, RateLimits } from '../http/limits.ts';
import { DEFAULT_LIMITS } from '../http/limits.ts';
import { Refusal } from '../http/error-response.ts';
import { Ledger } from './ledger.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { SharedCounter } from './shares.ts';
import { WorkerLine } from './worker.ts';

interface Workers {
  readonly limits: readonly Limits[];
  readonly lines: readonly WorkerLine[];
  /** Messages from the workers so far. */
  messages(): number;
  die(worker: number): void;
}

/** Workers on one ledger; every message takes a turn of the event loop, as between processes. */
function workers(count: number, figures: Partial<RateLimits>): Workers {
  const takers: ((message: ToWorker) => void)[] = [];
  const dead = new Set<number>();
  let sent = 0;
  const tell = (worker: number, message: ToWorker) =>
    void setImmediate(() => {
      if (!dead.has(worker)) takers[worker]?.(JSON.parse(JSON.stringify(message)) as ToWorker);
    });
  const ledger = new Ledger({
    recall: (worker, key) => tell(worker, { kind: 'recall', key }),
    failed: (key, state) => takers.forEach((_, worker) => tell(worker, { kind: 'failure', key, state })),
  });
  const take = async (worker: number, message: FromWorker) => {
    if (dead.has(worker)) return;
    if (message.kind === 'question') {
      const answer = await ledger.answer(worker, message.question);
      tell(worker, { kind: 'answer', id: message.id, answer });
    } else if (message.kind === 'places back') ledger.placesBack(worker, message.key, message.count);
    else if (message.kind === 'recalled') ledger.recalled(worker, message.key, message.count);
    else if (message.kind === 'connection closed') ledger.connectionClosed(worker, message.network);
  };
  const lines = Array.from(
    { length: count },
    (_, worker) =>
      new WorkerLine(
        {
          send(message) {
            sent += 1;
            setImmediate(() => void take(worker, message));
          },
          receive: (taker) => void (takers[worker] = taker),
        },
        count,
      ),
  );
  return {
    lines,
    limits: lines.map((line) => line.limits({ ...DEFAULT_LIMITS, ...figures })),
    messages: () => sent,
    die(worker) {
      dead.add(worker);
      ledger.workerGone(worker);
    },
  };
}

/** Whether it was let through; anything but a refusal for too many requests is an error. */
async function passes(work: () => unknown): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.refused === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}

const count = (outcomes: readonly boolean[]) => outcomes.filter(Boolean).length;

test('however requests are spread over workers, an address and a user get exactly their share', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(3), { minLength: 21, maxLength: 60 }),
      async (size, order) => {
        const { limits } = workers(size, { inFlight: 1000 });
        const of = (worker: number) => limits[worker % size] as Limits;
        const asked = await Promise.all(
          order.map((worker) => passes(() => of(worker).address('203.0.113.1'))),
        );
        expect(count(asked)).toBe(DEFAULT_LIMITS.address.burst);
        const users = await Promise.all(order.map((worker) => passes(() => of(worker).user('ann'))));
        expect(count(users)).toBe(DEFAULT_LIMITS.user.burst);
      },
    ),
    { numRuns: 20 },
  );
});

test('the headers say what is left for the user in all workers', async () => {
  const { limits } = workers(2, {});
  const left: string[] = [];
  for (const worker of [0, 1, 0, 1]) {
    const taken = await limits[worker]?.user('ann');
    left.push(taken?.headers['ratelimit'] ?? '');
    taken?.release();
  }
  expect(left.map((header) => /r=(\d+)/.exec(header)?.[1])).toEqual(['9', '8', '7', '6']);
});

test('a user has as many requests in flight as the limit allows, in whichever workers, and no more', async () => {
  const rate = { perSecond: 1e6, burst: 1e6 };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.record({ worker: fc.nat(2), ends: fc.boolean(), at: fc.nat(9) }), { maxLength: 40 }),
      async (inFlight, steps) => {
        const { limits } = workers(3, { inFlight, user: rate });
        const open: (() => void)[] = [];
        for (const { worker, ends, at } of steps) {
          if (ends && open.length > 0) {
            open.splice(at % open.length, 1)[0]?.();
            continue;
          }
          const isAllowed = open.length < inFlight;
          const asked = async () => open.push((await (limits[worker] as Limits).user('ann')).release);
          expect(await passes(asked)).toBe(isAllowed);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('requests that come at once to all workers never exceed the limit together', async () => {
  const { limits } = workers(3, { inFlight: 4, user: { perSecond: 1e6, burst: 1e6 } });
  const asked = Array.from({ length: 30 }, (_, at) => passes(() => (limits[at % 3] as Limits).user('ann')));
  expect(count(await Promise.all(asked))).toBe(4);
});

test('what a dead worker held is free again', async () => {
  const together = workers(2, { inFlight: 2, user: { perSecond: 1e6, burst: 1e6 } });
  const [one, two] = together.limits as [Limits, Limits];
  await Promise.all([one.user('ann'), one.user('ann')]);
  expect(await passes(() => two.user('ann'))).toBe(false);
  const waiting = two.user('ann');
  together.die(0);
  expect(await passes(() => waiting)).toBe(true);
  const limits = { all: 2, ofNetwork: 2 };
  expect(await together.lines[1]?.opened('n', limits)).toBe('welcome');
});

test('guesses count together, and a right one after too many is refused in every worker', async () => {
  const { limits } = workers(2, { failuresAMinute: 3 });
  const guess = async (worker: number) =>
    passes(async () => (await (limits[worker] as Limits).mayAuthenticate('203.0.113.1')).failed());
  const guesses = [];
  for (const worker of [0, 1, 0, 1, 0]) guesses.push(await guess(worker));
  expect(count(guesses)).toBe(3);
  for (const one of limits) expect(await passes(() => one.mayAuthenticate('203.0.113.1'))).toBe(false);
  // A worker that has seen none of the guesses itself has heard of them.
  for (let time = 0; time < 3; time++) {
    const attempt = await limits[0]?.mayAuthenticate('203.0.113.3');
    await attempt?.failed();
  }
  expect(await passes(() => (limits[1] as Limits).mayAuthenticate('203.0.113.3'))).toBe(false);
  expect(await passes(() => (limits[0] as Limits).mayAuthenticate('203.0.113.2'))).toBe(true);
});

test('a busy user of raised limits seldom costs a message, and one over the limit none', async () => {
  const together = workers(2, { inFlight: 64, user: { perSecond: 1e6, burst: 1e6 } });
  for (let time = 0; time < 500; time++) (await together.limits[0]?.user('ann'))?.release();
  expect(together.messages()).toBeLessThan(5);
  const refused = workers(2, { user: { perSecond: 1, burst: 2 } });
  for (let time = 0; time < 100; time++) await passes(() => (refused.limits[0] as Limits).user('ann'));
  expect(refused.messages()).toBeLessThan(10);
});

test('connections of a network are limited in all workers together', async () => {
  const [one, two] = workers(2, {}).lines as [WorkerLine, WorkerLine];
  const limits = { all: 3, ofNetwork: 2 };
  expect(await one.opened('n', limits)).toBe('welcome');
  expect(await two.opened('n', limits)).toBe('welcome');
  expect(await one.opened('n', limits)).toBe('too many of the network');
  expect(await one.opened(undefined, limits)).toBe('welcome');
  expect(await two.opened('m', limits)).toBe('too many');
  two.closed('n');
  expect(await one.opened('n', limits)).toBe('too many');
  expect(await one.opened('n', limits)).toBe('too many of the network');
});

test('a question that fails is asked again by the next request', async () => {
  const answers = [
    Promise.reject(new Error('the line is broken')),
    Promise.resolve({ granted: 1, left: 1, consumed: 1, msBeforeNext: 60_000 }),
  ];
  const primary = {
    ask: () => answers.shift() ?? Promise.reject(new Error('asked too often')),
    placesBack() {},
  };
  const counter = new SharedCounter({ keyPrefix: 'user', points: 2, duration: 60_000 }, primary, 1);
  await expect(counter.consume('ann')).rejects.toThrow('broken');
  expect(await counter.consume('ann')).toMatchObject({ isRefused: false, consumedPoints: 1 });
});
