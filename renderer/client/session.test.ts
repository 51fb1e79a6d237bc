import { beforeEach, expect, test, vi } from 'vitest';
import { failureOf } from './failure.ts';
import { openSession } from './session.ts';
import { openNewAddress } from './window-address.ts';

/** A host that accepts each of these tokens once. */
function hostWith(...tokens: string[]) {
  const left = new Set(tokens);
  return vi.fn(async (_: URL, init: RequestInit) => {
    const token = (init.headers as Record<string, string>)['x-railbird-token'] ?? '';
    return left.delete(token)
      ? Response.json({ session: `session of ${token}` })
      : new Response(null, { status: 403 });
  });
}

/** A browser tab at this address, with the browser's storage. */
function tabAt(hash: string, fetch: unknown, localStorage: Pick<Storage, 'getItem' | 'setItem'>) {
  const replaceState = vi.fn();
  const location = { hash, origin: 'http://127.0.0.1:1' };
  return {
    tab: { location, fetch, localStorage, history: { state: null, replaceState } } as unknown as Window,
    replaceState,
  };
}

function emptyStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

let storage = emptyStorage();
beforeEach(() => {
  storage = emptyStorage();
});

const codeOf = (opening: Promise<string>) =>
  opening.then(
    () => 'opened',
    (error: unknown) => failureOf(error).code,
  );

test('an address opens the window, its token is removed, and a reload needs no new address', async () => {
  const host = hostWith('t');
  const { tab, replaceState } = tabAt('#token=t', host, storage);
  expect(await openSession(tab)).toBe('session of t');
  expect(replaceState).toHaveBeenCalledWith(null, '', '/');
  expect(await openSession(tabAt('', host, storage).tab)).toBe('session of t');
});

test('an address that is opened again in the same browser shows its window', async () => {
  const host = hostWith('t');
  await openSession(tabAt('#token=t', host, storage).tab);
  expect(await openSession(tabAt('#token=t', host, storage).tab)).toBe('session of t');
});

test('a new address replaces the session of an earlier launch', async () => {
  storage.setItem('railbird-session', 'of an earlier launch');
  expect(await openSession(tabAt('#token=t', hostWith('t'), storage).tab)).toBe('session of t');
});

test('an address that was used in another browser is reported', async () => {
  expect(await codeOf(openSession(tabAt('#token=t', hostWith(), storage).tab))).toBe('ADDRESS_USED');
  expect(await codeOf(openSession(tabAt('', hostWith(), storage).tab))).toBe('ADDRESS_USED');
});

test('an app that has ended is reported', async () => {
  const gone = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await codeOf(openSession(tabAt('#token=t', gone, storage).tab))).toBe('APP_GONE');
});

test('a browser without storage still opens the window', async () => {
  const forbidden = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  const closed = { getItem: forbidden, setItem: forbidden };
  expect(await openSession(tabAt('#token=t', hostWith('t'), closed).tab)).toBe('session of t');
});

test.each([
  ['a new address', '#token=t', 1],
  ['the address of a screen', '#/day/20261122', 0],
])('%s that is entered in an open tab loads the page %j: %i', (_name, hash, times) => {
  const reload = vi.fn();
  const events = new EventTarget();
  openNewAddress(Object.assign(events, { location: { hash, reload } }) as unknown as Window);
  events.dispatchEvent(new Event('hashchange'));
  expect(reload).toHaveBeenCalledTimes(times);
});
