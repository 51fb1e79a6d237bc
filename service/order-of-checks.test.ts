// "Order of checks": a request that fails a check and every later one is told of the earliest.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { setKeys } from './accounts/accounts.ts';
import { digestOf } from './accounts/digest.ts';
import { PREMIUM, errorOf, runService } from './testing/run-service.ts';
import type { Running, Sent } from './testing/run-service.ts';

let service: Running;

const UNPAID = 'key-of-a-user-without-a-plan';
const BUSY = 'key-of-a-user-who-asked-too-often';

beforeAll(async () => {
  service = await runService({
    limits: {
      address: { perSecond: 1000, burst: 1000 },
      user: { perSecond: 1, burst: 1 },
      inFlight: 4,
      failuresAMinute: 1000,
    },
  });
  await setKeys(service.accounts, 'unpaid', [digestOf(UNPAID, service.pepper)], null);
});

afterAll(() => service.close());

/** A user with a request to spend: the limiter allows one each. */
async function freshUser(name: string): Promise<string> {
  const key = `key-of-${name}`;
  await setKeys(service.accounts, name, [digestOf(key, service.pepper)], PREMIUM);
  return key;
}

/** Wrong in every way that comes after the named step. */
const all = {
  path: '/v1/nothing',
  body: Buffer.alloc(20_000, 'x'),
  headers: { 'content-type': 'text/plain' },
} satisfies Sent;

test('outside /v1/ comes before the method', async () => {
  const reply = await service.send({ ...all, path: '/v2/tra', method: 'PUT', query: '' });
  expect([reply.status, errorOf(reply).code]).toEqual([404, 'NOT_FOUND']);
});

test('the method comes before the keys', async () => {
  const reply = await service.send({ ...all, method: 'PUT', query: '' });
  expect([reply.status, errorOf(reply).code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
});

test('api_key comes before the plan', async () => {
  const reply = await service.send({
    ...all,
    query: '?api_key=wrong',
    headers: { ...all.headers, 'x-user-key': UNPAID },
  });
  expect([reply.status, errorOf(reply).code]).toEqual([401, 'UNAUTHORIZED']);
});

test('x-user-key comes before everything that is in the request', async () => {
  const reply = await service.send(all);
  expect([reply.status, errorOf(reply).code]).toEqual([401, 'UNAUTHORIZED']);
});

test('the plan comes before the limit of the user and an unknown table', async () => {
  for (let time = 0; time < 3; time++) {
    const reply = await service.send({ ...all, headers: { ...all.headers, 'x-user-key': UNPAID } });
    expect([reply.status, errorOf(reply).reason]).toEqual([403, 'NO_PLAN']);
  }
});

test('the limit of the user comes before an unknown table', async () => {
  await setKeys(service.accounts, 'busy', [digestOf(BUSY, service.pepper)], PREMIUM);
  const ask = () => service.send({ ...all, headers: { ...all.headers, 'x-user-key': BUSY } });
  expect((await ask()).status).toBe(404);
  expect((await ask()).status).toBe(429);
});

test('an unknown table comes before the media type', async () => {
  const reply = await service.send({
    ...all,
    headers: { ...all.headers, 'x-user-key': await freshUser('unknown-table') },
  });
  expect([reply.status, errorOf(reply).code]).toEqual([404, 'NOT_FOUND']);
});

test('the media type comes before the size', async () => {
  const headers = { ...all.headers, 'x-user-key': await freshUser('media-type') };
  const reply = await service.send({ ...all, path: '/v1/tra', headers });
  expect([reply.status, errorOf(reply).code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

test('the size comes before the JSON', async () => {
  const headers = { 'content-type': 'application/json', 'x-user-key': await freshUser('size') };
  const reply = await service.send({ ...all, path: '/v1/tra', headers });
  expect([reply.status, errorOf(reply).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('JSON comes before the parameters', async () => {
  const headers = { 'content-type': 'application/json', 'x-user-key': await freshUser('json') };
  const reply = await service.send({ path: '/v1/tra', headers, body: '{"racekye":' });
  expect(errorOf(reply).reason).toBe('INVALID_JSON');
});

test('the parameters come before the span', async () => {
  const headers = { 'content-type': 'application/json', 'x-user-key': await freshUser('parameters') };
  const body = JSON.stringify({ start_racedate: '20200101', end_racedate: '20260101', racekey: 5 });
  const reply = await service.send({ path: '/v1/dky', headers, body });
  expect(errorOf(reply).reason).toBe('INVALID_PARAMETER');
});
