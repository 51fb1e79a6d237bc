// The service as a process: its first line, its keys, its ends, and what it leaves in its data folder.

import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setKeys } from './accounts/accounts.ts';
import { SqliteAccounts } from './accounts/sqlite-accounts.ts';
import { digestOf } from './accounts/digest.ts';
import { pepperOf } from './accounts/pepper.ts';
import { SqliteStore } from './store/sqlite/sqlite-store.ts';
import { recordOf } from './testing/records.ts';
import type { Answered } from './testing/run-service.ts';
import { PREMIUM, API_KEY, USER_KEY, errorOf, send } from './testing/run-service.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

let folder: string;
const children: ChildProcessWithoutNullStreams[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-main-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly firstLine: Promise<string>;
  /** Exit code and everything that was said on standard error. */
  readonly ended: Promise<{ code: number | null; errors: string }>;
}

function start(...options: string[]): Started {
  const child = spawn(process.execPath, [MAIN, '--data-dir', folder, ...options]);
  children.push(child);
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  const lines = createInterface(child.stdout);
  return {
    child,
    firstLine: new Promise((resolve) => lines.once('line', resolve)),
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, errors }))),
  };
}

interface FirstLine {
  readonly event: string;
  readonly url: string;
  readonly api_key?: string;
  readonly user_key?: string;
}

const listening = async (started: Started) => JSON.parse(await started.firstLine) as FirstLine;

test('the first line says where it listens, without keys, and SIGTERM ends it well', async () => {
  const started = start();
  expect(await listening(started)).toEqual({
    event: 'listening',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[0-9]+$/) as string,
  });
  started.child.kill('SIGTERM');
  expect((await started.ended).code).toBe(0);
});

test('SIGTERM in the middle of a large answer cuts nothing of it, however slowly it is read', async () => {
  const entries = Array.from({ length: 3_000 }, (_, number) =>
    recordOf('t_zk', {
      racedate: '20261101',
      racekey: `052601${String(number % 12).padStart(2, '0')}`,
      horse_number: String(number),
    }),
  );
  const store = new SqliteStore(join(folder, 'records.sqlite'));
  await store.upsert('t_zk', entries);
  await store.close();
  const pepper = pepperOf(join(folder, 'pepper'));
  const accounts = new SqliteAccounts(join(folder, 'accounts.sqlite'));
  await setKeys(accounts, null, [digestOf(API_KEY, pepper)]);
  await setKeys(accounts, 'tester', [digestOf(USER_KEY, pepper)], PREMIUM);
  await accounts.close();

  const started = start();
  const { url } = await listening(started);
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-user-key': USER_KEY };
    request(`${url}/v1/tzk?api_key=${API_KEY}`, { method: 'POST', headers, agent: false })
      .once('response', resolve)
      .once('error', reject)
      .end('{"racedate":"20261101"}');
  });
  const stopping = new Promise<void>((resolve) => {
    started.child.stderr.on('data', (part: Buffer) => {
      if (part.toString().includes('"stopping"')) resolve();
    });
  });
  const parts: Buffer[] = [];
  for await (const part of reply as AsyncIterable<Buffer>) {
    parts.push(part);
    if (parts.length === 1) {
      started.child.kill('SIGTERM');
      await stopping;
      await expect(send(url, { query: '' })).rejects.toThrow(/ECONNREFUSED/);
    }
    // One part a turn of the loop, with a rest now and then: the answer is far larger than what systems hold back.
    if (parts.length % 64 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { result } = JSON.parse(Buffer.concat(parts).toString()) as Answered;
  expect(reply.complete).toBe(true);
  expect([result.result_count, result.data.length]).toEqual([entries.length, entries.length]);
  expect(Buffer.concat(parts).length).toBeGreaterThan(20_000_000);
  expect((await started.ended).code).toBe(0);
});

test('without an account nobody is let in', async () => {
  const { url } = await listening(start());
  const reply = await send(url, { query: '?api_key=', headers: { 'x-user-key': '' } });
  expect([reply.status, errorOf(reply).code]).toEqual([401, 'UNAUTHORIZED']);
});

test('sample keys are let in, stay the same for one folder, and are in no log line', async () => {
  const first = start('--sample');
  const told = await listening(first);
  const headers = { 'content-type': 'application/json', 'x-user-key': told.user_key ?? '' };
  const query = `?api_key=${told.api_key ?? ''}`;
  const reply = await send(told.url, { path: '/v1/nothing', query, headers, body: '{}' });
  expect(reply.status).toBe(404);
  first.child.kill('SIGINT');
  const { code, errors } = await first.ended;
  expect(code).toBe(0);
  expect(errors).toContain('"status":404');
  expect(errors).not.toContain(told.user_key);
  expect(errors).not.toContain(told.api_key);

  const { api_key, user_key } = await listening(start('--sample'));
  expect({ api_key, user_key }).toEqual({ api_key: told.api_key, user_key: told.user_key });
});

test('a child of an app ends when its standard input closes, also while it makes data', async () => {
  const started = start('--sample', '--exit-with-parent');
  await started.firstLine;
  started.child.stdin.end();
  expect((await started.ended).code).toBe(0);
});

test('without that option standard input means nothing', async () => {
  const started = start();
  const { url } = await listening(started);
  started.child.stdin.end();
  expect((await send(url, { query: '' })).status).toBe(401);
  started.child.kill('SIGTERM');
  expect((await started.ended).code).toBe(0);
});

test('an option that cannot be used is named, with the usage', async () => {
  const { code, errors } = await start('--limits=off', '--host', '0.0.0.0').ended;
  expect(code).toBe(2);
  expect(errors).toContain('loopback');
  expect(errors).toContain('--data-dir DIR');
});

test('a port that is taken is an error with words, not a trace', async () => {
  const { url } = await listening(start());
  const { code, errors } = await start('--port', new URL(url).port).ended;
  expect(code).toBe(1);
  expect(errors).toContain('EADDRINUSE');
  expect(errors).not.toContain('    at ');
});
