import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { memoryKeychain, noKeychain } from '../testing/memory-keychain.ts';
import { createUserKeys } from './user-keys.ts';

const OWNER = { id: 'https://service.example' };
const KEPT = { ...OWNER, isKept: true };
const IN_SESSION = { where: 'session', isOutdated: false };
const LIMIT = 3000;

/** A keychain whose calls wait until `release`, and then do what they were asked, in order. */
function waitingKeychain() {
  const inner = memoryKeychain();
  const { promise: gate, resolve: release, reject } = Promise.withResolvers<void>();
  gate.catch(() => undefined);
  const keychain: Keychain = {
    get: (entry) => gate.then(() => inner.get(entry)),
    set: (entry, key) => gate.then(() => inner.set(entry, key)),
    forget: (entry) => gate.then(() => inner.forget(entry)),
  };
  return { inner, keychain, release, dismiss: () => reject(new RailbirdError('KEYCHAIN_LOCKED')) };
}

let changes: unknown[];
let forgotten: string[];
beforeEach(() => {
  vi.useFakeTimers();
  changes = [];
  forgotten = [];
});
afterEach(() => vi.useRealTimers());

const keysWith = (keychain: Keychain) =>
  createUserKeys({
    keychain,
    limitMs: LIMIT,
    changed: (change) => changes.push(change),
    forgotten: (key) => forgotten.push(key),
  });

/** The outcome of a call that is still waiting when the limit has passed. */
async function afterLimit<T>(call: Promise<T>): Promise<PromiseSettledResult<T>> {
  const settled = Promise.allSettled([call]);
  await vi.advanceTimersByTimeAsync(LIMIT);
  return (await settled)[0];
}

describe('a keychain that does not answer', () => {
  test('leaves the key in memory; once it takes the key, it is there', async () => {
    const { inner, keychain, release } = waitingKeychain();
    const keys = keysWith(keychain);
    expect(await afterLimit(keys.keep(OWNER, 'secret', 'keychain'))).toMatchObject({ value: IN_SESSION });
    expect(await keys.find(OWNER)).toEqual({ userKey: 'secret', where: 'session' });
    expect(await keys.describe(OWNER)).toEqual({
      userKey: 'session',
      keychain: { available: false, problem: { code: 'KEYCHAIN_SLOW', values: {} } },
    });
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(changes).toEqual([{ id: OWNER.id, isKept: true }]);
    expect(await keys.describe(OWNER)).toEqual({ userKey: 'keychain', keychain: { available: true } });
    expect(await inner.get(OWNER.id)).toBe('secret');
  });

  test('is not asked for the key again and again, and its late answer is used', async () => {
    const { inner, keychain, release } = waitingKeychain();
    await inner.set(OWNER.id, 'secret');
    const get = vi.spyOn(keychain, 'get');
    const keys = keysWith(keychain);
    const both = Promise.allSettled([keys.find(KEPT), keys.find(KEPT)]);
    await vi.advanceTimersByTimeAsync(LIMIT);
    expect(await both).toMatchObject([
      { status: 'rejected', reason: { code: 'KEYCHAIN_SLOW' } },
      { status: 'rejected', reason: { code: 'KEYCHAIN_SLOW' } },
    ]);
    await expect(keys.find(KEPT)).rejects.toMatchObject({ code: 'KEYCHAIN_SLOW' });
    expect((await keys.describe(KEPT)).userKey).toBe('unread');
    expect(get).toHaveBeenCalledTimes(1);
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(changes).toEqual([{ id: OWNER.id }]);
    expect(await keys.find(KEPT)).toEqual({ userKey: 'secret', where: 'keychain' });
  });

  test('may be dismissed late: then that is the reason', async () => {
    const { keychain, dismiss } = waitingKeychain();
    const keys = keysWith(keychain);
    await afterLimit(keys.find(KEPT));
    dismiss();
    await vi.advanceTimersByTimeAsync(0);
    expect((await keys.describe(KEPT)).keychain).toEqual({
      available: false,
      problem: { code: 'KEYCHAIN_LOCKED', values: {} },
    });
  });

  test('does no harm late: a key that was forgotten meanwhile is deleted', async () => {
    const { inner, keychain, release } = waitingKeychain();
    const keys = keysWith(keychain);
    await afterLimit(keys.keep(OWNER, 'secret', 'keychain'));
    expect(await afterLimit(keys.forget(OWNER))).toMatchObject({ reason: { code: 'KEYCHAIN_KEPT' } });
    expect(await keys.describe(OWNER)).toMatchObject({ userKey: 'absent' });
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(await inner.get(OWNER.id)).toBeUndefined();
    expect(await keys.find(OWNER)).toBeUndefined();
    expect(changes).toContainEqual({ id: OWNER.id, isKept: false });
    expect((await keys.describe(OWNER)).keychain).toEqual({ available: true });
  });

  test('does no harm late: of two keys, the newer one stays', async () => {
    const { inner, keychain, release } = waitingKeychain();
    const keys = keysWith(keychain);
    await afterLimit(keys.keep(OWNER, 'old', 'keychain'));
    await afterLimit(keys.keep(OWNER, 'new', 'keychain'));
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(await inner.get(OWNER.id)).toBe('new');
    expect(await keys.find(OWNER)).toEqual({ userKey: 'new', where: 'keychain' });
    expect(forgotten).toEqual(['old']);
  });

  test('does no harm late: a key that was typed meanwhile is not replaced by the stored one', async () => {
    const { inner, keychain, release } = waitingKeychain();
    await inner.set(OWNER.id, 'stored');
    const keys = keysWith(keychain);
    await afterLimit(keys.find(KEPT));
    await afterLimit(keys.keep(KEPT, 'typed', 'session'));
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(await keys.find(KEPT)).toEqual({ userKey: 'typed', where: 'session' });
    expect(await inner.get(OWNER.id)).toBeUndefined();
  });
});

describe('trying again', () => {
  test('stores what only the session had', async () => {
    const inner = memoryKeychain();
    let isLocked = true;
    const keys = keysWith({
      ...inner,
      set: async (entry, key) => {
        if (isLocked) throw new RailbirdError('KEYCHAIN_LOCKED');
        return inner.set(entry, key);
      },
    });
    expect(await keys.keep(OWNER, 'secret', 'keychain')).toEqual(IN_SESSION);
    isLocked = false;
    await keys.retry(OWNER);
    expect(changes).toEqual([{ id: OWNER.id, isKept: true }]);
    expect((await keys.describe(OWNER)).userKey).toBe('keychain');
  });

  test('leaves a key for the session where it was wanted', async () => {
    const inner = memoryKeychain();
    const keys = keysWith(inner);
    expect(await keys.keep(OWNER, 'secret', 'session')).toEqual(IN_SESSION);
    await keys.retry(OWNER);
    expect(await inner.get(OWNER.id)).toBeUndefined();
  });

  test('reads what the keychain did not give', async () => {
    const inner = memoryKeychain();
    const keys = keysWith(inner);
    await expect(keys.find(KEPT)).rejects.toMatchObject({ code: 'KEYCHAIN_LOST' });
    expect(await keys.describe(KEPT)).toMatchObject({
      userKey: 'unread',
      keychain: { available: true, problem: { code: 'KEYCHAIN_LOST' } },
    });
    await inner.set(OWNER.id, 'secret');
    await keys.retry(KEPT);
    expect(await keys.find(KEPT)).toEqual({ userKey: 'secret', where: 'keychain' });
  });
});

describe('forgetting', () => {
  test('fails if a locked keychain keeps the key without a word', async () => {
    const inner = memoryKeychain();
    const keys = keysWith({ ...inner, forget: async () => false });
    await keys.keep(OWNER, 'secret', 'keychain');
    await expect(keys.forget(OWNER)).rejects.toMatchObject({ code: 'KEYCHAIN_KEPT' });
    expect(forgotten).toEqual(['secret']);
    expect((await keys.describe(OWNER)).keychain).toEqual({ available: true, mayHaveOldKey: true });
    // Told again, it keeps the key again.
    await expect(keys.forget(OWNER)).rejects.toMatchObject({ code: 'KEYCHAIN_KEPT' });
  });

  test('succeeds where there is no keychain, and only the session had the key', async () => {
    const keys = keysWith(noKeychain());
    await keys.keep(OWNER, 'secret', 'keychain');
    await keys.forget(OWNER);
    expect(await keys.describe(OWNER)).toMatchObject({
      userKey: 'absent',
      keychain: { available: false, problem: { code: 'KEYCHAIN_NO_SERVICE' } },
    });
  });
});

describe('a new key that the keychain does not take', () => {
  async function replacedIn(overrides: Partial<Keychain>, place: 'keychain' | 'session' = 'keychain') {
    const inner = memoryKeychain();
    await inner.set(OWNER.id, 'old');
    const keys = keysWith({ ...inner, ...overrides });
    return { inner, keys, kept: await keys.keep(KEPT, 'new', place) };
  }
  const denies = async () => Promise.reject(new RailbirdError('KEYCHAIN_DENIED'));

  test('takes the old one out of it, and the keychain’s reason is the one that is shown', async () => {
    const { inner, keys, kept } = await replacedIn({ set: denies });
    expect(kept).toEqual(IN_SESSION);
    expect(await inner.get(OWNER.id)).toBeUndefined();
    expect((await keys.describe(OWNER)).keychain.problem?.code).toBe('KEYCHAIN_DENIED');
    await keys.forget(OWNER);
  });

  test.each(['keychain', 'session'] as const)(
    'leaves an outdated entry if the keychain does not delete the old one either (wanted: %s)',
    async (place) => {
      const { inner, keys, kept } = await replacedIn({ set: denies, forget: denies }, place);
      expect(kept).toEqual({ where: 'session', isOutdated: true });
      expect(await keys.find(KEPT)).toEqual({ userKey: 'new', where: 'session' });
      const nextRun = keysWith(inner);
      expect(await nextRun.find({ ...OWNER, isOutdated: true })).toBeUndefined();
      expect(await nextRun.keep({ ...OWNER, isOutdated: true }, 'new', 'keychain')).toEqual({
        where: 'keychain',
        isOutdated: false,
      });
    },
  );

  test('is not deleted by Railbird if a slow keychain takes it later', async () => {
    const { inner, keychain, release } = waitingKeychain();
    await inner.set(OWNER.id, 'old');
    const kept = await afterLimit(keysWith(keychain).keep(KEPT, 'new', 'keychain'));
    expect(kept).toMatchObject({ value: { where: 'session', isOutdated: true } });
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(await inner.get(OWNER.id)).toBe('new');
    expect(changes).toEqual([{ id: OWNER.id, isKept: true }]);
  });
});

describe('what the keychain has', () => {
  async function keysOf(stored: string) {
    const keychain = memoryKeychain();
    await keychain.set(OWNER.id, stored);
    return keysWith(keychain);
  }

  test.each(['user-key\n', '  user-key', 'ｕｓｅｒ－ｋｅｙ'])(
    'is read like a pasted key: %j',
    async (stored) => {
      expect(await (await keysOf(stored)).find(KEPT)).toEqual({ userKey: 'user-key', where: 'keychain' });
    },
  );

  test('is never sent if no header can carry it, and the status says so', async () => {
    const keys = await keysOf('user\u0000key');
    await expect(keys.find(KEPT)).rejects.toMatchObject({ code: 'KEY_UNSENDABLE' });
    expect(await keys.describe(KEPT)).toEqual({
      userKey: 'unread',
      keychain: { available: true, problem: { code: 'KEY_UNSENDABLE', values: {} } },
    });
  });

  test('is no key if it is empty', async () => {
    expect(await (await keysOf('')).find(OWNER)).toBeUndefined();
    await expect((await keysOf(' ')).find(KEPT)).rejects.toMatchObject({ code: 'KEYCHAIN_LOST' });
  });
});

test('before there is an account, the keychain is asked once whether it answers', async () => {
  const keychain = memoryKeychain();
  const get = vi.spyOn(keychain, 'get');
  const keys = keysWith(keychain);
  expect(get).not.toHaveBeenCalled();
  await keys.describe(undefined);
  expect((await keys.describe(undefined)).keychain).toEqual({ available: true });
  expect(get).toHaveBeenCalledTimes(1);
});
