// Both keys, plans and rotation (specification, section 5), over real sockets.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { setKeys } from './accounts/accounts.ts';
import { digestOf } from './accounts/digest.ts';
import { PREMIUM, API_KEY, USER_KEY, errorOf, runService } from './testing/run-service.ts';
import type { Running } from './testing/run-service.ts';

let service: Running;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.close());

const digest = (key: string) => digestOf(key, service.pepper);
const ask = (query: string, userKey?: string) =>
  service.send({
    query,
    headers: { 'content-type': 'application/json', ...(userKey !== undefined && { 'x-user-key': userKey }) },
    body: '{}',
  });

test('missing, empty, wrong, swapped and repeated keys get one and the same 401', async () => {
  const replies = await Promise.all([
    ask('', USER_KEY),
    ask('?api_key=', USER_KEY),
    ask('?api_key=wrong', USER_KEY),
    ask(`?api_key=${API_KEY}`),
    ask(`?api_key=${API_KEY}`, ''),
    ask(`?api_key=${API_KEY}`, 'wrong'),
    ask(`?api_key=${API_KEY}`, `${USER_KEY}x`),
    ask(`?api_key=${USER_KEY}`, API_KEY),
    ask(`?api_key=${API_KEY}&api_key=${API_KEY}`, USER_KEY),
    ask(`?API_KEY=${API_KEY}`, USER_KEY),
    ask('', ''),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 401));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
});

test('good keys are let in, an api_key in escapes too', async () => {
  expect((await ask(`?api_key=${API_KEY}`, USER_KEY)).status).toBe(200);
  expect((await ask(`?api_key=${API_KEY.replaceAll('-', '%2D')}`, USER_KEY)).status).toBe(200);
});

test('a user without a plan, or with one that has ended, is refused with 403', async () => {
  const until = (time: string) => ({ name: 'premium', until: `2026-11-20T${time}Z` });
  await setKeys(service.accounts, 'none', [digest('none-key')], null);
  await setKeys(service.accounts, 'ended', [digest('ended-key')], until('12:00:00.000'));
  await setKeys(service.accounts, 'ending', [digest('ending-key')], until('12:00:00.001'));
  const none = await ask(`?api_key=${API_KEY}`, 'none-key');
  const ended = await ask(`?api_key=${API_KEY}`, 'ended-key');
  expect([none.status, errorOf(none)]).toMatchObject([403, { code: 'FORBIDDEN', reason: 'NO_PLAN' }]);
  expect([ended.status, errorOf(ended)]).toMatchObject([403, { code: 'FORBIDDEN', reason: 'PLAN_EXPIRED' }]);
  expect((await ask(`?api_key=${API_KEY}`, 'ending-key')).status).toBe(200);
});

test('a key with an end is good up to it', async () => {
  await setKeys(service.accounts, 'bounded', [digest('bounded-key')], PREMIUM);
  const [key] = (await service.accounts.keys()).filter(({ user }) => user === 'bounded');
  await service.accounts.expireKey(key?.key_id ?? '', '2026-11-20T12:00:00.001Z');
  expect((await ask(`?api_key=${API_KEY}`, 'bounded-key')).status).toBe(200);
  await service.accounts.expireKey(key?.key_id ?? '', '2026-11-20T12:00:00.000Z');
  const ended = await ask(`?api_key=${API_KEY}`, 'bounded-key');
  expect([ended.status, ended.text]).toEqual([401, (await ask(`?api_key=${API_KEY}`, 'wrong')).text]);
});

test('while the application key is rotated the previous one still works, the one before it does not', async () => {
  const rotating = await runService();
  const status = async (key: string) => {
    const headers = { 'content-type': 'application/json', 'x-user-key': USER_KEY };
    return (await rotating.send({ query: `?api_key=${key}`, headers, body: '{}' })).status;
  };
  const good = (...keys: string[]) =>
    setKeys(
      rotating.accounts,
      null,
      keys.map((key) => digestOf(key, rotating.pepper)),
    );
  await good(API_KEY, 'second');
  expect([await status(API_KEY), await status('second')]).toEqual([200, 200]);
  await good('second', 'third');
  expect([await status(API_KEY), await status('second'), await status('third')]).toEqual([401, 200, 200]);
  await rotating.close();
});

test('a user may have two keys while one is rotated, and a revoked key is wrong at once', async () => {
  await setKeys(service.accounts, 'two', [digest('old-key'), digest('new-key')], PREMIUM);
  expect((await ask(`?api_key=${API_KEY}`, 'old-key')).status).toBe(200);
  await setKeys(service.accounts, 'two', [digest('new-key')]);
  expect((await ask(`?api_key=${API_KEY}`, 'old-key')).status).toBe(401);
  expect((await ask(`?api_key=${API_KEY}`, 'new-key')).status).toBe(200);
});
