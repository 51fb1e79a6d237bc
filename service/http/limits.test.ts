// "Rate limit": per user, in flight, per address and for failed authentication, over real sockets.

import { afterEach, expect, test } from 'vitest';
import { setKeys } from '../accounts/accounts.ts';
import { digestOf } from '../accounts/digest.ts';
import type { CounterState, CounterWanted, RateCounter, RateLimits } from './limits.ts';
import { SAMPLE_LIMITS, DEFAULT_LIMITS, limitsWith, memoryCounter, memoryLimits } from './limits.ts';
import { Refusal } from './error-response.ts';
import { ServerStats } from './overload/server-stats.ts';
import type { Store } from '../store/store.ts';
import { API_KEY, ON_TIME, PREMIUM, USER_KEY, errorOf, runService } from '../testing/run-service.ts';
import type { Reply, Running } from '../testing/run-service.ts';

const WIDE: RateLimits = {
  user: { perSecond: 1000, burst: 1000 },
  inFlight: 1000,
  address: { perSecond: 1000, burst: 1000 },
  failuresAMinute: 1000,
};

let service: Running | undefined;
afterEach(() => service?.close());

async function running(limits: RateLimits, wrap?: (store: Store) => Store): Promise<Running> {
  service = await runService({ limits, bounds: { throttled: 5 }, ...(wrap && { wrap }) });
  return service;
}

const inTurn = async (count: number, ask: () => Promise<Reply>): Promise<Reply[]> => {
  const replies: Reply[] = [];
  for (let time = 0; time < count; time++) replies.push(await ask());
  return replies;
};

/** A window so long that a slow machine cannot make a test wrong. */
const slow = (burst: number) => ({ perSecond: burst / 3600, burst });

test('the figures are those of the decision', () => {
  expect(DEFAULT_LIMITS).toEqual({
    user: { perSecond: 5, burst: 10 },
    inFlight: 4,
    address: { perSecond: 20, burst: 20 },
    failuresAMinute: 10,
  });
});

test('a user may ask as often as the burst allows, and is told what is left and how long to wait', async () => {
  const { ask } = await running({ ...WIDE, user: slow(3) });
  const replies = await inTurn(4, () => ask('/v1/tra'));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(replies.map(({ headers }) => headers['ratelimit-policy'])).toEqual(
    replies.map(() => '"user";q=3;w=3600'),
  );
  expect(replies.map(({ headers }) => /;r=([0-9]+);/.exec(String(headers['ratelimit']))?.[1])).toEqual([
    '2',
    '1',
    '0',
    '0',
  ]);
  const refused = replies.at(-1);
  expect(refused && errorOf(refused).code).toBe('TOO_MANY_REQUESTS');
  expect(refused?.headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
});

test('one user does not use up the limit of another, two keys of one user share theirs', async () => {
  const { ask, accounts, pepper } = await running({ ...WIDE, user: slow(1) });
  const digests = (...keys: string[]) => keys.map((key) => digestOf(key, pepper));
  await setKeys(accounts, 'tester', digests(USER_KEY, 'second-key'));
  await setKeys(accounts, 'other', digests('other-key'), PREMIUM);
  const statuses = [];
  for (const key of [USER_KEY, 'second-key', 'other-key']) {
    statuses.push((await ask('/v1/tra', {}, { 'x-user-key': key })).status);
  }
  expect(statuses).toEqual([200, 429, 200]);
});

test('no more requests of a user are worked on at once than are allowed, and an end makes room', async () => {
  const gates: (() => void)[] = [];
  const twoIn = Promise.withResolvers<void>();
  const { ask } = await running({ ...WIDE, inFlight: 2 }, (store) => ({
    answer: async (table, selection, limit) => {
      await new Promise<void>((open) => {
        gates.push(open);
        if (gates.length === 2) twoIn.resolve();
      });
      return store.answer(table, selection, limit);
    },
    newestRaceDate: (table) => store.newestRaceDate(table),
    upsert: (table, records) => store.upsert(table, records),
    close: () => store.close(),
  }));
  const racing = { racedate: '20261107' };
  const first = ask('/v1/tra', racing);
  const second = ask('/v1/tra', racing);
  await twoIn.promise;
  const third = await ask('/v1/tra', racing);
  expect([third.status, third.headers['retry-after']]).toEqual([429, '1']);
  for (const open of gates) open();
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  const later = ask('/v1/tra', racing);
  await expect.poll(() => gates.length).toBe(3);
  gates[2]?.();
  expect((await later).status).toBe(200);
});

test('a client that leaves before it has a place is not active any more, and a place that comes late is free', async () => {
  const asked = Promise.withResolvers<void>();
  const place = Promise.withResolvers<() => void>();
  const watch = new ServerStats({ lateness: ON_TIME });
  service = await runService({
    limits: WIDE,
    watch,
    inFlight: {
      take() {
        asked.resolve();
        return place.promise;
      },
    },
  });
  const leaving = new AbortController();
  const { url } = service;
  const reply = fetch(`${url}/v1/tra?api_key=${API_KEY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-user-key': USER_KEY },
    body: '{"racedate":"20261107"}',
    signal: leaving.signal,
  });
  await asked.promise;
  expect(watch.load().underWay).toBe(1);
  leaving.abort();
  await expect(reply).rejects.toThrow('aborted');
  await expect.poll(() => watch.load().underWay).toBe(0);
  expect(watch.text()).toMatch(/in_flight_with_keys 0$/m);
  const isFree = new Promise<void>((release) => place.resolve(release));
  await isFree;
});

test('an address is limited before anything is looked at, 404s included', async () => {
  const { send } = await running({ ...WIDE, address: slow(2) });
  const replies = await inTurn(3, () => send({ path: '/elsewhere', method: 'GET', query: '' }));
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 429]);
  expect(replies[2]?.headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
});

test('an address that fails to authenticate too often has to wait, with good keys too', async () => {
  const { ask, send } = await running({ ...WIDE, failuresAMinute: 3 });
  const replies = await inTurn(4, () => send({ query: '?api_key=guess' }));
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
  const good = await ask('/v1/tra');
  expect([good.status, errorOf(good).code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(Number(good.headers['retry-after'])).toBeGreaterThanOrEqual(1);
});

test('good keys never count as failures', async () => {
  const { ask } = await running({ ...WIDE, failuresAMinute: 1 });
  const replies = await inTurn(5, () => ask('/v1/tra'));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('a refusal after the keys carries what is left of the limit too', async () => {
  const { ask } = await running(WIDE);
  const reply = await ask('/v1/nothing');
  expect([reply.status, reply.headers['ratelimit']]).toEqual([404, expect.stringContaining('"user";r=999')]);
});

const headersOfRefusal = (error: unknown): Readonly<Record<string, string>> => {
  if (!(error instanceof Refusal)) throw error;
  return error.headers;
};

/** Limits over a counter that always says the same. */
const saying = (consume: () => CounterState | Promise<CounterState>) =>
  limitsWith(DEFAULT_LIMITS, () => ({ consume }) as unknown as RateCounter);

const stateWith = (remainingPoints: number, msBeforeNext: number): CounterState => ({
  isRefused: remainingPoints === 0,
  remainingPoints,
  consumedPoints: 0,
  msBeforeNext,
});

/** What is thrown at once, or later. */
const thrownBy = (work: () => unknown): Promise<unknown> =>
  (async () => work())().then(
    () => undefined,
    (error: unknown) => error,
  );

test.each([
  [0, '1'],
  [1, '1'],
  [999, '1'],
  [1_000, '1'],
  [1_001, '2'],
  [59_500, '60'],
])(
  'with %d ms to go a refused client is told to come back in %s s, never too early',
  async (left, seconds) => {
    for (const state of [stateWith(0, left), Promise.resolve(stateWith(0, left))]) {
      const limits = saying(() => state);
      expect(headersOfRefusal(await thrownBy(() => limits.user('ann')))).toEqual({
        'retry-after': seconds,
        'ratelimit-policy': '"user";q=10;w=2',
        ratelimit: `"user";r=0;t=${seconds}`,
      });
      const address = headersOfRefusal(await thrownBy(() => limits.address('203.0.113.9')));
      expect(address).toEqual({ 'retry-after': seconds });
    }
    const { headers } = await saying(() => stateWith(7, left)).user('ann');
    expect(headers['ratelimit']).toBe(`"user";r=7;t=${seconds}`);
  },
);

test('a counter that fails is a failure of the service, and nobody is told to have asked too often', async () => {
  const limits = saying(async () => Promise.reject(new Error('the database is away')));
  await expect(limits.user('ann')).rejects.toThrow('the database is away');
  await expect(limits.address('203.0.113.9')).rejects.toThrow('the database is away');
});

test('a request that ends twice makes room for one', async () => {
  const limits = memoryLimits({ ...WIDE, inFlight: 2 });
  const first = await limits.user('ann');
  await limits.user('ann');
  first.release();
  first.release();
  await limits.user('ann');
  expect(() => limits.user('ann')).toThrow(Refusal);
  expect(await limits.user('bob')).toBeDefined();
});

test.each([
  [50, 10, 200, 1],
  [100, 20, 200, 1],
  [7, 3, 429, 1],
  [4, 10, 2_500, 3],
  [5_000, 1, 1, 1],
])(
  '%d a second with a burst of %d have a window of %d ms, which is told in whole seconds: %d',
  async (perSecond, burst, milliseconds, seconds) => {
    const wanted: CounterWanted[] = [];
    const user = { perSecond, burst };
    const limits = limitsWith({ ...WIDE, user, address: user }, (given) => {
      wanted.push(given);
      return memoryCounter(given);
    });
    const { headers } = await limits.user('ann');
    expect(headers['ratelimit-policy']).toBe(`"user";q=${burst};w=${seconds}`);
    expect(wanted.map(({ keyPrefix, duration }) => [keyPrefix, duration])).toEqual([
      ['address', milliseconds],
      ['user', milliseconds],
      ['failure', 60_000],
    ]);
  },
);

test('the sample service lets its one user and one address ask as its window does', () => {
  expect(SAMPLE_LIMITS).toEqual({
    user: { perSecond: 50, burst: 100 },
    inFlight: 16,
    address: { perSecond: 200, burst: 200 },
    failuresAMinute: 100,
  });
});

test('the guess after the last one that is allowed is not looked at, even if it is right', async () => {
  const { ask, send } = await running({ ...WIDE, failuresAMinute: 3 });
  await inTurn(3, () => send({ query: '?api_key=guess' }));
  expect((await ask('/v1/tra')).status).toBe(429);
});

test('a right guess that was begun before the wrong ones were counted is refused with them', async () => {
  const limits = memoryLimits({ ...WIDE, failuresAMinute: 3 });
  const guesses = await Promise.all(
    Array.from({ length: 4 }, async () => limits.mayAuthenticate('203.0.113.9')),
  );
  const other = await limits.mayAuthenticate('203.0.113.10');
  for (const guess of guesses.slice(0, 3)) await guess.failed();
  expect(() => guesses[3]?.succeeded()).toThrow(Refusal);
  await other.succeeded();
});
