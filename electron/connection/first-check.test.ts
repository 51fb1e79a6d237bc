import { expect, it } from 'vitest';
import { toError, type RequestFailure } from '../service-client/failure.ts';
import { createFirstCheck } from './first-check.ts';

const KEYS = { baseUrl: 'https://service.example', apiKey: 'a', userKey: 'u' };

function checking(...failures: (RequestFailure | undefined)[]) {
  let checks = 0;
  const check = createFirstCheck(async () => {
    const failure = failures[checks];
    checks += 1;
    if (failure) throw toError(failure, KEYS.baseUrl);
  });
  return { check: () => check(KEYS), checks: () => checks };
}

it('checks once, however many queries start together', async () => {
  const { check, checks } = checking();
  await Promise.all([check(), check()]);
  await check();
  expect(checks()).toBe(1);
});

it('lets no query through while something else answers at the address', async () => {
  const { check, checks } = checking({ kind: 'not_the_service', problem: 'it answered 404' });
  await expect(check()).rejects.toMatchObject({ code: 'NOT_THE_SERVICE' });
  await check();
  expect(checks()).toBe(2);
});

it('leaves errors of the service itself to the query', async () => {
  const { check, checks } = checking({ kind: 'unauthorized' });
  await check();
  await check();
  expect(checks()).toBe(1);
});

it('checks again after a missing answer, which proves nothing', async () => {
  const { check, checks } = checking({ kind: 'unreachable' });
  await check();
  await check();
  expect(checks()).toBe(2);
});
