// The service as a process: its first line, its keys, its ends, and what it leaves in its data folder.

import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { errorOf, send } from './testing/running.ts';

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
