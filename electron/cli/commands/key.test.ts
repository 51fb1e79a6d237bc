// The user key from a terminal.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACCOUNT, commandLine, SERVICE_ADDRESS, type CommandLine } from '../../testing/command-line.ts';
import { memoryKeychain } from '../../testing/memory-keychain.ts';
import { refusal } from '../../testing/fake-service.ts';

let cli: CommandLine;
beforeEach(async () => {
  cli = await commandLine();
});
afterEach(() => cli.remove());

test('a key is typed or piped, checked, stored, reported and forgotten, and nothing prints it', async () => {
  const keychain = memoryKeychain();
  const env = { RAILBIRD_BASE_URL: SERVICE_ADDRESS, RAILBIRD_API_KEY: 'the-app-key' };
  const typed = await cli.run('key set', { env, keychain, terminal: { typed: ['', 'secret-typed'] } });
  expect([typed.code, typed.out]).toEqual([0, expect.stringContaining('keychain')]);
  expect(await keychain.get(SERVICE_ADDRESS)).toBe('secret-typed');
  expect(cli.service.received.at(-1)?.headers['x-user-key']).toBe('secret-typed');

  const piped = await cli.run('key set', {
    env: { RAILBIRD_BASE_URL: SERVICE_ADDRESS },
    keychain,
    terminal: { readAll: async () => 'another-app-key\r\nsecret-piped\r\n' },
  });
  expect(piped.code).toBe(0);
  expect(await keychain.get(SERVICE_ADDRESS)).toBe('secret-piped');
  // The address and the application key are in the settings now.
  const status = await cli.run('key status', { env: {}, keychain });
  expect(status.out).toMatch(/service +http:\/\/service\.example\nuser key +keychain/);
  expect((await cli.run('key forget', { env: {}, keychain })).out).toContain('forgotten');
  expect(await keychain.get(SERVICE_ADDRESS)).toBeUndefined();
  for (const { out, messages } of [typed, piped, status])
    expect(out + messages).not.toMatch(/secret|app-key/);
});

test('a key that the keychain does not delete is said to be there, and can be forgotten again', async () => {
  const keychain = memoryKeychain();
  const { forget } = keychain;
  await cli.run('key set', { env: ACCOUNT, keychain, terminal: { typed: ['', 'secret-typed'] } });
  keychain.forget = async () => false;
  expect((await cli.run('key forget', { env: {}, keychain })).code).toBe(6);
  const status = await cli.run('key status', { env: {}, keychain });
  expect(status.out).toContain('user key  absent; the keychain may still have the old one\n');
  keychain.forget = forget;
  expect((await cli.run('key forget', { env: {}, keychain })).out).toContain('forgotten');
  expect((await cli.run('key status', { env: {}, keychain })).out).toContain('user key  absent\n');
});

test('a key that the service refuses is not stored', async () => {
  const keychain = memoryKeychain();
  cli.service.misbehave = () => ({ status: 401, text: refusal('UNAUTHORIZED', 'no') });
  const { code } = await cli.run('key set', {
    keychain,
    env: { ...ACCOUNT },
    terminal: { readAll: async () => 'wrong-key\n' },
  });
  expect(code).toBe(4);
  expect(await keychain.get(SERVICE_ADDRESS)).toBeUndefined();
});

test('without a keychain, an accepted key is not reported as stored', async () => {
  const { code, out, messages } = await cli.run('key set', {
    without: 'keychain',
    terminal: { readAll: async () => 'a-user-key\n' },
  });
  expect([code, out, messages]).toEqual([6, '', expect.stringContaining('RAILBIRD_USER_KEY')]);
});
