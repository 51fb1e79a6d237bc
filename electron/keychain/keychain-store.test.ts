import { expect, test, vi } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { createKeychainStore, type Keytar } from './keychain-store.ts';

const ADDRESS = 'https://service.example';

function fakeKeytar(overrides: Partial<Keytar> = {}): Keytar {
  const entries = new Map<string, string>();
  return {
    getPassword: async (_service, account) => entries.get(account) ?? null,
    setPassword: async (_service, account, password) => void entries.set(account, password),
    deletePassword: async (_service, account) => entries.delete(account),
    ...overrides,
  };
}

test('a key is stored for its address, read back and deleted', async () => {
  const store = createKeychainStore({ keytar: fakeKeytar(), timeoutMs: 1000 });
  await store.set(ADDRESS, 'secret');
  expect(await store.get(ADDRESS)).toBe('secret');
  expect(await store.get('https://other.example')).toBeUndefined();
  await store.forget(ADDRESS);
  expect(await store.get(ADDRESS)).toBeUndefined();
});

test('calls never run in parallel', async () => {
  let running = 0;
  let most = 0;
  const getPassword = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return null;
  };
  const store = createKeychainStore({ keytar: fakeKeytar({ getPassword }), timeoutMs: 1000 });
  await Promise.all([store.get('a'), store.get('b'), store.get('c')]);
  expect(most).toBe(1);
});

test('a keyring that never answers fails with KEYCHAIN_FAILED, and so does a call queued behind it', async () => {
  vi.useFakeTimers();
  try {
    const setPassword = vi.fn(async () => undefined);
    const keytar = fakeKeytar({ getPassword: () => new Promise(() => undefined), setPassword });
    const store = createKeychainStore({ keytar, timeoutMs: 3000 });
    const calls = Promise.allSettled([store.get(ADDRESS), store.set(ADDRESS, 'secret')]);
    await vi.advanceTimersByTimeAsync(3000);
    for (const outcome of await calls) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'KEYCHAIN_FAILED' } });
    }
    expect(setPassword).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test('a call that timed out in the queue does not change the keychain later', async () => {
  vi.useFakeTimers();
  try {
    const first = Promise.withResolvers<string | null>();
    const setPassword = vi.fn(async () => undefined);
    const keytar = fakeKeytar({ getPassword: () => first.promise, setPassword });
    const store = createKeychainStore({ keytar, timeoutMs: 3000 });
    const calls = Promise.allSettled([store.get(ADDRESS), store.set(ADDRESS, 'secret')]);
    await vi.advanceTimersByTimeAsync(3000);
    await calls;
    first.resolve(null);
    await vi.advanceTimersByTimeAsync(10);
    expect(setPassword).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test('the problem is the message of keytar, and the next call starts over', async () => {
  let calls = 0;
  const getPassword = async () => {
    calls += 1;
    if (calls === 1) throw new Error('locked');
    return 'secret';
  };
  const store = createKeychainStore({ keytar: fakeKeytar({ getPassword }), timeoutMs: 1000 });
  const failure = await store.get(ADDRESS).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RailbirdError);
  expect(failure).toMatchObject({ code: 'KEYCHAIN_FAILED', values: { problem: 'locked' } });
  expect(await store.get(ADDRESS)).toBe('secret');
});
