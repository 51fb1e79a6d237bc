// keytar against a real gnome-keyring. Runs only inside `dbus-run-session` with an unlocked daemon.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { chooseKeyStore, loadKeytar } from './choose-key-store.ts';
import { createKeychainStore } from './keychain-store.ts';

const ADDRESS = 'https://keyring-check.example';
const LIMIT_MS = 5000;
const run = promisify(execFile);
const store = createKeychainStore({ keytar: await loadKeytar(), timeoutMs: LIMIT_MS });

/** The output of another process of the app in the given environment. */
async function inAnotherProcess(expression: string, env: NodeJS.ProcessEnv = process.env) {
  const module = fileURLToPath(new URL('./choose-key-store.ts', import.meta.url));
  const program = `
    import { chooseKeyStore, loadKeytar } from ${JSON.stringify(module)};
    const options = { loadKeytar, timeoutMs: ${LIMIT_MS}, platform: process.platform };
    const chosen = await chooseKeyStore(options);
    console.log(JSON.stringify((${expression}) ?? null));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { env });
  return JSON.parse(stdout) as unknown;
}

afterAll(() => store.forget(ADDRESS));

test('an unlocked gnome-keyring is chosen', async () => {
  const chosen = await chooseKeyStore({ loadKeytar, timeoutMs: LIMIT_MS, platform: process.platform });
  expect(chosen.store.kind).toBe('keychain');
});

test('a key is set, found, replaced and deleted', async () => {
  expect(await store.get(ADDRESS)).toBeUndefined();
  await store.set(ADDRESS, 'first');
  expect(await store.get(ADDRESS)).toBe('first');
  await store.set(ADDRESS, '二つめ');
  expect(await store.get(ADDRESS)).toBe('二つめ');
  await store.forget(ADDRESS);
  expect(await store.get(ADDRESS)).toBeUndefined();
  await store.forget(ADDRESS);
});

test('the next process finds the key', async () => {
  await store.set(ADDRESS, 'kept');
  const found = await inAnotherProcess(`await chosen.store.get(${JSON.stringify(ADDRESS)})`);
  expect(found).toBe('kept');
});

test('without a daemon the key is kept for the session, and the reason is given', async () => {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _display, ...env } = process.env;
  const found = await inAnotherProcess('({ kind: chosen.store.kind, problem: chosen.problem })', {
    ...env,
    XDG_RUNTIME_DIR: '/nonexistent',
  });
  expect(found).toMatchObject({ kind: 'session', problem: { en: expect.stringMatching(/gnome-keyring/) } });
});
