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
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../store/postgres/migrate.ts';

export interface TestPostgres {
  /** Creates an empty database and returns its URL. */
  database(): Promise<string>;
  /** The same with this release's schema, which is made once and copied. */
  migrated(): Promise<string>;
  /** The URL of a database that is there. */
  urlOf(database: string): string;
  /** Starts a server that follows this one. */
  replica(): Promise<TestPostgres>;
  /** Makes a replica the primary. */
  promote(): Promise<void>;
  /** Makes a replica follow another server. */
  follow(primary: TestPostgres): Promise<void>;
  /** Runs SQL as the administrator, in a database. @returns the rows */
  query(sql: string, database?: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Stops the server's processes where they are, as a machine that hangs does, or lets them go on. */
  hang(): void;
  goOn(): void;
  /** Kills the server as in a crash, and starts it again. */
  crash(): Promise<void>;
  /** Kills the server's first process with no chance to clean up. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Process ids: the server's own, and one for each connection and task. */
  pids(): number[];
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
  const place = newPlace(bin, as);
  const options = '-U postgres -A trust -E UTF8 --locale=C --no-sync --no-instructions';
  run(place, 'initdb', ['-D', place.data, ...options.split(' ')]);
  return TestServer.start(place);
}

/** Where a server is, and as whom it runs. */
interface Place {
  readonly bin: string;
  readonly as: Account | 'own';
  readonly folder: string;
  readonly data: string;
}

function newPlace(bin: string, as: Account | 'own'): Place {
  // Root's own temporary folder may be closed to the other account.
  const folder = mkdtempSync(join(as === 'own' ? tmpdir() : '/tmp', 'railbird-pg-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (as !== 'own') for (const path of [folder, data]) chownSync(path, as.uid, as.gid);
  return { bin, as, folder, data };
}

const identityOf = ({ as }: Place): Partial<Account> => (as === 'own' ? {} : as);

function run(place: Place, program: string, args: readonly string[]): void {
  const done = spawnSync(join(place.bin, program), args, {
    ...identityOf(place),
    cwd: place.folder,
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr}`);
}

class TestServer implements TestPostgres {
  readonly #place: Place;
  #server: ChildProcess;
  #databases = 0;
  #template: Promise<string> | undefined;

  private constructor(place: Place, server: ChildProcess) {
    this.#place = place;
    this.#server = server;
    // For a test run or a benchmark that fails before `stop`.
    process.once('exit', this.#leaveNothing);
  }

  static async start(place: Place): Promise<TestServer> {
    return new TestServer(place, await launch(place));
  }

  async database(template = 'template1'): Promise<string> {
    const name = `test_${++this.#databases}`;
    await this.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    return this.urlOf(name);
  }

  async migrated(): Promise<string> {
    this.#template ??= this.#makeTemplate();
    return this.database(await this.#template);
  }

  async #makeTemplate(): Promise<string> {
    await this.query('CREATE DATABASE migrated');
    await migrate(this.urlOf('migrated'));
    return 'migrated';
  }

  urlOf(database: string): string {
    return urlOf(this.#place.folder, database);
  }

  async replica(): Promise<TestServer> {
    const { bin, as, folder } = this.#place;
    const place = newPlace(bin, as);
    const options = '-U postgres --write-recovery-conf --checkpoint=fast --no-sync';
    run(place, 'pg_basebackup', ['-h', folder, '-D', place.data, ...options.split(' ')]);
    return TestServer.start(place);
  }

  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()');
  }

  async follow(primary: TestPostgres): Promise<void> {
    const host = decodeURIComponent(/host=(.*)$/.exec(primary.urlOf('postgres'))?.[1] ?? '');
    await this.query(`ALTER SYSTEM SET primary_conninfo = 'host=${host} user=postgres'`);
    await this.query('SELECT pg_reload_conf()');
  }

  async query(sql: string, database = 'postgres'): Promise<readonly Readonly<Record<string, unknown>>[]> {
    let results: pg.QueryResult<Readonly<Record<string, unknown>>>[] = [];
    await withClient(this.urlOf(database), async (client) => {
      // Several statements have a result each.
      results = [await client.query(sql)].flat();
    });
    return results.flatMap(({ rows }) => rows);
  }

  hang(): void {
    for (const pid of this.pids()) signal(pid, 'SIGSTOP');
  }

  goOn(): void {
    for (const pid of this.pids()) signal(pid, 'SIGCONT');
  }

  crash(): Promise<void> {
    return this.#end('SIGQUIT');
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async restart(): Promise<void> {
    await this.#end('SIGINT');
    this.#server = await launch(this.#place);
  }

  async stop(): Promise<void> {
    process.off('exit', this.#leaveNothing);
    this.goOn();
    await this.#end('SIGQUIT');
    rmSync(this.#place.folder, { recursive: true, force: true });
  }

  pids(): number[] {
    const { pid, exitCode, signalCode } = this.#server;
    if (pid === undefined || exitCode !== null || signalCode !== null) return [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
  }

  async #end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    const server = this.#server;
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  readonly #leaveNothing = (): void => {
    this.#server.kill('SIGQUIT');
    // The server's processes take a moment to end, and remove files meanwhile.
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let turn = 0; turn < 100 && existsSync(join(this.#place.data, 'postmaster.pid')); turn++)
      Atomics.wait(pause, 0, 0, 20);
    rmSync(this.#place.folder, { recursive: true, force: true });
  };
}

/** Signals a process of the server; the task or connection that it served may have ended meanwhile. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const urlOf = (folder: string, database: string): string =>
  `postgresql://postgres@/${database}?host=${encodeURIComponent(folder)}`;

/** Durability against a power cut is switched off; durability against a crash is not. */
const SETTINGS = {
  listen_addresses: '',
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '100',
  autovacuum: 'off',
  // In the cluster's own folder: a server that is killed leaves its shared memory behind.
  dynamic_shared_memory_type: 'mmap',
};

async function launch(place: Place): Promise<ChildProcess> {
  const { bin, data, folder } = place;
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder });
  const args = ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const [command, before] = endingWithParent();
  const server = spawn(
    command ?? join(bin, 'postgres'),
    command ? [...before, join(bin, 'postgres'), ...args] : args,
    { ...identityOf(place), cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  server.stderr.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-4000)));
  for (;;) {
    try {
      await withClient(urlOf(folder, 'postgres'), (client) => client.query('SELECT 1'));
      return server;
    } catch {
      if (server.exitCode !== null || server.signalCode !== null)
        throw new Error(`it did not start: ${output}`);
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
