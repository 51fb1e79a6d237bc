// A PostgreSQL server for tests: a cluster in a temporary folder, with its socket there, stopped by its pid.

import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export interface TestPostgres {
  /** Creates an empty database and returns its URL. */
  database(): Promise<string>;
  /** Kills the server as in a crash, and starts it again. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Where Debian has the programs, which are not in PATH; the newest release is tried first. */
const DEBIAN = '/usr/lib/postgresql';

function programs(): string | undefined {
  const releases = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...releases.map((release) => join(DEBIAN, release, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, so root starts it with another account. */
function account(): Account | 'own' | undefined {
  if (process.getuid?.() !== 0) return 'own';
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((option) =>
      spawnSync('id', [option, name], { encoding: 'utf8' }).stdout.trim(),
    );
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/** Why no PostgreSQL can be started here; undefined if it can. */
export function whyNoPostgres(): string | undefined {
  if (process.platform === 'win32') return 'the tests start PostgreSQL on a Unix socket';
  if (programs() === undefined) return 'PostgreSQL is not installed (Debian: postgresql)';
  return account() === undefined
    ? 'PostgreSQL does not run as root, and there is no other account'
    : undefined;
}

/** @throws with the reason of `whyNoPostgres`, or with the server's output if it did not start */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = programs();
  const as = account();
  if (bin === undefined || as === undefined) throw new Error(whyNoPostgres());
  // Root's own temporary folder may be closed to the other account.
  const folder = mkdtempSync(join(as === 'own' ? tmpdir() : '/tmp', 'railbird-pg-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (as !== 'own') for (const path of [folder, data]) chownSync(path, as.uid, as.gid);
  const identity = as === 'own' ? {} : as;

  const made = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    { ...identity, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);

  let server = await launch(bin, data, folder, identity);
  let databases = 0;
  const leaveNothing = () => {
    server.kill('SIGQUIT');
    // The server's processes take a moment to end, and remove files meanwhile.
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let turn = 0; turn < 100 && existsSync(join(data, 'postmaster.pid')); turn++)
      Atomics.wait(pause, 0, 0, 20);
    rmSync(folder, { recursive: true, force: true });
  };
  // For a test run or a benchmark that fails before `stop`.
  process.once('exit', leaveNothing);
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    async database() {
      const name = `test_${++databases}`;
      await withClient(urlOf(folder, 'postgres'), (client) => client.query(`CREATE DATABASE ${name}`));
      return urlOf(folder, name);
    },
    crash: () => end('SIGQUIT'),
    async restart() {
      await end('SIGINT');
      server = await launch(bin, data, folder, identity);
    },
    async stop() {
      process.off('exit', leaveNothing);
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const urlOf = (folder: string, database: string): string =>
  `postgresql://postgres@/${database}?host=${encodeURIComponent(folder)}`;

/** Durability against a power cut is switched off; durability against a crash is not. */
const SETTINGS = {
  listen_addresses: '',
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '60',
  autovacuum: 'off',
};

async function launch(
  bin: string,
  data: string,
  folder: string,
  identity: Partial<Account>,
): Promise<ChildProcess> {
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder });
  const args = ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const [command, before] = endingWithParent();
  const server = spawn(
    command ?? join(bin, 'postgres'),
    command ? [...before, join(bin, 'postgres'), ...args] : args,
    {
      ...identity,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  server.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-4000)));
  for (;;) {
    try {
      await withClient(urlOf(folder, 'postgres'), (client) => client.query('SELECT 1'));
      return server;
    } catch {
      if (server.exitCode !== null || server.signalCode !== null)
        throw new Error(`it did not start: ${said}`);
      await wait(20);
    }
  }
}

/** Stops the server with a killed test run, by means of util-linux. */
function endingWithParent(): readonly [command: string | undefined, before: readonly string[]] {
  const setpriv = '/usr/bin/setpriv';
  try {
    accessSync(setpriv, constants.X_OK);
    return [setpriv, ['--pdeathsig', 'QUIT']];
  } catch {
    return [undefined, []];
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // If the server ends meanwhile, the query's own error says so.
  client.on('error', () => {});
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
