// The files of a service: nobody else's to read, and named where they are damaged.

import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SampleKeys } from './accounts/sample-account.ts';
import { runCommand } from './admin/command.ts';
import { keys as keysCommand } from './admin/keys.ts';
import { newLog } from './log.ts';
import { parseOptions } from './options.ts';
import type { RunningService } from './service.ts';
import { startService } from './service.ts';
import { answerOf, errorOf, send } from './testing/run-service.ts';
import { testTerminal } from './testing/terminal.ts';

const RACEDATE = '20160402';
const RECIPE = { name: 'one day', seed: 'test', raceDates: () => [RACEDATE] };

let folder: string;
/** The folder of a sample service that has generated its racing. */
let generated: string;
const lines: string[] = [];
beforeAll(async () => {
  generated = mkdtempSync(join(tmpdir(), 'railbird-generated-'));
  const sample = await startIn(generated, '--sample');
  const { result_count: records } = answerOf(await ask(sample, sample.keys, '/v1/dky')).result;
  await sample.close(1_000);
  if (records === 0) throw new Error('the sample has no racing');
});
afterAll(() => rmSync(generated, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-folder-'));
  lines.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (...options: string[]): Promise<RunningService> => startIn(folder, ...options);

/** Starts the sample service on racing that it generated before. */
async function startSample(): Promise<RunningService> {
  cpSync(generated, folder, { recursive: true });
  return start('--sample');
}

const startIn = (place: string, ...options: string[]): Promise<RunningService> =>
  startService(parseOptions(['--data-dir', place, ...options], {}), {
    now: () => new Date('2016-06-01T12:00:00+09:00'),
    log: newLog({ write: (line: string) => void lines.push(line) }),
    recipe: RECIPE,
  });

const DAY = { start_racedate: RACEDATE, end_racedate: RACEDATE };
const ask = ({ url }: RunningService, keys: SampleKeys | undefined, path = '/v1/dra', filter: object = DAY) =>
  send(url, {
    path,
    query: `?api_key=${keys?.api_key ?? ''}`,
    headers: { 'content-type': 'application/json', 'x-user-key': keys?.user_key ?? '' },
    body: JSON.stringify(filter),
  });

/** How many descriptors of this process name the file; 0 where the system does not say. */
const filesOpen = (name: string): number =>
  process.platform === 'linux'
    ? readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).endsWith(name);
        } catch {
          return false;
        }
      }).length
    : 0;

/** Overwrites a page: the first one of a table, or that in the middle of the file. */
function damagePage(file: string, table?: string): void {
  const database = new Database(file, { readonly: true });
  const size = Number(database.pragma('page_size', { simple: true }));
  const page =
    table === undefined
      ? Math.floor(statSync(file).size / size / 2)
      : Number(database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table)) - 1;
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, page * size, (page + 1) * size);
  writeFileSync(file, bytes);
}

/** A folder of real data with the sample's records and account, whose keys it gives. */
async function realFolder(): Promise<SampleKeys | undefined> {
  const sample = await startSample();
  expect(answerOf(await ask(sample, sample.keys)).result.result_count).toBeGreaterThan(0);
  await sample.close(1_000);
  for (const name of [...STORES, 'pepper']) renameSync(join(folder, 'sample', name), join(folder, name));
  return sample.keys;
}

const STORES = ['accounts.sqlite', 'records.sqlite'];

test.skipIf(process.platform === 'win32')(
  'no file of the service can be read by others, nor one of an earlier release',
  async () => {
    const first = await start();
    await first.close(100);
    for (const name of STORES) chmodSync(join(folder, name), 0o644);
    const service = await start();
    const modes = readdirSync(folder).map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]);
    await service.close(100);
    expect(modes.map(([name]) => name)).toEqual(expect.arrayContaining([...STORES, 'pepper']));
    expect(modes.filter(([, mode]) => mode !== '600')).toEqual([]);
  },
);

test.each(STORES)('a damaged %s is named, with what to do, and is left as it is', async (name) => {
  const file = join(folder, name);
  await (await start()).close(100);
  writeFileSync(file, 'no database at all, but words of some length'.repeat(100));
  const before = readFileSync(file);
  await expect(start()).rejects.toThrow(file);
  await expect(start()).rejects.toThrow('replace the file with a backup');
  expect(readFileSync(file).equals(before)).toBe(true);
});

test.each(['', 'c2hvcnQ=', 'not base64 at all'])(
  'a pepper that reads %j is named: no key would be let in',
  async (text) => {
    await (await start()).close(100);
    const file = join(folder, 'pepper');
    writeFileSync(file, text);
    await expect(start()).rejects.toThrow(`${file} does not hold a pepper`);
  },
);

test.each(STORES)('the schema of %s overwritten is damage as well', async (name) => {
  const file = join(folder, name);
  await (await start()).close(100);
  const bytes = readFileSync(file);
  bytes.fill(0xff, 100, 4096);
  writeFileSync(file, bytes);
  await expect(start()).rejects.toThrow(file);
});

test.each([
  ['records.sqlite', 't_ra'],
  ['accounts.sqlite', 'access_key'],
])(
  'a page of %s that is met damaged later is named in the log, with what to do, not in the answer',
  async (name, table) => {
    const keys = await realFolder();
    const file = join(folder, name);
    damagePage(file, table);
    const service = await start();
    try {
      const reply = await ask(service, keys, '/v1/tra', { racedate: RACEDATE });
      expect([reply.status, errorOf(reply).code]).toEqual([500, 'INTERNAL']);
      expect(reply.text).not.toContain(name);
      const messages = lines.filter((line) => line.includes(file));
      expect(messages).toHaveLength(1);
      expect(messages[0]).toContain('replace the file with a backup');
      const opened = filesOpen(name);
      for (let request = 0; request < 20; request += 1)
        await ask(service, keys, '/v1/tra', { racedate: RACEDATE });
      expect(filesOpen(name)).toBe(opened);
    } finally {
      await service.close(100);
    }
  },
);

test('a command that meets a damaged page of the accounts names the file, with what to do', async () => {
  await realFolder();
  damagePage(join(folder, 'accounts.sqlite'), 'access_key');
  const terminal = testTerminal();
  expect(await runCommand(keysCommand, ['list', '--data-dir', folder], terminal)).toBe(6);
  expect(terminal.stderr.join('')).toContain(`${join(folder, 'accounts.sqlite')} is damaged`);
  expect(terminal.stderr.join('')).toContain('replace the file with a backup');
});

const WORDS = 'no database at all, but words of some length'.repeat(100);

test.each([
  ['accounts.sqlite', 'overwritten', (file: string) => writeFileSync(file, WORDS)],
  ['records.sqlite', 'overwritten', (file: string) => writeFileSync(file, WORDS)],
  ['accounts.sqlite', 'with a damaged table', (file: string) => damagePage(file, 'access_key')],
  ['records.sqlite', 'with a damaged page in the middle', (file: string) => damagePage(file)],
])('%s of the sample, %s, is made again, for the same keys', async (name, _how, damage) => {
  const path = name === 'records.sqlite' ? '/v1/dky' : '/v1/dra';
  const first = await startSample();
  const before = await ask(first, first.keys, path);
  await first.close(1_000);
  damage(join(folder, 'sample', name));
  const service = await start('--sample');
  try {
    expect(service.keys).toEqual(first.keys);
    expect(answerOf(before).result.result_count).toBeGreaterThan(0);
    expect(answerOf(await ask(service, service.keys, path))).toEqual(answerOf(before));
    expect(lines.join('')).toContain('is generated again');
  } finally {
    await service.close(1_000);
  }
});

test.each(['', 'c2hvcnQ='])(
  'a pepper of the sample that reads %j is made again, with keys for it',
  async (text) => {
    const first = await startSample();
    await first.close(1_000);
    writeFileSync(join(folder, 'sample', 'pepper'), text);
    const service = await start('--sample');
    try {
      expect(answerOf(await ask(service, service.keys)).result.result_count).toBeGreaterThan(0);
      expect((await ask(service, first.keys)).status).toBe(401);
      expect(lines.join('')).toContain('is generated again');
    } finally {
      await service.close(1_000);
    }
    const again = await start('--sample');
    await again.close(1_000);
    expect(again.keys).toEqual(service.keys);
  },
);
