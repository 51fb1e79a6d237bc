// The commands `keys` and `plans`, against a service that runs meanwhile.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newLog } from '../log.ts';
import { parseOptions } from '../options.ts';
import type { RunningService } from '../service.ts';
import { startService } from '../service.ts';
import { errorOf, send } from '../testing/run-service.ts';
import { testTerminal } from '../testing/terminal.ts';
import { runCommand } from './command.ts';
import { commandOf } from './commands.ts';

let folder: string;
let service: RunningService;
const log: string[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-keys-'));
  log.length = 0;
  service = await startService(parseOptions(['--data-dir', folder, '--limits=off'], {}), {
    now: () => new Date('2026-11-20T12:00:00Z'),
    log: newLog({ write: (line: string) => void log.push(line) }),
  });
});
afterEach(async () => {
  await service.close(100);
  rmSync(folder, { recursive: true, force: true });
});

async function type(line: string) {
  const [word, ...rest] = line.split(' ');
  const command = commandOf(word);
  if (!command) throw new Error(`no such command: ${line}`);
  const terminal = testTerminal();
  const code = await runCommand(command, [...rest, '--data-dir', folder], terminal);
  return { code, printed: terminal.printed, stderr: terminal.stderr.join('\n') };
}

const keyOf = async (line: string): Promise<string> => (await type(line)).printed[0] ?? '';

async function statusOf(apiKey: string, userKey: string): Promise<number | string> {
  const headers = { 'content-type': 'application/json', 'x-user-key': userKey };
  const reply = await send(service.url, { query: `?api_key=${apiKey}`, headers, body: '{}' });
  return reply.status === 403 ? (errorOf(reply).reason ?? 403) : reply.status;
}

test('a new service is usable after two commands, without a restart', async () => {
  const apiKey = await keyOf('keys issue --api');
  const userKey = await keyOf('keys issue --user ann@example.org --until 2027-03-31');
  expect(await statusOf(apiKey, userKey)).toBe(200);
  expect(await statusOf(userKey, apiKey)).toBe(401);
});

test('standard output has the key and nothing else; the words beside it say where it goes', async () => {
  const { printed, stderr } = await type('keys issue --user ann --until never');
  expect(printed).toEqual([expect.stringMatching(/^rbu_[0-9a-f]{12}_[\w-]{43}$/)]);
  expect(stderr).toContain('x-user-key');
  expect(stderr).not.toContain(printed[0]);
  expect((await type('keys issue --api')).printed[0]).toMatch(/^rba_/);
});

test('during a rotation both keys are good; a revoked one is not, from the next request on', async () => {
  const apiKey = await keyOf('keys issue --api');
  const before = await keyOf('keys issue --user ann --until never');
  const after = await keyOf('keys rotate --user ann');
  expect([await statusOf(apiKey, before), await statusOf(apiKey, after)]).toEqual([200, 200]);
  expect((await type(`keys revoke ${before.split('_')[1] ?? ''}`)).stderr).toContain('Revoked');
  expect([await statusOf(apiKey, before), await statusOf(apiKey, after)]).toEqual([401, 200]);
  expect((await type('keys revoke --user ann')).stderr).toContain('ann has no key left');
  expect(await statusOf(apiKey, after)).toBe(401);
});

test('a plan is set, ends, is taken away and comes back under the running service', async () => {
  const apiKey = await keyOf('keys issue --api');
  const issued = await type('keys issue --user ann');
  const userKey = issued.printed[0] ?? '';
  expect(issued.stderr).toContain('plans set ann');
  expect(await statusOf(apiKey, userKey)).toBe('NO_PLAN');
  await type('plans set ann --until 2026-11-20 --plan trial');
  expect(await statusOf(apiKey, userKey)).toBe(200);
  expect((await type('plans set ann --until 2026-11-19')).stderr).toContain('is over');
  expect(await statusOf(apiKey, userKey)).toBe('PLAN_EXPIRED');
  await type('plans set ann --none');
  expect(await statusOf(apiKey, userKey)).toBe('NO_PLAN');
  await type('plans set ann --until never');
  expect(await statusOf(apiKey, userKey)).toBe(200);
});

test('lists name keys by id, users by plan, and reveal no key', async () => {
  const secret = await keyOf('keys issue --user ann --until 2026-11-01');
  await type('keys issue --api');
  await type('keys rotate --api');
  const keys = await type('keys list');
  expect(keys.printed.map((line) => line.split(/ {2,}/).slice(1, 3))).toEqual([
    ['OF', 'STATE'],
    ['the application', 'current'],
    ['the application', 'previous'],
    ['ann', 'current'],
  ]);
  expect((await type('plans list')).printed[1]).toMatch(/^ann +standard +2026-11-01 +ended +1$/);
  const inJson = await type('plans list --json');
  expect(inJson.printed.map((line) => JSON.parse(line) as unknown)).toEqual([
    { user: 'ann', plan: 'standard', until: '2026-11-01T15:00:00.000Z', state: 'ended', keys: 1 },
  ]);
  const everything = [keys, inJson, await type('keys log'), await type('keys list --json')];
  for (const { printed } of everything) expect(printed.join()).not.toContain(secret.slice(-20));
});

test('with --json a key comes in one object', async () => {
  const { printed } = await type('keys issue --user ann --until never --json');
  expect(JSON.parse(printed[0] ?? '')).toEqual({
    event: 'issued',
    key_id: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    user: 'ann',
    key: expect.stringMatching(/^rbu_/) as string,
  });
});

test.each([
  ['keys issue', '--api or --user'],
  ['keys issue --api --user ann', '--api or --user'],
  ['keys issue --user -', '--user'],
  ['keys issue --user a/b', 'name of your choice'],
  ['keys issue --user ann --until 2027-02-30', 'last day'],
  ['keys issue --user ann --plan gold', '--until'],
  ['keys issue --api --until never', 'belongs to a user'],
  ['keys issue ann', 'too many arguments'],
  ['keys rotate --user ann --until never', 'plans set'],
  ['keys revoke', 'keys list'],
  ['keys steal --api', 'issue, rotate, revoke, list, log'],
  ['plans set ann', '--until'],
  ['plans set ann --until never --none', 'either'],
  ['plans', 'set NAME'],
  ['keys issue --until', 'option'],
])('%s cannot be used: code 2, nothing done', async (line, words) => {
  const { code, stderr, printed } = await type(line);
  expect([code, printed]).toEqual([2, []]);
  expect(stderr).toContain(words);
  expect((await type('keys log --json')).printed).toEqual([]);
});

test.each([
  ['keys rotate --user ann', 'keys issue --user ann'],
  ['plans set ann --until never', 'keys issue --user ann'],
  ['keys revoke 0123456789ab', 'keys list'],
])('%s is not possible yet: code 6, and what to do instead', async (line, words) => {
  const { code, stderr } = await type(line);
  expect(code).toBe(6);
  expect(stderr).toContain(words);
});

test('a key that is pasted where an id or a name belongs is refused and not repeated', async () => {
  const secret = await keyOf('keys issue --user ann --until never');
  for (const line of [
    `keys revoke ${secret}`,
    `keys ${secret}`,
    `keys list --${secret}`,
    `keys issue ${secret}`,
    `keys issue --user ${secret}`,
    `plans set ${secret} --none`,
  ]) {
    const { code, stderr, printed } = await type(line);
    expect(code).toBe(2);
    expect(stderr + printed.join()).not.toContain(secret.slice(-20));
  }
});

test('keys are in no file and no log line', async () => {
  const apiKey = await keyOf('keys issue --api');
  const userKey = await keyOf('keys issue --user ann --until never');
  await statusOf(apiKey, userKey);
  expect(log.length).toBeGreaterThan(0);
  const stored = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  for (const text of [...stored, ...log]) {
    expect(text).not.toContain(apiKey.slice(-20));
    expect(text).not.toContain(userKey.slice(-20));
  }
});
