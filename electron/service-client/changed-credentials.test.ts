// Keys and services that are changed while requests are on their way.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { FakeClock, settle } from '../testing/fake-clock.ts';
import { recordOf } from '../testing/fake-records.ts';
import { FakeService, refusal, type Reply } from '../testing/fake-service.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import type { ServiceCredentials } from './credentials.ts';
import { serviceName, type ServiceIdentity } from './service-identity.ts';
import { openSpool } from './spool.ts';

const DAY = { racedate: '20261114' };
const ONE: ServiceIdentity = { kind: 'account', baseUrl: 'https://one.example' };
const OTHER: ServiceIdentity = { kind: 'account', baseUrl: 'https://other.example' };
const denied: Reply = { status: 401, text: refusal('UNAUTHORIZED', 'keys') };
const paused: Reply = { status: 429, headers: { 'retry-after': '7200' } };
const forbidden: Reply = { status: 403, text: refusal('FORBIDDEN', 'keys') };

let dataDir: string;
let service: FakeService;
let clock: FakeClock;
let connected: ServiceIdentity;
let keys: ServiceCredentials;
let client: ApiClient;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-client-'));
  service = new FakeService({ t_ra: [recordOf('t_ra', { ...DAY, racekey: '05264101' })] });
  clock = new FakeClock();
  connected = ONE;
  keys = { baseUrl: ONE.baseUrl, apiKey: 'app', userKey: 'old' };
  client = createApiClient({
    transport: service.transport,
    credentials: async (of) => {
      if (serviceName(of) !== serviceName(connected)) throw new RailbirdError('SERVICE_CHANGED');
      return keys;
    },
    clock,
    spool: openSpool(dataDir),
    random: () => 0.5,
  });
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** As after `connection.onChange`. */
function connect(next: ServiceIdentity, credentials: Partial<ServiceCredentials>): void {
  connected = next;
  keys = { ...keys, ...credentials };
  client.unblock();
}

/** Holds back the answers to requests with the old user key until the returned function is called. */
function holdBackOld(): (reply: Reply) => void {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  service.misbehave = ({ headers }) => (headers['x-user-key'] === 'old' ? promise : undefined);
  return resolve;
}

const keysSent = () => service.received.map(({ headers }) => headers['x-user-key']);

it.each([
  ['401', denied],
  ['403', forbidden],
  ['429', paused],
])(
  'a late %s for the old key is asked again with the new one, and blocks or pauses nothing',
  async (_, reply) => {
    const answerOld = holdBackOld();
    const asked = client.of(ONE).query('t_ra', DAY);
    await settle();
    connect(ONE, { userKey: 'new' });
    answerOld(reply);
    expect(await asked).toMatchObject({ records: 1 });
    expect(client.activity.current().blockedBy).toBeUndefined();
    expect(client.activity.current().pausedUntil).toBeUndefined();
    expect(await client.of(ONE).query('t_ra', { racedate: '20261107' })).toMatchObject({ records: 0 });
    expect(keysSent()).toEqual(['old', 'new', 'new']);
  },
);

it.each(['refuses', 'has nothing left of its quota'])(
  'a pause after the service %s is that of the key: another one does not wait, the same one does',
  async (reason) => {
    const headers = { 'ratelimit-policy': '"day";q=500;w=86400', ratelimit: '"day";r=0;t=7200' };
    service.misbehave = ({ headers: { 'x-user-key': key } }) =>
      key === 'old' ? (reason === 'refuses' ? paused : { headers }) : undefined;
    const inBatch = () => client.of(ONE).query('t_ra', DAY, { priority: 'batch' });
    await inBatch().catch(() => undefined);
    connect(ONE, {});
    await expect(inBatch()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    connect(ONE, { userKey: 'new' });
    const asked = inBatch();
    await settle();
    await clock.advance(1_000);
    expect(await asked).toMatchObject({ records: 1 });
    expect(client.activity.current().pausedUntil).toBeUndefined();
    expect(keysSent()).toEqual(['old', 'new']);
  },
);

it('a query that begins with the new key does not wait for the old one', async () => {
  const answerOld = holdBackOld();
  const before = client.of(ONE).query('t_ra', DAY);
  await settle();
  connect(ONE, { userKey: 'new' });
  expect(await client.of(ONE).query('t_ra', DAY)).toMatchObject({ records: 1 });
  answerOld({});
  expect(await before).toMatchObject({ records: 1 });
  expect(keysSent()).toEqual(['old', 'new']);
});

it('the new key is refused like any other', async () => {
  service.misbehave = () => denied;
  connect(ONE, { userKey: 'new' });
  await expect(client.of(ONE).query('t_ra', DAY)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(client.activity.current().blockedBy).toBe('UNAUTHORIZED');
});

it('a plan that was renewed is found out by the user’s requests, one every few seconds, and by no other', async () => {
  const ask = (count: number) =>
    Promise.allSettled(
      Array.from({ length: count }, (_, at) => client.of(ONE).query('t_ra', { racedate: `2026111${at}` })),
    );
  const inBatch = () => client.of(ONE).query('t_ra', DAY, { priority: 'batch' });
  const refused = { status: 'rejected', reason: { code: 'FORBIDDEN' } };
  service.misbehave = () => forbidden;
  expect(await ask(1)).toMatchObject([refused]);
  expect(await ask(1)).toMatchObject([refused]);
  expect(service.received).toHaveLength(1);
  await clock.advance(5_000);
  await expect(inBatch()).rejects.toMatchObject(refused.reason);
  expect(await ask(6)).toMatchObject(Array.from({ length: 6 }, () => refused));
  expect(service.received).toHaveLength(2);
  service.misbehave = () => undefined;
  await clock.advance(5_000);
  await expect(inBatch()).rejects.toMatchObject(refused.reason);
  // What waits for the outcome is sent then.
  expect((await ask(4)).map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'fulfilled'));
  expect(client.activity.current().blockedBy).toBeUndefined();
  expect(await inBatch()).toMatchObject({ records: 1 });
});

it('a network that failed before the change says nothing about the service that is connected now', async () => {
  const answerOld = holdBackOld();
  const asked = client.of(ONE).query('t_ra', DAY);
  asked.catch(() => undefined);
  await settle();
  connect(OTHER, { baseUrl: OTHER.baseUrl, userKey: 'new' });
  answerOld({ breaks: true });
  await settle();
  expect(client.activity.current().reachable).toBe(true);
  await clock.advance(5_000);
  await expect(asked).rejects.toMatchObject({ code: 'SERVICE_CHANGED' });
});

it('a service’s requests are sent to no other, whether they begin, wait or are tried again', async () => {
  const answerOld = holdBackOld();
  const days = ['20261110', '20261111', '20261112', '20261113', '20261114', '20261115'];
  const asked = Promise.allSettled(days.map((racedate) => client.of(ONE).query('t_ra', { racedate })));
  await settle();
  expect(client.activity.current()).toMatchObject({ inFlight: 4, queued: 2 });
  connect(OTHER, { baseUrl: OTHER.baseUrl, userKey: 'new' });
  const late = client.of(ONE).query('t_ra', DAY);
  await expect(late).rejects.toMatchObject({ code: 'SERVICE_CHANGED' });
  answerOld({ status: 500 });
  await clock.advance(10_000);
  const changed = { status: 'rejected', reason: { code: 'SERVICE_CHANGED' } };
  expect(await asked).toMatchObject(days.map(() => changed));
  expect(await client.of(OTHER).query('t_ra', DAY)).toMatchObject({ records: 1 });
  expect(service.received.map(({ url }) => new URL(url).origin)).toEqual([
    ...Array.from({ length: 4 }, () => ONE.baseUrl),
    OTHER.baseUrl,
  ]);
});

it('what was answered before the change is that service’s, and is given', async () => {
  const answerOld = holdBackOld();
  const asked = client.of(ONE).query('t_ra', DAY);
  await settle();
  connect(OTHER, { baseUrl: OTHER.baseUrl, userKey: 'new' });
  answerOld({});
  expect(await asked).toMatchObject({ records: 1 });
});

it('the sample service is the same at another port', async () => {
  connect({ kind: 'sample' }, { baseUrl: 'http://127.0.0.1:1', userKey: 'old' });
  const answerOld = holdBackOld();
  const asked = ['20261110', '20261111', '20261112', '20261113', '20261114'].map((racedate) =>
    client.of({ kind: 'sample' }).query('t_ra', { racedate }),
  );
  await settle();
  // It was started again, and one request is still waiting for its turn.
  keys = { baseUrl: 'http://127.0.0.1:2', apiKey: 'app', userKey: 'new' };
  answerOld({});
  await clock.advance(5_000);
  expect((await Promise.all(asked)).map(({ records }) => records)).toEqual([0, 0, 0, 0, 1]);
  expect(service.received.map(({ url }) => new URL(url).port)).toEqual(['1', '1', '1', '1', '2']);
});
