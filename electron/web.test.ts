// The app in a browser window as a user starts it: a process with the sample service behind it.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { loopbackClient, openLoopbackSession, openLoopbackSocket } from './testing/loopback-session.ts';
import { putMadeSample } from './testing/made-sample.ts';

const WEB = fileURLToPath(new URL('./web.ts', import.meta.url));

let dataDir = '';
let app: ChildProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-web-'));
});
afterEach(async () => {
  if (app !== undefined && app.exitCode === null) {
    app.kill('SIGKILL');
    await once(app, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true });
});

function run(...args: string[]) {
  // It must not use the keychain of the user who runs the tests.
  const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _display, ...env } = process.env;
  const child = spawn(process.execPath, [WEB, '--host=web', '--no-open', '--data-dir', dataDir, ...args], {
    env: { ...env, XDG_RUNTIME_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  app = child;
  return { child, exit: once(child, 'exit') };
}

/** The app's printed events, in order. */
async function* eventsOf(stream: NodeJS.ReadableStream) {
  for await (const line of createInterface({ input: stream })) {
    yield JSON.parse(line) as { event: string; url: string };
  }
}

async function nextOf<T>(events: AsyncGenerator<T>): Promise<T> {
  const { value, done } = await events.next();
  if (done === true) throw new Error('the app printed no more');
  return value;
}

async function connect(address: string): Promise<BridgeClient> {
  const session = await openLoopbackSession(address);
  return loopbackClient(openLoopbackSocket(new URL(address).origin, session));
}

/** If the sample's eight weeks are still to be generated: seconds on an idle machine, more on a busy one. */
const FIRST_START_MS = 120_000;

test(
  'from the first line to an exported race day, and to an orderly end',
  { timeout: FIRST_START_MS },
  async () => {
    await putMadeSample(dataDir);
    const { child, exit } = run('--sample');
    const events = eventsOf(child.stdout);
    // Its address opens the window already; the core is there when it says so.
    const first = await nextOf(events);
    expect(first.event).toBe('address');
    const ready = await nextOf(events);
    expect(ready).toEqual({ event: 'ready', url: first.url });
    expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);

    const client = await connect(ready.url);
    await expect(connect(ready.url)).rejects.toThrow('403');
    // A second browser needs another address, which is printed once the previous one was used.
    const another = await nextOf(events);
    expect(another.event).toBe('address');
    await connect(another.url);
    expect(await client.connection.status()).toMatchObject({
      mode: 'sample',
      keychain: { available: false },
    });
    const { today } = await client.app.about();
    const { days } = await client.days.list({ from: addDays(today, -14), to: addDays(today, -1) });
    const racedate = days.at(-1)?.racedate ?? '';
    expect(racedate).toMatch(/^\d{8}$/);

    const source = {
      kind: 'table',
      table: 'd_hj',
      filter: { start_racedate: racedate, end_racedate: racedate },
    } as const;
    const sheet = await client.results.read({ source });
    expect(sheet.complete).toBe(true);
    const columns = sheet.columns.map(({ name }) => name);
    const { exportId } = await client.exports.start({
      resultId: sheet.resultId,
      columns,
      format: 'csv',
      header: 'name',
      form: 'delivered',
      language: 'en',
    });
    let path = '';
    for await (const event of await client.exports.watch({ exportId })) {
      if (event.type === 'done') ({ path } = event);
    }
    const [header, ...rows] = parse(await readFile(path, 'utf8'));
    expect(header).toEqual(columns);
    // As a CSV reader sees it: null is an empty cell.
    expect(rows).toEqual(rows.map((_, r) => sheet.cells.map((column) => column[r] ?? '')));
    expect(rows).toHaveLength(sheet.records);
    expect(rows.length).toBeGreaterThanOrEqual(24);

    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    const log = await readFile(join(dataDir, 'logs', 'railbird.log'), 'utf8');
    const sampleUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(log)?.[0] ?? '';
    await expect(fetch(sampleUrl)).rejects.toThrow('fetch failed');
  },
);

test('it serves its window after the program that started it has stopped reading', async () => {
  const { child, exit } = run();
  const events = eventsOf(child.stdout);
  const { url } = await nextOf(events);
  child.stdout.destroy();
  child.stderr.destroy();
  // Whose use of the address prints the next one.
  const client = await connect(url);
  expect(await client.connection.status()).toMatchObject({ mode: 'none' });
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

test.skipIf(process.platform === 'win32')('a signal while it starts ends it in order', async () => {
  const { child, exit } = run();
  await nextOf(eventsOf(child.stdout));
  child.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
  expect(await readdir(join(dataDir, 'running')).catch(() => [])).toEqual([]);
});

test.each([
  ['an unknown option', ['--user-key=k'], 2, /Usage/],
  ['a data folder that cannot be created', ['--data-dir', '/dev/null/x'], 1, /folder, its permissions/],
  ['a data folder that DuckDB cannot use', ['--data-dir', 'what?'], 1, /has a question mark/],
])('%s ends with a message', async (_name, args, code, words) => {
  const { child, exit } = run(...args);
  const messages = text(child.stderr);
  expect(await exit).toEqual([code, null]);
  expect(await messages).toMatch(words);
});
