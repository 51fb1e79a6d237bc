import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { FakeClock, settle } from '../testing/fake-clock.ts';
import { recordOf } from '../testing/fake-records.ts';
import { FakeService, refusal, type Reply } from '../testing/fake-service.ts';
import { createApiClient, type ApiClient, type AttemptLog, type ServiceRequests } from './api-client.ts';
import type { LearnedRate } from './pacer.ts';
import { openSpool, type Spool } from './spool.ts';

const BASE = 'https://service.example/';
const DAY = { racedate: '20261114' };
const busy: Reply = {
  status: 429,
  text: refusal('TOO_MANY_REQUESTS', 'slow down'),
  headers: { 'retry-after': '3' },
};
const denied: Reply = { status: 401, text: refusal('UNAUTHORIZED', 'keys') };

let dataDir: string;
let spool: Spool;
let service: FakeService;
let clock: FakeClock;
let log: AttemptLog[];
let dated: unknown[];
let paces: Map<string, LearnedRate>;
let client: ApiClient;
const query: ServiceRequests['query'] = (...given) =>
  client.of({ kind: 'account', baseUrl: BASE }).query(...given);
let keys = { baseUrl: BASE, apiKey: 'app+key', userKey: 'canary-user-key' };

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-client-'));
  spool = openSpool(dataDir);
  service = new FakeService({ t_ra: [recordOf('t_ra', { ...DAY, racekey: '05264101' })] });
  clock = new FakeClock();
  log = [];
  dated = [];
  paces = new Map();
  keys = { baseUrl: BASE, apiKey: 'app+key', userKey: 'canary-user-key' };
  client = createApiClient({
    transport: service.transport,
    credentials: () => Promise.resolve(keys),
    clock,
    spool,
    random: () => 0.5,
    memory: { get: (baseUrl) => paces.get(baseUrl), set: (baseUrl, pace) => paces.set(baseUrl, pace) },
    log: (entry) => log.push(entry),
    dated: (clocks) => dated.push(clocks),
  });
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** The outcome of the promise, with a rejection as a value. */
const endOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);
const days = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ racedate: `202610${String(at + 1).padStart(2, '0')}` }));

describe('the client', () => {
  it('sends a request as specified, with the user key in its header only', async () => {
    const answer = await query('t_ra', DAY);
    expect(answer).toMatchObject({
      records: 1,
      quarantined: 0,
      drift: 0,
      countDiffers: false,
      fetchedAt: clock.now(),
    });
    const [requested] = service.received;
    expect(requested?.url).toBe('https://service.example/v1/tra?api_key=app%2Bkey');
    expect(requested?.headers).toMatchObject({
      'x-user-key': 'canary-user-key',
      'content-type': 'application/json',
    });
    expect(requested?.filter).toEqual(DAY);
  });

  it('puts neither key into an error or the log, whatever the server quotes', async () => {
    const replies: Reply[] = [
      { status: 400, text: refusal('BAD_REQUEST', 'bad api_key=app+key of canary-user-key') },
      { breaks: true },
      { breaks: true },
      { breaks: true },
    ];
    service.misbehave = (_, count) => replies[count - 1];
    const refused = await endOf(query('t_ra', DAY));
    const ending = endOf(query('t_ka', DAY));
    await clock.advance(5_000);
    const errors = [refused, await ending];
    expect(errors).toMatchObject([{ code: 'REFUSED' }, { code: 'UNREACHABLE', values: { baseUrl: BASE } }]);
    const output = JSON.stringify([
      log,
      errors,
      errors.map((error) => [String(error), (error as Error).cause]),
    ]);
    expect(output).not.toMatch(/app\+key|app%2Bkey|canary/);
  });

  it('retries failures that may pass, until it has an answer', async () => {
    service.misbehave = (_, count) => [{ breaks: true } as const, { status: 503 }][count - 1];
    const answer = query('t_ra', DAY);
    await clock.advance(2_000);
    expect((await answer).records).toBe(1);
    expect(log.map((entry) => entry.outcome)).toEqual(['unreachable', 'failed', 'answered']);
  });

  it('does not count a service as down for refusing requests that are known to be too large', async () => {
    service.misbehave = ({ filter }) => (filter.start_racedate === undefined ? undefined : { status: 504 });
    const periods = days(30).map(({ racedate }) => ({ start_racedate: racedate, end_racedate: '20261031' }));
    const refused = periods.map((period) =>
      endOf(query('d_ra', period, { priority: 'batch', refusals: [504] })),
    );
    await clock.advance(60_000);
    expect(new Set((await Promise.all(refused)).map(String)).size).toBe(1);
    expect(service.received).toHaveLength(periods.length);
    expect(await query('t_ra', DAY, { priority: 'batch' })).toMatchObject({ records: 1 });
  });

  it('pauses every request of the address on a 429', async () => {
    service.misbehave = (_, count) => (count === 1 ? busy : undefined);
    const first = query('t_ra', DAY);
    await settle();
    const second = query('t_ka', DAY);
    await clock.advance(2_900);
    expect(service.requests).toEqual(['t_ra 20261114']);
    expect(client.activity.current()).toMatchObject({ queued: 1, pausedUntil: clock.now() + 100 });
    await clock.advance(3_000);
    await Promise.all([first, second]);
    expect(service.requests).toHaveLength(3);
  });

  describe.each([
    ['back', -9],
    ['forward', 9],
  ])('when the clock is set %s by nine hours', (_, hours) => {
    const setClock = () => clock.set(clock.now() + hours * 3_600_000);

    it('answers all requests within seconds', async () => {
      await Promise.all(days(7).map((day) => query('t_ra', day)));
      setClock();
      const later = days(16).slice(7);
      const [interactive, ...rest] = later.map((day, at) =>
        query('t_ra', day, { priority: at === 0 ? 'interactive' : 'batch' }),
      );
      await clock.advance(1_000);
      await interactive;
      await clock.advance(5_000);
      await Promise.all(rest);
    });

    it('keeps to the pause that the service asked for, no longer and no shorter', async () => {
      service.misbehave = (__, count) => (count === 1 ? busy : undefined);
      const requested = query('t_ra', DAY);
      await settle();
      setClock();
      await clock.advance(2_900);
      expect(service.received).toHaveLength(1);
      await clock.advance(2_000);
      await requested;
      expect(client.activity.current().pausedUntil).toBeUndefined();
    });

    it('tries a service that was down when its pause is over', async () => {
      service.misbehave = () => ({ breaks: true });
      const failing = endOf(Promise.all(days(9).map((day) => query('t_ra', day, { priority: 'batch' }))));
      await clock.advance(20_000);
      await failing;
      service.misbehave = () => undefined;
      setClock();
      await clock.advance(60_000);
      expect(await query('t_ra', DAY, { priority: 'batch' })).toMatchObject({ records: 1 });
    });
  });

  it.each([
    [{ 'ratelimit-policy': `"u";q=${'9'.repeat(400)};w=1` }],
    [{ 'ratelimit-policy': '"u";q=NaN;w=0', ratelimit: '"u";r=-1;t=-1' }],
    [{ 'ratelimit-policy': '"u";q=1;w=999999999999', ratelimit: '"u";r=1;t=999999999999' }],
    [{ 'x-ratelimit-limit': '-1', 'x-ratelimit-remaining': '9'.repeat(400), 'x-ratelimit-reset': '0' }],
  ])('neither stops, nor races, nor stores nonsense if headers have %j', async (headers) => {
    service.misbehave = () => ({ headers });
    const requested = Promise.all(days(20).map((day) => query('t_ra', day, { priority: 'batch' })));
    await clock.advance(30_000);
    await requested;
    const { perSecond } = paces.get(BASE) ?? { perSecond: Number.NaN };
    expect(perSecond).toBeGreaterThan(0);
    expect(JSON.parse(JSON.stringify({ perSecond }))).toEqual({ perSecond });
  });

  it('reports how long to wait when a day’s requests are used up, and lets interactive requests try', async () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3600' };
    service.misbehave = () => ({ headers });
    await query('t_ra', DAY, { priority: 'batch' });
    await expect(query('t_ka', DAY, { priority: 'batch' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      values: { seconds: 3_600 },
    });
    expect(client.activity.current().pausedUntil).toBe(clock.now() + 3_600_000);
    const requested = query('t_ka', DAY);
    await clock.advance(1_000);
    expect(await requested).toMatchObject({ records: 0 });
  });

  it.each([
    [{ 'retry-after': '600' }],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '600' }],
    [{ ratelimit: '"day";r=0;t=600' }],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '600' }],
    [{ 'retry-after': 'Sun, 15 Nov 2026 12:10:00 GMT', date: 'Sun, 15 Nov 2026 12:00:00 GMT' }],
  ])('waits as long as a 429 asks, in whatever form: %j', async (headers) => {
    service.misbehave = () => ({ ...busy, headers });
    await expect(query('t_ra', DAY)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      values: { seconds: 600 },
    });
    await expect(query('t_ka', DAY)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(service.received).toHaveLength(1);
  });

  it('tells the date of each answer with its own, also of a refusal', async () => {
    const date = 'Sun, 15 Nov 2026 12:00:00 GMT';
    service.misbehave = () => ({ ...denied, headers: { date } });
    await expect(query('t_ra', DAY)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(dated).toEqual([{ servedAt: Date.parse(date), now: clock.now() }]);
  });

  it('parks requests that would have to wait longer than two minutes', async () => {
    service.misbehave = () => ({ ...busy, headers: { 'retry-after': '600' } });
    await expect(query('t_ra', DAY)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      values: { seconds: 600 },
    });
    await clock.advance(100_000);
    await expect(query('t_ka', DAY)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      values: { seconds: 500 },
    });
    expect(service.received).toHaveLength(1);
  });

  it('sends nothing after a 401 until the user has acted', async () => {
    service.misbehave = () => denied;
    const waiting = days(12).map((day) => endOf(query('t_ra', day)));
    expect(await Promise.all(waiting)).toMatchObject(waiting.map(() => ({ code: 'UNAUTHORIZED' })));
    const requested = service.received.length;
    expect(requested).toBeLessThanOrEqual(4);
    await clock.advance(3_600_000);
    await expect(query('t_ra', DAY)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(service.received).toHaveLength(requested);
    expect(client.activity.current().blockedBy).toBe('UNAUTHORIZED');
    service.misbehave = () => undefined;
    client.unblock();
    expect(client.activity.current().blockedBy).toBeUndefined();
    expect((await query('t_ra', DAY)).records).toBe(1);
  });

  it('believes a 404 only at an address that is known to be the service’s', async () => {
    service.misbehave = () => ({ status: 404, text: refusal('NOT_FOUND', 'no such path') });
    const requested: string[] = [];
    const wrong = new RailbirdError('NOT_THE_SERVICE', { problem: 'it answered 404' });
    client = createApiClient({
      transport: service.transport,
      credentials: () => Promise.resolve(keys),
      clock,
      spool,
      random: () => 0,
      prove: async ({ baseUrl }) => {
        requested.push(baseUrl);
        if (requested.length === 1) throw wrong;
      },
    });
    await expect(query('t_ra', DAY)).rejects.toBe(wrong);
    expect(await query('t_ra', DAY)).toMatchObject({ records: 0, countDiffers: false });
    service.misbehave = () => undefined;
    await query('t_ra', DAY);
    expect(requested).toEqual([BASE, BASE]);
  });

  it('reports a missing key, and looks for it again with the next request', async () => {
    const stored = keys;
    let missing = true;
    client = createApiClient({
      transport: service.transport,
      credentials: () =>
        missing ? Promise.reject(new RailbirdError('KEY_MISSING')) : Promise.resolve(stored),
      clock,
      spool,
      random: () => 0,
    });
    await expect(query('t_ra', DAY)).rejects.toMatchObject({ code: 'KEY_MISSING' });
    expect(client.activity.current().blockedBy).toBe('KEY_MISSING');
    missing = false;
    await query('t_ra', DAY);
    expect(client.activity.current().blockedBy).toBeUndefined();
  });

  it('says when the answered request was sent, after its turn and pauses', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    service.misbehave = (_, count) => (count === 1 ? busy : promise);
    const [began, beganAt] = [clock.monotonic(), clock.now()];
    const asked = query('t_ra', DAY);
    await clock.advance(4_000);
    expect(service.received).toHaveLength(2);
    await clock.advance(2_000);
    resolve({});
    const { sentAt, fetchedAt } = await asked;
    expect(sentAt).toBeGreaterThanOrEqual(began + 3_000);
    expect(sentAt).toBeLessThanOrEqual(began + 4_000);
    expect(fetchedAt).toBe(beganAt + 6_000);
  });

  it('sends identical requests in flight once', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    service.misbehave = () => promise;
    const requested = [query('t_ra', DAY), query('t_ra', { ...DAY }), query('t_ka', DAY)];
    await settle();
    resolve({});
    const [one, two] = await Promise.all(requested);
    expect(one?.spooled).toBe(two?.spooled);
    expect(service.requests).toEqual(['t_ra 20261114', 't_ka 20261114']);
  });

  it('cancels a request only when its last caller has cancelled', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    service.misbehave = () => promise;
    const [one, two] = [new AbortController(), new AbortController()];
    const requested = [one, two].map(({ signal }) => endOf(query('t_ra', DAY, { signal })));
    await settle();
    one.abort();
    expect(await requested[0]).toMatchObject({ code: 'CANCELLED' });
    expect(client.activity.current().inFlight).toBe(1);
    two.abort();
    expect(await requested[1]).toMatchObject({ code: 'CANCELLED' });
    await settle();
    expect(client.activity.current().inFlight).toBe(0);
    resolve({});
  });

  it('sends interactive requests before those in the background', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    service.misbehave = () => promise;
    const background = days(6).map((day) =>
      query(
        'd_hj' as const,
        { start_racedate: day.racedate, end_racedate: day.racedate },
        { priority: 'batch' },
      ),
    );
    await settle();
    expect(service.received).toHaveLength(3);
    const interactive = query('t_ra', DAY);
    await settle();
    expect(service.requests.at(-1)).toBe('t_ra 20261114');
    resolve({});
    await clock.advance(5_000);
    await Promise.all([...background, interactive]);
  });

  it('has at most four requests in flight', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    service.misbehave = () => promise;
    const all = days(6).map((day) => query('t_ra', day));
    await settle();
    expect(client.activity.current()).toMatchObject({ inFlight: 4, queued: 2 });
    resolve({});
    await clock.advance(5_000);
    await Promise.all(all);
    expect(client.activity.current()).toMatchObject({ inFlight: 0, queued: 0, answered: 6 });
  });

  it('remembers the pace of an address', async () => {
    service.misbehave = () => ({ headers: { 'ratelimit-policy': '"user";q=100;w=1' } });
    for (const day of days(6)) await query('t_ra', day);
    expect(paces.get(BASE)?.perSecond).toBeCloseTo(99);
  });

  it('reports every change of its activity', async () => {
    const seen: boolean[] = [];
    const stop = client.activity.subscribe(({ reachable }) => seen.push(reachable));
    service.misbehave = () => ({ breaks: true });
    const failing = endOf(query('t_ra', DAY));
    await clock.advance(5_000);
    await failing;
    expect(seen).toContain(false);
    service.misbehave = () => undefined;
    await query('t_ra', DAY);
    expect(client.activity.current().reachable).toBe(true);
    stop();
  });
});
