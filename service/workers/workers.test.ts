// Two workers as processes: they share limits and metrics, one that dies is replaced, and a drain cuts nothing.

import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setKeys } from '../accounts/accounts.ts';
import { SqliteAccounts } from '../accounts/sqlite-accounts.ts';
import { digestOf } from '../accounts/digest.ts';
import { pepperOf } from '../accounts/pepper.ts';
import { SqliteStore } from '../store/sqlite/sqlite-store.ts';
import { recordOf } from '../testing/records.ts';
import type { Answered } from '../testing/run-service.ts';
import { API_KEY, PREMIUM, USER_KEY, answerOf, send } from '../testing/run-service.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const ENTRIES = 3_000;
/** The key of a second user. */
const READER = 'key-of-the-reader';

interface Line {
  readonly msg: string;
  readonly url?: string;
  readonly metrics?: string;
  readonly workers?: readonly number[];
}

let folder: string;
let child: ChildProcessWithoutNullStreams;
const log: Line[] = [];
const broken: string[] = [];
const line = (msg: string) => log.find((one) => one.msg === msg);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-workers-'));
  const store = new SqliteStore(join(folder, 'records.sqlite'));
  await store.upsert(
    't_zk',
    Array.from({ length: ENTRIES }, (_, number) =>
      recordOf('t_zk', {
        racedate: '20261101',
        racekey: `052601${String(number % 12).padStart(2, '0')}`,
        horse_number: String(number),
      }),
    ),
  );
  await store.close();
  const pepper = pepperOf(join(folder, 'pepper'));
  const accounts = new SqliteAccounts(join(folder, 'accounts.sqlite'));
  await setKeys(accounts, null, [digestOf(API_KEY, pepper)]);
  await setKeys(accounts, 'tester', [digestOf(USER_KEY, pepper)], PREMIUM);
  await setKeys(accounts, 'reader', [digestOf(READER, pepper)], PREMIUM);
  await accounts.close();
  const limits = join(folder, 'limits.json');
  // So slow that nothing is given back during the test.
  writeFileSync(
    limits,
    JSON.stringify({ user: { perSecond: 0.001, burst: 10 }, address: { perSecond: 1000, burst: 1000 } }),
  );
  const options = ['--workers', '2', '--metrics-port', '0', '--limits', limits];
  child = spawn(process.execPath, [MAIN, '--data-dir', folder, ...options]);
  let isListening = () => {};
  const listening = new Promise<void>((resolve) => (isListening = resolve));
  createInterface(child.stderr).on('line', (text) => {
    try {
      log.push(JSON.parse(text) as Line);
      if (line('listening')) isListening();
    } catch {
      broken.push(text);
    }
  });
  await listening;
});
afterAll(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const url = () => line('listening')?.url ?? '';
const headers = { 'content-type': 'application/json', 'x-user-key': USER_KEY };
/** On a connection of its own, which goes to the workers in turn. */
const ask = () => send(url(), { path: '/v1/tra', headers, body: '{"racekey":"05260101"}' });
async function metric(series: string): Promise<number> {
  const text = await (await fetch(line('listening')?.metrics ?? '')).text();
  return Number(
    text
      .split('\n')
      .find((one) => one.startsWith(series))
      ?.split(' ')
      .at(-1) ?? 0,
  );
}

test('sixteen requests in turn to two workers are as limited as to one, and are counted as one', async () => {
  const replies = await Promise.all(Array.from({ length: 4 }, ask));
  for (let time = 0; time < 12; time++) replies.push(await ask());
  const refused = replies.filter(({ status }) => status === 429);
  const passed = replies.filter(({ status }) => status === 200);
  expect(passed.length + refused.length).toBe(16);
  expect(passed.length).toBe(10);
  await expect.poll(() => metric('railbird_requests_total{table="t_ra",status="200"}')).toBe(10);
  expect(await metric('railbird_refusals_total{reason="TOO_MANY_REQUESTS"}')).toBe(6);
});

test('a worker that dies is replaced, nobody is turned away meanwhile, and what it counted stays', async () => {
  const counted = await metric('railbird_requests_total{table="t_ra",status="200"}');
  process.kill(line('listening')?.workers?.[0] ?? 0, 'SIGKILL');
  await expect.poll(() => line('a worker ended and is replaced')).toBeDefined();
  for (let time = 0; time < 5; time++) expect([200, 429]).toContain((await ask()).status);
  expect(await metric('railbird_requests_total{table="t_ra",status="200"}')).toBeGreaterThanOrEqual(counted);
});

test('SIGTERM lets each worker finish its answers, in full', async () => {
  const agent = new Agent({ keepAlive: false });
  const begin = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request(`${url()}/v1/tzk?api_key=${API_KEY}`, {
        method: 'POST',
        headers: { ...headers, 'x-user-key': READER },
        agent,
      })
        .once('response', resolve)
        .once('error', reject)
        .end('{"racedate":"20261101"}');
    });
  const begun = [await begin(), await begin()];
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await expect.poll(() => line('stopping')).toBeDefined();
  for (const reply of begun) {
    const text = Buffer.concat((await reply.toArray()) as Buffer[]).toString();
    const answer = answerOf({ status: reply.statusCode ?? 0, headers: {}, text }) satisfies Answered;
    expect(answer.result.data).toHaveLength(ENTRIES);
  }
  expect(await ended).toBe(0);
  // Lines of several processes do not mix.
  expect(broken).toEqual([]);
  for (const pid of line('listening')?.workers ?? []) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});
