// The end of a command line, whatever its command: exit code, last line, and no partial files.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACCOUNT, commandLine, type CommandLine } from '../testing/command-line.ts';
import type { Misbehave } from '../testing/fake-service.ts';
import { refusal } from '../testing/fake-service.ts';
import { OutputError } from './output.ts';
import type { Terminal } from './terminal.ts';

let cli: CommandLine;
beforeEach(async () => {
  cli = await commandLine();
});
afterEach(() => cli.remove());

const always =
  (status: number, code: string): Misbehave =>
  () => ({ status, text: refusal(code, 'no') });

test.each<[string, Misbehave, number, RegExp]>([
  ['401', always(401, 'UNAUTHORIZED'), 4, /rejected the keys/],
  ['403', always(403, 'FORBIDDEN'), 4, /plan/],
  ['no connection', () => ({ breaks: true }), 5, /cannot be reached/],
  ['503 without end', always(503, 'SERVICE_UNAVAILABLE'), 5, /failed \(503\)/],
])('%s ends with its code', async (_name, misbehave, code, words) => {
  cli.service.misbehave = misbehave;
  const ended = await cli.run('query d_ra --from 20261107 --to 20261108');
  expect(ended.code).toBe(code);
  expect(ended.messages).toMatch(words);
  expect(ended.account).toMatchObject({ records: 0, complete: false });
  expect(ended.messages).not.toContain('the-user-key');
});

test('retries are counted', async () => {
  cli.service.misbehave = (_asked, count) => (count === 1 ? { status: 503, text: '' } : undefined);
  const { code, account } = await cli.run('query d_ra --racedate 20261107');
  expect([code, account]).toMatchObject([0, { requests: 3, retries: 1 }]);
});

test.each([
  'query d_ra',
  'query d_ra --racedate 20261107 --columns nosuch',
  'query d_ra --racedate 20261107 --format xml',
  'query d_ra --racedate 20261107 --out /dev/null',
  'download m_uk --from 20261107 --to 20261114',
  'payoffs --from 20261107 --to 20261114 --bets nosuch',
  'race 0526',
  'key steal',
])('"%s" is a usage error', async (line) => {
  const { code, account, out } = await cli.run(line);
  expect([code, account, out]).toEqual([2, undefined, '']);
});

test('without a service it explains how to connect one', async () => {
  const { code, messages } = await cli.run('query d_ra --racedate 20261107', { env: {} });
  expect([code, messages]).toEqual([2, expect.stringContaining('--sample')]);
});

const failing = (error: Error & { code?: string }): Partial<Terminal> => ({
  write: async () => {
    throw new OutputError(error);
  },
});

test.each([
  ['EPIPE', 141, 'output_closed', /closed the pipe/],
  ['ENOSPC', 6, 'output_failed', /could not be written/],
])('standard output failing with %s ends the run with %i', async (errno, code, reason, words) => {
  const error = Object.assign(new Error(errno), { code: errno });
  const ended = await cli.run('query d_ra --racedate 20261107', { terminal: failing(error) });
  expect(ended.code).toBe(code);
  expect(ended.messages).toMatch(words);
  expect(ended.account).toMatchObject({ complete: false, reasons: [{ reason }] });
});

test('a folder that cannot be written is a local failure without a partial file', async () => {
  await writeFile(join(cli.dataDir, 'in-the-way'), '');
  const { code, messages } = await cli.run(
    `query d_ra --racedate 20261107 --out ${join(cli.dataDir, 'in-the-way', 'races.csv')}`,
  );
  expect([code, messages]).toEqual([6, expect.stringContaining('could not be read or written')]);
});

test('Ctrl-C stops at once, reports it, and leaves no file', async () => {
  const stop = new AbortController();
  cli.service.misbehave = () => {
    stop.abort('SIGINT');
    return undefined;
  };
  const path = join(cli.dataDir, 'races.csv');
  const ended = await cli.run(`query d_ra --racedate 20261107 --out ${path}`, { signal: stop.signal });
  expect(ended.code).toBe(130);
  expect(ended.account).toMatchObject({ complete: false, reasons: [{ reason: 'stopped' }] });
  expect((await readdir(cli.dataDir)).filter((name) => name.includes('races'))).toEqual([]);
});

test('an archive that another Railbird has open is reported in a message', async () => {
  await cli.run('coverage');
  const path = join(cli.dataDir, 'archive', (await readdir(join(cli.dataDir, 'archive')))[0] ?? '');
  const script = `
    const { Archive } = await import(${JSON.stringify(new URL('../archive/archive.ts', import.meta.url).href)});
    await Archive.open(${JSON.stringify(path)}, 1);
    console.log('open');
    process.stdin.resume();`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  await once(other.stdout, 'data');
  for (const line of ['query d_ra --racedate 20261107', 'coverage', "sql 'select 1'"]) {
    expect(await cli.run(line)).toMatchObject({
      code: 6,
      messages: expect.stringContaining('open in another Railbird'),
    });
  }
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect((await cli.run('coverage')).code).toBe(0);
});

test('a refusal that quotes the keys in any form is printed without them', async () => {
  const keys = { RAILBIRD_API_KEY: 'app+key/=one', RAILBIRD_USER_KEY: 'user"key/+two' };
  const quoted = Object.values(keys).flatMap((key) => [
    key,
    encodeURIComponent(key),
    encodeURIComponent(key).toLowerCase(),
    JSON.stringify(key),
    Buffer.from(key).toString('base64'),
  ]);
  cli.service.misbehave = () => ({ status: 400, text: refusal('BAD_REQUEST', quoted.join(' ')) });
  const { messages } = await cli.run('query t_ra --racedate 20261114', { env: { ...ACCOUNT, ...keys } });
  expect(messages).toContain('rejected the request');
  for (const form of quoted) expect(messages).not.toContain(form);
});

test('an unexpected error is printed without the keys, and logged', async () => {
  const write = async () => {
    throw new TypeError('no such thing as the-user-key');
  };
  const { code, messages } = await cli.run('query d_ra --racedate 20261107', { terminal: { write } });
  expect([code, messages]).toEqual([1, expect.stringContaining('no such thing as •••')]);
  const log = await readFile(join(cli.dataDir, 'logs', 'railbird.log'), 'utf8');
  expect(log).toContain('no such thing as •••');
  expect(messages + log).not.toContain('the-user-key');
});
