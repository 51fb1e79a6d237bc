import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandLine, SERVICE_ADDRESS, type CommandLine } from '../../testing/command-line.ts';
import { memoryKeychain } from '../../testing/memory-keychain.ts';

let cli: CommandLine;
beforeEach(async () => {
  cli = await commandLine();
});
afterEach(() => cli.remove());

test('accounts are listed, switched, renamed and forgotten by name', async () => {
  const keychain = memoryKeychain();
  const run = (line: string, env = {}) =>
    cli.run(line, { env, keychain, terminal: { readAll: async () => 'the-app-key\nthe-user-key\n' } });
  expect((await run('account list')).out).toContain('There is no account');
  await run('key set', { RAILBIRD_BASE_URL: SERVICE_ADDRESS });
  await run('key set', { RAILBIRD_BASE_URL: 'http://other.example' });
  expect((await run('account list')).out).toBe(
    '  service.example  http://service.example\n* other.example    http://other.example\n',
  );
  expect((await run('account use service.example')).out).toContain('* service.example');
  expect((await run("account rename other.example 'Second plan'")).out).toContain('  Second plan ');
  expect((await run("account forget 'Second plan'")).code).toBe(0);
  expect((await run('account list')).out).toBe('* service.example  http://service.example\n');
  expect(await keychain.get('http://other.example')).toBeUndefined();
  expect(await keychain.get(SERVICE_ADDRESS)).toBe('the-user-key');
});

test.each(['account', 'account use', 'account list x', 'account use nobody', 'account rename a'])(
  '"%s" says what is expected',
  async (line) => {
    expect((await cli.run(line, { env: {} })).code).toBe(2);
  },
);
