// How the command line ends, tested as a process: exit codes, last line, and what remains on disk. All of it is the same
// whether the process opens the archive itself or an app executes the command.

import { spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startAppProcess, type AppProcess } from './testing/app-process.ts';
import { putEmptyArchive, putEmptyArchiveOf } from './testing/empty-archive.ts';
import { envelope, refusal, type FakeService } from './testing/fake-service.ts';
import { programOf } from './testing/program.ts';
import { serveFake, type ServedFake } from './testing/serve-fake.ts';
import { threeDays } from './testing/three-days.ts';

const RACES = ['query', 'd_ra', '--from', '20261107', '--to', '20261108'];
const RUNNERS = ['query', 'd_se', '--from', '20261107', '--to', '20261114'];
/** More than a pipe buffers while nobody reads it. */
const ENDLESS = ['sql', 'select range, range + 1 from range(100000000)'];

/** Where an app runs, while one does. */
let dataDir = '';

let dir = '';
let service: FakeService;
let served: ServedFake;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-ends-'));
  service = threeDays();
  served = await serveFake(service);
});
afterEach(async () => {
  await served.close();
  await rm(dir, { recursive: true, force: true });
});

interface Given {
  readonly stdio?: StdioOptions;
  readonly baseUrl?: string;
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const usualDataDir = (): string => dataDir || join(dir, 'data');

function start(args: readonly string[], given: Given = {}) {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [programOf('electron/cli'), ...args, '--data-dir', given.dataDir ?? usualDataDir()],
    {
      env: {
        ...env,
        // It must not use the keychain of the user who runs the tests.
        XDG_RUNTIME_DIR: dir,
        RAILBIRD_BASE_URL: given.baseUrl ?? served.baseUrl,
        RAILBIRD_API_KEY: 'the-app-key',
        RAILBIRD_USER_KEY: 'the-user-key',
        ...given.env,
      },
      cwd: given.env?.['HOME'],
      stdio: given.stdio ?? ['ignore', 'pipe', 'pipe'],
    },
  );
  const exit = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  const messages = child.stderr ? text(child.stderr) : Promise.resolve('');
  const end = async () => {
    const [[code], words] = await Promise.all([exit, messages]);
    const last = words.trimEnd().split('\n').at(-1) ?? '';
    const account = last.startsWith('{') ? (JSON.parse(last) as Record<string, unknown>) : undefined;
    expect(words).not.toContain('the-user-key');
    return { code, words, account };
  };
  return { child, end };
}

async function run(args: readonly string[], given: Given = {}) {
  const { child, end } = start(args, given);
  const [out, ended] = await Promise.all([child.stdout ? text(child.stdout) : '', end()]);
  return { ...ended, out };
}

const KEYS = [
  'records',
  'complete',
  'windows',
  'requests',
  'retries',
  'quarantined',
  'drift',
  'repeated',
  'reasons',
];

/** A disk of some kilobytes; undefined if the user may not make one. */
async function smallDisk(size: string): Promise<string | undefined> {
  const place = join(dir, 'disk');
  await mkdir(place, { recursive: true });
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place]);
  return mounted.status === 0 ? place : undefined;
}

/** After how many of its requests it is stopped; more in a long run. */
const MOMENTS = Number(process.env['RAILBIRD_MOMENTS'] ?? 3);

const ALONE = 'a process of its own';

describe.each([ALONE, 'the running app'])('executed by %s', (executor) => {
  let app: AppProcess | undefined;
  beforeAll(async () => {
    if (executor === ALONE) return;
    dataDir = await mkdtemp(join(tmpdir(), 'railbird-ends-app-'));
    app = await startAppProcess(dataDir, { keychains: dataDir, env: {} });
  });
  afterAll(async () => {
    await app?.end('SIGTERM');
    if (dataDir !== '') await rm(dataDir, { recursive: true, force: true });
    dataDir = '';
  });

  // An earlier start has made the archive, which takes longer than most of the commands.
  beforeEach(() => putEmptyArchiveOf(usualDataDir(), { kind: 'account', baseUrl: served.baseUrl }));

  test('0: everything requested was delivered, and the account is the last line', async () => {
    const { code, out, words, account } = await run(RACES);
    expect(code).toBe(0);
    expect(out.trimEnd().split('\r\n')).toHaveLength(1 + 3);
    expect(Object.keys(account ?? {})).toEqual(KEYS);
    expect(account).toMatchObject({ records: 3, complete: true, requests: 4, reasons: [] });
    expect(words).toBe(`${JSON.stringify(account)}\n`);
  });

  test('2: an invalid command line', async () => {
    const { code, out, account, words } = await run([...RACES, '--where', 'headcount >x']);
    expect([code, out, account]).toEqual([2, '', undefined]);
    expect(words).toContain('  headcount >x\n             ^\n');
    expect(service.received).toEqual([]);
  });

  test('3: an incomplete answer is delivered and reported', async () => {
    service.misbehave = ({ table, filter }) =>
      table === 'd_ra' ? { text: envelope(table, filter, service.matching(table, filter), 99) } : undefined;
    const { code, out, account } = await run(RACES);
    expect(code).toBe(3);
    expect(out.split('\r\n')).toHaveLength(1 + 3 + 1);
    expect(account).toMatchObject({
      records: 3,
      complete: false,
      reasons: [{ reason: 'count_differs', where: '20261107' }, { reason: 'count_differs' }],
    });
  });

  test.each([
    [401, 'UNAUTHORIZED', 'rejected the keys (401)'],
    [403, 'FORBIDDEN', 'the plan has expired (403)'],
  ])('4: the service answers %i', async (status, code, words) => {
    service.misbehave = () => ({ status, text: refusal(code, 'no') });
    const ended = await run(RACES);
    expect(ended).toMatchObject({ code: 4, out: '', account: { records: 0, complete: false } });
    expect(ended.words).toContain(words);
  });

  test('5: the service cannot be reached', async () => {
    const closed = await serveFake(service);
    await closed.close();
    const ended = await run(RACES, { baseUrl: closed.baseUrl });
    expect(ended).toMatchObject({ code: 5, out: '', account: { records: 0, complete: false } });
    expect(ended.words).toContain('cannot be reached');
  });

  test('6: a location that cannot be written, for the file or for all data', async () => {
    await writeFile(join(dir, 'in-the-way'), '');
    const file = await run([...RACES, '--out', join(dir, 'in-the-way', 'races.csv')]);
    expect(file).toMatchObject({
      code: 6,
      account: { complete: false, reasons: [{ reason: 'file_failed' }] },
    });
    const all = await run(RACES, { dataDir: join(dir, 'in-the-way', 'data') });
    expect(all).toMatchObject({
      code: 6,
      account: { complete: false, reasons: [{ reason: 'file_failed' }] },
    });
  });

  test.skipIf(process.platform !== 'linux')('6: standard output is full', async () => {
    const full = openSync('/dev/full', 'w');
    const ended = await run(RACES, { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    expect(ended).toMatchObject({ code: 6, account: { reasons: [{ reason: 'output_failed' }] } });
    expect(ended.words).toContain('no space left');
  });

  test('6: the disk fills up while the file is written, and no partial file remains', async ({ skip }) => {
    const disk = await smallDisk('8k');
    if (disk === undefined) return skip('only root may make a small disk');
    try {
      for (const format of ['csv', 'parquet']) {
        const path = join(disk, `runners.${format}`);
        const ended = await run([...RUNNERS, '--out', path]);
        expect(ended).toMatchObject({ code: 6, account: { complete: false } });
        expect(ended.words).toContain('could not be read or written');
        expect(await readdir(disk)).toEqual([]);
      }
    } finally {
      spawnSync('umount', [disk]);
    }
  });

  test('141: the reader closes the pipe', async () => {
    const { child, end } = start(ENDLESS);
    if (!child.stdout) throw new Error('no pipe');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const ended = await end();
    expect(ended).toMatchObject({
      code: 141,
      account: { complete: false, reasons: [{ reason: 'output_closed' }] },
    });
    expect(ended.words).toContain('closed the pipe');
  });

  test('130: Ctrl-C while the service does not answer', async () => {
    const received = Promise.withResolvers<void>();
    service.misbehave = () => {
      received.resolve();
      return new Promise(() => undefined);
    };
    const { child, end } = start([...RACES, '--out', join(dir, 'races.csv')]);
    await received.promise;
    child.kill('SIGINT');
    const ended = await end();
    expect(ended).toMatchObject({
      code: 130,
      account: { complete: false, reasons: [{ reason: 'stopped' }] },
    });
    expect((await readdir(dir)).filter((name) => name.includes('races'))).toEqual([]);
  });

  test('130: Ctrl-C while the output is not read', async () => {
    const { child, end } = start(ENDLESS);
    if (!child.stdout) throw new Error('no pipe');
    await once(child.stdout, 'readable');
    child.kill('SIGINT');
    const ended = await end();
    expect(ended).toMatchObject({ code: 130, account: { reasons: [{ reason: 'stopped' }] } });
  });

  test(
    'Ctrl-C at any moment leaves a complete file or none',
    { timeout: 20_000 + MOMENTS * 10_000 },
    async () => {
      const out = join(dir, 'out');
      const path = join(out, 'runners.parquet');
      expect((await run([...RUNNERS, '--out', path])).code).toBe(0);
      const requests = service.received.length;
      const spread = (at: number) => 1 + Math.floor((at * (requests - 1)) / Math.max(1, MOMENTS - 1));
      const moments = [
        ...new Set(Array.from({ length: Math.min(MOMENTS, requests) }, (_, at) => spread(at))),
      ];
      for (const moment of [...moments, 'when the file has been started'] as const) {
        await rm(out, { recursive: true, force: true });
        await mkdir(out);
        const { child, end } = start([...RUNNERS, '--refresh', '--out', path]);
        const stop = () => void child.kill('SIGINT');
        let received = 0;
        service.misbehave = () => {
          received += 1;
          if (received === moment) stop();
          return undefined;
        };
        const watching = watch(out).once('change', () => typeof moment === 'string' && stop());
        const { code } = await end();
        watching.close();
        const left = await readdir(out);
        // Before the program listens for the signal, the signal itself ends the process.
        if (code === 0) {
          expect(new Set(left), `at ${moment}`).toEqual(
            new Set(['runners.parquet', 'runners.parquet.manifest.json']),
          );
          expect((await readFile(path, 'latin1')).slice(-4)).toBe('PAR1');
        } else {
          expect([130, null], `at ${moment}`).toContain(code);
          expect(left, `at ${moment}`).toEqual([]);
        }
      }
    },
  );
});

test('6: the disk is full before the sample service can start', async ({ skip }) => {
  const archive = join(dir, 'empty.duckdb');
  await putEmptyArchive(archive);
  // The service's own files need more than is left.
  const disk = await smallDisk(`${Math.ceil((await stat(archive)).size / 1024) + 200}k`);
  if (disk === undefined) return skip('only root may make a small disk');
  try {
    await putEmptyArchiveOf(disk, { kind: 'sample' });
    const ended = await run([...RACES, '--sample'], { dataDir: disk });
    expect(ended.code).toBe(6);
    // The archive, which is opened meanwhile, may be the one that finds no space.
    const reason = expect.stringMatching(/^(service_disk_full|archive_failed)$/);
    expect(ended.account).toMatchObject({ complete: false, reasons: [{ reason }] });
    expect(ended.words).toContain('free up space on the disk of the data folder');
  } finally {
    spawnSync('umount', [disk]);
  }
});

test('6: the disk fills up while the archive is written', async ({ skip }) => {
  const disk = await smallDisk('200k');
  if (disk === undefined) return skip('only root may make a small disk');
  try {
    const ended = await run(RUNNERS, { dataDir: disk });
    expect(ended).toMatchObject({ code: 6, out: '', account: { records: 0, complete: false } });
  } finally {
    spawnSync('umount', [disk]);
  }
});

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  const marked = async (folder: string) => {
    const { code, words } = await run(['mark', '05264811', '1', '◎'], {
      dataDir: folder,
      env: { HOME: dir },
    });
    return { code, words };
  };

  test('in the home folder, and a relative one, is one place for its marks and its archive', async () => {
    for (const name of ['racing', 'relative'])
      await putEmptyArchiveOf(join(dir, name), { kind: 'account', baseUrl: served.baseUrl });
    const named = ['~/racing', 'data/../relative'];
    for (const { code } of await Promise.all(named.map((folder) => marked(folder)))) expect(code).toBe(0);
    const both = await Promise.all(['racing', 'relative'].map((name) => readdir(join(dir, name))));
    for (const names of both) expect(names).toEqual(expect.arrayContaining(['annotations', 'archive']));
    expect(await readdir(dir)).not.toContain('~');
  });

  test('with a question mark in its path is refused in words, and not made', async () => {
    const { code, words } = await marked(join(dir, 'what?'));
    expect([code, words]).toEqual([6, expect.stringContaining('has a question mark')]);
    expect(await readdir(dir)).not.toContain('what?');
  });

  test('on a read-only medium is named as such', async ({ skip }) => {
    const place = await smallDisk('64k');
    if (place === undefined) return skip('only root may make a small disk');
    try {
      spawnSync('mount', ['-o', 'remount,ro', place]);
      const { code, words } = await marked(join(place, 'data'));
      expect([code, words]).toEqual([6, expect.stringContaining('Its medium is read-only')]);
    } finally {
      spawnSync('umount', [place]);
    }
  });
});
