// Answers that no service sends on purpose, each to a separate command line: how long it takes to report them, and the
// memory and disk it uses meanwhile. Fails if one uses more than a small share of the machine, or is not reported.
//
//   npm run bench -- hostile-answers [--only NAME]

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const MOST_SECONDS = 10;
const MOST_MEMORY_MB = 300;
const MOST_DISK_MB = 100;
/** Commands that do not end by themselves are killed here and count as failed. */
const GIVE_UP_MS = 60_000;
/** Longer than the timeout of a whole answer, which is retried. */
const GIVE_UP_SLOW_MS = 600_000;

const MB = 1_000_000;
const HEAD = '{"request":{"parameters":{}},"result":{"status":200,"endpoint_uri":"/v1/tra","data":[';

interface Hostile {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces of the body, one after another. */
  readonly body: () => Iterable<string | Uint8Array>;
  /** Between two pieces. */
  readonly pauseMs?: number;
  /** It is slow rather than large: the timeouts end it, and they are longer than the other answers may take. */
  readonly isSlow?: true;
  /** The baseline for all the others. */
  readonly isHonest?: true;
}

/** `piece` repeated up to this many bytes. */
function* repeated(piece: string, bytes: number): Generator<Uint8Array> {
  const buffer = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  for (let sent = 0; sent < bytes; sent += buffer.length) yield buffer;
}

function* numbered(of: (at: number) => string, bytes: number): Generator<string> {
  let at = 0;
  for (let sent = 0; sent < bytes;) {
    let piece = '';
    while (piece.length < 65_536) piece += of((at += 1));
    sent += piece.length;
    yield piece;
  }
}

function* after(start: string, rest: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
  yield start;
  yield* rest;
}

const ENDLESS = 20_000 * MB;

/** Takes longer to generate than to refuse. */
let compressed: Buffer | undefined;

const ANSWERS: readonly Hostile[] = [
  { name: 'none of them: an empty answer', body: () => [`${HEAD}],"result_count":0}}`], isHonest: true },
  { name: 'a value of nested lists, 300 MB', body: () => after(`${HEAD}{"a":[`, repeated('[],', 300 * MB)) },
  { name: 'a string without end', body: () => after(`${HEAD}{"a":"`, repeated('x', ENDLESS)) },
  {
    name: '20 million unknown fields in a record',
    body: () =>
      after(
        `${HEAD}{"a":1`,
        numbered((at) => `,"n${at}":1`, 220 * MB),
      ),
  },
  {
    name: 'records of 80 bytes without end',
    body: () =>
      after(
        HEAD,
        numbered((at) => `{"racekey":"${String(at).padStart(8, '0')}","racedate":"20261114","race_name":"${'n'.repeat(20)}"},`, ENDLESS), // prettier-ignore
      ),
  },
  { name: 'empty records without end', body: () => after(HEAD, repeated('{},', ENDLESS)) },
  {
    name: 'records of a megabyte that were not requested',
    body: () => after(HEAD, bodyOfLong()),
  },
  {
    name: 'one key again and again in a record',
    body: () => after(`${HEAD}{"a":1`, repeated(',"a":1', ENDLESS)),
  },
  { name: 'nesting without end', body: () => after(`${HEAD}{"a":`, repeated('[', ENDLESS)) },
  { name: 'nesting without end around the records', body: () => after('{"a":', repeated('[', ENDLESS)) },
  { name: 'blanks without end before the answer', body: () => repeated(' ', ENDLESS) },
  {
    name: 'blanks without end between records',
    body: () => after(`${HEAD}{"racekey":"1"}`, repeated(' ', ENDLESS)),
  },
  {
    name: 'a number of ten million digits',
    body: () => after(`${HEAD}{"distance":`, repeated('9', 10 * MB)),
  },
  {
    name: 'a count of a million digits',
    body: () => [`${HEAD}],"result_count":${'9'.repeat(MB)}}}`],
  },
  {
    name: 'names that are longer than records',
    body: () => after(`${HEAD}{"`, repeated('n', ENDLESS)),
  },
  {
    name: 'text without end behind the records',
    body: () => after(`${HEAD}],"a":"`, repeated('x', ENDLESS)),
  },
  {
    name: 'a compressed answer of 1 GB that did not ask for compression',
    headers: { 'content-encoding': 'gzip' },
    body: () => [
      (compressed ??= gzipSync(Buffer.concat([Buffer.from(`${HEAD}{"a":"`), Buffer.alloc(1_000 * MB, 'x')]))),
    ],
  },
  { name: 'a header of a megabyte', headers: { 'x-long': 'x'.repeat(MB) }, body: () => ['{}'] },
  {
    name: 'a byte a second',
    body: () =>
      after(
        '',
        Array.from({ length: 3_600 }, () => ' '),
      ),
    pauseMs: 1_000,
    isSlow: true,
  },
];

function* bodyOfLong(): Generator<string> {
  const value = `"${'x'.repeat(250_000)}"`;
  for (let at = 0; at < 20_000; at += 1) yield `{"racekey":"${at}","a":${value},"b":${value},"c":${value}},`;
}

/** The body, as fast as it is read; it ends when the reader leaves. */
async function send(response: ServerResponse, hostile: Hostile): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json', ...hostile.headers });
  const pieces = async function* () {
    for (const piece of hostile.body()) {
      yield piece;
      if (hostile.pauseMs !== undefined) await setTimeout(hostile.pauseMs);
    }
  };
  // Stops when the reader leaves.
  await pipeline(pieces, response).catch(() => undefined);
}

interface Run {
  readonly seconds: number;
  readonly memoryMb: number;
  readonly diskMb: number;
  readonly code: number | null;
  readonly messages: string;
}

/** One query of the command line in a separate process and folder. */
async function ask(baseUrl: string, giveUpMs: number): Promise<Run> {
  const dataDir = mkdtempSync(join(tmpdir(), 'railbird-hostile-'));
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../electron/cli.ts'),
      'query',
      't_ra',
      '--racedate',
      '20261114',
      '--data-dir',
      dataDir,
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        RAILBIRD_BASE_URL: baseUrl,
        RAILBIRD_API_KEY: 'app',
        RAILBIRD_USER_KEY: 'user',
      },
    },
  );
  let [messages, memory, disk] = ['', 0, 0];
  child.stderr.on('data', (bytes: Buffer) => (messages += bytes.toString('utf8')));
  const watch = setInterval(() => {
    memory = Math.max(memory, peakOf(child.pid ?? 0));
    disk = Math.max(disk, sizeOf(dataDir));
  }, 20);
  const giveUp = globalThis.setTimeout(() => child.kill('SIGKILL'), giveUpMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  clearTimeout(giveUp);
  const seconds = (performance.now() - began) / 1000;
  disk = Math.max(disk, sizeOf(dataDir));
  rmSync(dataDir, { recursive: true, force: true });
  return {
    seconds: Math.round(seconds * 10) / 10,
    memoryMb: Math.round(memory / MB),
    diskMb: Math.round(disk / MB),
    code,
    messages: messages.split('\n')[0] ?? '',
  };
}

/** The peak memory of the process, memory-mapped files included, in bytes. */
function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+([0-9]+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Bytes of all files in it; files that disappear meanwhile count as nothing. */
function sizeOf(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true }).map((file) => {
    try {
      return file.isFile() ? statSync(join(file.parentPath, file.name)).size : 0;
    } catch {
      return 0;
    }
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
for (const hostile of ANSWERS.filter(({ name }) => name.includes(values.only))) {
  // Preparations come before the clock starts.
  hostile.body();
  const server = createServer((request, response) => {
    request.resume();
    void send(response, hostile);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const run = await ask(`http://127.0.0.1:${port}`, hostile.isSlow ? GIVE_UP_SLOW_MS : GIVE_UP_MS);
  server.closeAllConnections();
  server.close();
  const isTooMuch =
    (run.seconds > MOST_SECONDS && hostile.isSlow === undefined) ||
    run.memoryMb > MOST_MEMORY_MB ||
    run.diskMb > MOST_DISK_MB;
  const isReported = hostile.isHonest === true || (run.code !== null && run.code > 0 && run.messages !== '');
  if (isTooMuch || !isReported) process.exitCode = 1;
  process.stdout.write(`${JSON.stringify({ answer: hostile.name, ...run, ok: !isTooMuch && isReported })}\n`);
}
