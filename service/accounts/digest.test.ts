// The digest under which keys are kept.

import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf, matchesAny } from './digest.ts';

test('a digest is the HMAC with SHA-256 of the key under the pepper, whatever their lengths', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.uint8Array({ maxLength: 64 }),
      (key, bytes) => {
        const pepper = Buffer.from(bytes);
        const expected = createHmac('sha256', pepper).update(key, 'utf8').digest();
        expect(digestOf(key, pepper).equals(expected)).toBe(true);
        expect(digestOf(key, pepper).equals(expected)).toBe(true);
      },
    ),
  );
});

test('a digest matches itself and no other', () => {
  const pepper = Buffer.alloc(32, 7);
  const [one, other] = [digestOf('one', pepper), digestOf('other', pepper)];
  expect(matchesAny(one, [other, one])).toBe(true);
  expect(matchesAny(one, [other])).toBe(false);
  expect(matchesAny(one, [])).toBe(false);
});
