// The running app and its commands as processes: what a kill leaves, and what the terminal then says.

import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACCOUNT } from '../testing/command-line.ts';
import { startAppProcess, type AppProcess } from '../testing/app-process.ts';
import { putEmptyArchiveOf } from '../testing/empty-archive.ts';
import type { FakeService } from '../testing/fake-service.ts';
import { programOf } from '../testing/program.ts';
import { serveFake, type ServedFake } from '../testing/serve-fake.ts';
import { threeDays } from '../testing/three-days.ts';
import { findAddress } from './address.ts';

const RACES = ['query', 'd_ra', '--from', '20261107', '--to', '20261114'];
const RUNNERS = ['query', 'd_se', '--from', '20261107', '--to', '20261114'];
/** About 3 MB, far more than any pipe or socket buffers. */
const LARGE = ['sql', "select range, 'a row of text ' || range from range(100000)"];

let dir = '';
let dataDir = '';
let service: FakeService;
let served: ServedFake;
let env: Record<string, string>;
let apps: AppProcess[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-process-'));
  dataDir = join(dir, 'data');
  service = threeDays();
  served = await serveFake(service);
  env = { ...ACCOUNT, RAILBIRD_BASE_URL: served.baseUrl };
  // An earlier start has made the archive.
  await putEmptyArchiveOf(dataDir, { kind: 'account', baseUrl: served.baseUrl });
});
afterEach(async () => {
  await Promise.all(apps.map((app) => app.end('SIGKILL')));
  apps = [];
  await served.close();
  await rm(dir, { recursive: true, force: true });
});

async function startApp(folder = dataDir): Promise<AppProcess> {
  const app = await startAppProcess(folder, { keychains: dir, env });
  apps.push(app);
  return app;
}

function start(argv: readonly string[], folder = dataDir) {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...rest } = process.env;
  const child = spawn(process.execPath, [programOf('electron/cli'), ...argv, '--data-dir', folder], {
    cwd: dir,
    env: { ...rest, ...env, XDG_RUNTIME_DIR: dir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const hash = createHash('sha256');
  const ended = async () => {
    const [[code], messages] = await Promise.all([
      once(child, 'close') as Promise<[number | null]>,
      text(child.stderr),
    ]);
    const last = messages.trimEnd().split('\n').at(-1) ?? '';
    const account = last.startsWith('{') ? (JSON.parse(last) as Record<string, unknown>) : undefined;
    return { code, messages, account };
  };
  return { child, hash, ended: ended() };
}

async function run(argv: readonly string[], folder = dataDir) {
  const { child, hash, ended } = start(argv, folder);
  let bytes = 0;
  for await (const chunk of child.stdout as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { ...(await ended), bytes, sha256: hash.digest('hex') };
}

/** The service does not answer the next request. */
function neverAnswered(): Promise<void> {
  const received = Promise.withResolvers<void>();
  service.misbehave = () => {
    received.resolve();
    return new Promise(() => undefined);
  };
  return received.promise;
}

test('a killed app is no hindrance: the next command opens the archive itself, the next app takes over', async () => {
  const killed = await startApp();
  expect(await run(RACES)).toMatchObject({ code: 0, account: { records: 6, requests: 4 } });
  await killed.end('SIGKILL');
  // Its socket is still there.
  expect(await findAddress(dataDir)).toBeDefined();
  expect(await run(RACES)).toMatchObject({ code: 0, account: { records: 6, requests: 0 } });
  await startApp();
  expect(await run(RACES)).toMatchObject({ code: 0, account: { records: 6, requests: 0 } });
  expect(await readdir(join(dataDir, 'commands'))).toEqual(expect.arrayContaining(['address', 'socket']));
});

test.skipIf(process.platform === 'win32')(
  'a copy of the data folder that was made meanwhile has commands of its own, with and without an app',
  async () => {
    const copy = join(dir, 'copy');
    await startApp();
    execFileSync('cp', ['-a', dataDir, copy]);
    expect(await run(RACES, copy)).toMatchObject({ code: 0, account: { records: 6, requests: 4 } });
    // What the copy has fetched is not in the original.
    expect(await run([...RACES, '--offline'])).toMatchObject({ code: 3, account: { records: 0 } });
    await startApp(copy);
    expect(await run([...RACES, '--offline'], copy)).toMatchObject({ code: 0, account: { records: 6 } });
    expect(await run([...RACES, '--offline'])).toMatchObject({ code: 3, account: { records: 0 } });
  },
);

test('a command whose app is killed says so, and no half file is left', async () => {
  const app = await startApp();
  await run(RUNNERS);
  const out = join(dir, 'out');
  await mkdir(out);
  const received = neverAnswered();
  const running = start([...RUNNERS, '--refresh', '--out', 'out/runners.csv']);
  await received;
  await app.end('SIGKILL');
  const ended = await running.ended;
  expect(ended).toMatchObject({
    code: 7,
    messages: expect.stringContaining('Railbird ended while it executed the command'),
    account: { complete: false, reasons: [{ reason: 'app_ended' }] },
  });
  expect(await readdir(out)).toEqual([]);
});

test('an app that is killed while it writes a file leaves nothing of it, or all of it', async () => {
  const app = await startApp();
  const out = join(dir, 'out');
  await mkdir(out);
  await run(RUNNERS);
  const watching = watch(out);
  // The first change is the temporary file.
  const begun = once(watching, 'change');
  const running = start([...RUNNERS, '--out', 'out/runners.parquet']);
  await begun;
  await app.end('SIGKILL');
  watching.close();
  const { code } = await running.ended;
  const left = await readdir(out);
  const whole = ['runners.parquet', 'runners.parquet.manifest.json'];
  expect([
    [7, []],
    [7, whole],
    [0, whole],
  ]).toContainEqual([code, left]);
});

test('an app that is closed ends its commands in order, and leaves no socket', async () => {
  const app = await startApp();
  const received = neverAnswered();
  const running = start(['download', 'd_se', '--from', '20261107', '--to', '20261114']);
  await received;
  expect(await app.end('SIGTERM')).toBe(0);
  expect(await running.ended).toMatchObject({
    code: 7,
    account: { complete: false, requests: expect.any(Number), reasons: [{ reason: 'app_ended' }] },
  });
  expect(await readdir(join(dataDir, 'commands'))).toEqual([]);
  service.misbehave = () => undefined;
  expect(await run(['download', 'd_se', '--from', '20261107', '--to', '20261114'])).toMatchObject({
    code: 0,
    account: { records: 72, complete: true },
  });
});

test('a large result is the same, byte for byte, with and without an app', async () => {
  const alone = await run(LARGE);
  expect(alone).toMatchObject({ code: 0, account: { records: 100_000, complete: true } });
  await startApp();
  expect(await run(LARGE)).toEqual(alone);
});

test('a stopped reader stops the app’s query, not the app', async () => {
  await startApp();
  const { child, ended } = start(['sql', 'select range from range(100000000)']);
  await once(child.stdout, 'readable');
  // Nobody reads on; others are served meanwhile.
  expect(await Promise.all([run(RACES), run(RACES), run(['coverage'])])).toMatchObject([
    { code: 0 },
    { code: 0 },
    { code: 0 },
  ]);
  child.kill('SIGKILL');
  child.stdout.destroy();
  await ended;
  expect(await run(['sql', 'select 1'])).toMatchObject({ code: 0 });
});

test('two commands without an app: each is executed or told why not', async () => {
  const both = await Promise.all([run(RACES), run(RACES)]);
  const codes = both.map(({ code }) => code);
  expect(codes).toContain(0);
  for (const { code, messages } of both)
    if (code !== 0) expect([code, messages]).toEqual([6, expect.stringContaining('another Railbird')]);
});

test('a data folder with a very long path', async () => {
  const deep = join(dir, 'd'.repeat(120), 'data');
  const app = await startApp(deep);
  const address = (await readFile(join(deep, 'commands', 'address'), 'utf8')).trim();
  expect((await lstat(dirname(address))).mode & 0o777).toBe(0o700);
  expect(await run(RACES, deep)).toMatchObject({ code: 0, account: { records: 6 } });
  await app.end('SIGTERM');
  await expect(lstat(dirname(address))).rejects.toThrow('ENOENT');
});
