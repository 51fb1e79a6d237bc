// Credentials that are not read for every request.

import { expect, test, vi } from 'vitest';
import type { StoredCredentials } from './accounts.ts';
import { RememberedCredentials } from './remembered-credentials.ts';

const DIGEST = Buffer.from('a digest of thirty-two bytes....');
const credentials = (version: number): StoredCredentials => ({
  applicationDigests: [],
  user: { id: 'ann', digest: DIGEST, plan: 'standard', planUntil: null, keyId: 'k', keyUntil: null },
  version,
});

test('credentials are found until any change takes something from anybody, or for a minute', () => {
  const remembered = new RememberedCredentials();
  expect(remembered.find(DIGEST)).toBeUndefined();
  remembered.remember(DIGEST, credentials(3), 3);
  expect(remembered.find(DIGEST)).toMatchObject({ user: { id: 'ann' }, version: 3, isRemembered: true });
  remembered.seen(3);
  remembered.seen(2);
  expect(remembered.find(DIGEST)).toBeDefined();
  remembered.seen(4);
  expect(remembered.find(DIGEST)).toBeUndefined();

  remembered.remember(DIGEST, credentials(4), 4);
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  expect(remembered.find(DIGEST)).toBeUndefined();
  now.mockRestore();
});

test('what an old copy said is not taken for the latest, and a guess is not remembered', () => {
  const remembered = new RememberedCredentials();
  remembered.seen(9);
  remembered.remember(DIGEST, credentials(8), 8);
  expect(remembered.find(DIGEST)).toBeUndefined();
  const nobody = { applicationDigests: [], user: undefined };
  remembered.remember(DIGEST, nobody, 9);
  expect(remembered.find(DIGEST)).toBeUndefined();
});

test('a promoted replica begins its own versions', () => {
  const remembered = new RememberedCredentials();
  remembered.remember(DIGEST, credentials(9), 9);
  remembered.forget();
  expect(remembered.find(DIGEST)).toBeUndefined();
  remembered.remember(DIGEST, credentials(8), 8);
  expect(remembered.find(DIGEST)).toBeDefined();
});
