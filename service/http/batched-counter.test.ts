// Limits that processes share in batches: how many requests pass, and how many round trips they cost.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BatchedCounter, aheadOf, unconfirmedOf } from './batched-counter.ts';
import { PointsBatch } from './points-batch.ts';
import type { TakePoints } from './points-batch.ts';

const HOUR = 3_600_000;

/** A store in memory whose answers wait until they are let go. */
class PausedStore {
  readonly counters = new Map<string, number>();
  readonly #answers: (() => void)[] = [];
  trips = 0;
  isAway = false;
  isPaused = false;

  readonly take: TakePoints = async (wanted) => {
    this.trips += 1;
    if (this.isPaused) await new Promise<void>((resolve) => this.#answers.push(resolve));
    if (this.isAway) throw new Error('away');
    for (const { key, points } of wanted) {
      if (points > 0) this.counters.set(key, (this.counters.get(key) ?? 0) + points);
    }
    return new Map(
      wanted.flatMap(({ key, duration }) => {
        const used = this.counters.get(key);
        return used === undefined ? [] : [[key, { used, msBeforeNext: duration }] as const];
      }),
    );
  };

  release(count: number): void {
    for (const answer of this.#answers.splice(0, count)) answer();
  }
}

const counterOn = (store: PausedStore, points: number, keyPrefix = 'user') =>
  new BatchedCounter({ keyPrefix, points, duration: HOUR }, new PointsBatch(store.take));

const passes = async (counter: BatchedCounter, key: string): Promise<boolean> =>
  !(await counter.consume(key)).isRefused;

/** The turn of the loop in which answers of the store arrive. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('however requests and answers of the store meet, no more pass than the limit and an eighth for each process', async () => {
  const step = fc.record({
    process: fc.nat({ max: 3 }),
    requests: fc.integer({ min: 0, max: 12 }),
    answers: fc.nat({ max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(step, { maxLength: 40 }),
      async (limit, processes, steps) => {
        const store = new PausedStore();
        store.isPaused = true;
        const counters = Array.from({ length: processes }, () => counterOn(store, limit));
        let passed = 0;
        let asked = 0;
        const all: Promise<void>[] = [];
        for (const { process, requests, answers } of steps) {
          const counter = counters[process % processes];
          if (!counter) throw new Error('there is one');
          for (let request = 0; request < requests; request++) {
            asked += 1;
            all.push(passes(counter, 'ann').then((does) => void (passed += does ? 1 : 0)));
          }
          store.release(answers);
          await settle();
        }
        store.isPaused = false;
        store.release(Infinity);
        await Promise.all(all);
        expect(passed).toBeLessThanOrEqual(limit + processes * unconfirmedOf(limit));
        // What lies unused in other processes is all that a request can be refused for.
        expect(passed).toBeGreaterThanOrEqual(Math.min(asked, limit - processes * aheadOf(limit)));
      },
    ),
    { numRuns: 150 },
  );
});

test('one process alone lets exactly the limit pass', async () => {
  for (const limit of [1, 5, 10, 100]) {
    const counter = counterOn(new PausedStore(), limit);
    let passed = 0;
    for (let request = 0; request < limit + 20; request++) passed += (await passes(counter, 'ann')) ? 1 : 0;
    expect(passed).toBe(limit);
  }
});

test('what many users request meanwhile is one round trip, and none of them waits for it', async () => {
  const store = new PausedStore();
  store.isPaused = true;
  const batch = new PointsBatch(store.take);
  const [users, addresses] = ['user', 'address'].map(
    (keyPrefix) => new BatchedCounter({ keyPrefix, points: 10, duration: HOUR }, batch),
  );
  for (let user = 0; user < 50; user++) {
    await users?.consume(`user ${user}`);
    await addresses?.consume(`192.0.2.${user}`);
  }
  await expect.poll(() => store.trips).toBe(1);
  store.isPaused = false;
  store.release(1);
  await expect.poll(() => store.counters.size).toBe(100);
  expect(store.trips).toBe(1);
});

test('a large limit is taken in shares: a thousand requests in turn cost a handful of round trips', async () => {
  const store = new PausedStore();
  const counter = counterOn(store, 16_000);
  for (let request = 0; request < 5_000; request++) await counter.consume('ann');
  expect(store.trips).toBeLessThan(12);
});

test('failures that another process counted are known with the request after the next batch', async () => {
  const store = new PausedStore();
  const [one, other] = [counterOn(store, 3, 'failure'), counterOn(store, 3, 'failure')];
  expect(await other.get('192.0.2.1')).toBeUndefined();
  await one.penalty('192.0.2.1');
  expect((await one.penalty('192.0.2.1')).consumedPoints).toBe(2);
  await expect.poll(async () => (await other.get('192.0.2.1'))?.consumedPoints).toBe(2);
  await one.penalty('192.0.2.1');
  // From now on every look is confirmed by the store.
  expect((await other.get('192.0.2.1'))?.consumedPoints).toBe(3);
});

test('while the store is away a process counts for itself', async () => {
  const store = new PausedStore();
  store.isAway = true;
  const counter = counterOn(store, 4);
  let passed = 0;
  for (let request = 0; request < 12; request++) passed += (await passes(counter, 'ann')) ? 1 : 0;
  expect(passed).toBeGreaterThanOrEqual(4);
  expect(passed).toBeLessThanOrEqual(5);
  expect((await counter.penalty('192.0.2.1')).consumedPoints).toBe(1);
  expect((await counter.get('192.0.2.1'))?.consumedPoints).toBe(1);
});
