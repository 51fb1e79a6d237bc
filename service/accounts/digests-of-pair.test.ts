// The digests that are remembered of a pair of keys.

import { expect, test } from 'vitest';
import { digestOf } from './digest.ts';
import { digestsOf, rememberDigests } from './digests-of-pair.ts';

const pepper = Buffer.alloc(32, 7);

test('a remembered pair has the digests that its keys have, and no other pair has them', () => {
  const digests = digestsOf('one', 'two', pepper);
  expect(digests).toEqual({ application: digestOf('one', pepper), user: digestOf('two', pepper) });
  expect(digestsOf('one', 'two', pepper)).not.toBe(digests);
  rememberDigests('one', 'two', pepper, digests);
  expect(digestsOf('one', 'two', pepper)).toBe(digests);
  for (const [apiKey, userKey] of [
    ['one', 'three'],
    ['three', 'two'],
    ['two', 'one'],
    ['one two', ''],
    ['', 'one two'],
  ] as const) {
    expect(digestsOf(apiKey, userKey, pepper)).toEqual({
      application: digestOf(apiKey, pepper),
      user: digestOf(userKey, pepper),
    });
  }
});

test('many pairs are remembered side by side', () => {
  const own = Buffer.alloc(32, 9);
  const users = Array.from({ length: 1_000 }, (_, user) => `user ${user}`);
  const digests = users.map((user) => digestsOf('api', user, own));
  for (const [at, user] of users.entries()) rememberDigests('api', user, own, digests[at]!);
  for (const [at, user] of users.entries()) expect(digestsOf('api', user, own)).toBe(digests[at]);
});

test('keys that hold spaces are not taken for one another', () => {
  rememberDigests('a', 'b c', pepper, digestsOf('a', 'b c', pepper));
  expect(digestsOf('a b', 'c', pepper).user).toEqual(digestOf('c', pepper));
});

test('a pair under another pepper has other digests', () => {
  const other = Buffer.alloc(32, 8);
  rememberDigests('one', 'two', pepper, digestsOf('one', 'two', pepper));
  expect(digestsOf('one', 'two', other).user).toEqual(digestOf('two', other));
});

test('however many pairs are remembered, memory is bounded', () => {
  const first = digestsOf('first', 'first', pepper);
  rememberDigests('first', 'first', pepper, first);
  for (let each = 0; each < 1_001; each++) rememberDigests('api', `user ${each}`, pepper, first);
  expect(digestsOf('first', 'first', pepper)).not.toBe(first);
  expect(digestsOf('first', 'first', pepper)).toEqual(first);
});
