// The digest under which keys are stored.

import { expect, test } from 'vitest';
import { digestOf, matchesAny } from './digest.ts';

test('a digest is the HMAC with SHA-256 of the key under the pepper', () => {
  // RFC 4231, test cases 2 and 6: a short key, and one longer than the hash's block.
  expect(digestOf('what do ya want for nothing?', Buffer.from('Jefe')).toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  const long = 'Test Using Larger Than Block-Size Key - Hash Key First';
  expect(digestOf(long, Buffer.alloc(131, 0xaa)).toString('hex')).toBe(
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  );
});

test('a digest matches itself and no other', () => {
  const pepper = Buffer.alloc(32, 7);
  const [one, other] = [digestOf('one', pepper), digestOf('other', pepper)];
  expect(matchesAny(one, [other, one])).toBe(true);
  expect(matchesAny(one, [other])).toBe(false);
  expect(matchesAny(one, [])).toBe(false);
});
