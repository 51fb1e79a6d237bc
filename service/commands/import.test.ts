// The command `import`: every format, good and bad records, versions, and a kill in the middle.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { newLog } from '../log.ts';
import { parseOptions } from '../options.ts';
import { startService } from '../service.ts';
import { SqliteStore } from '../store/sqlite-store.ts';
import { HORSE_ID, recordOf } from '../testing/records.ts';
import type { Fields } from '../testing/records.ts';
import { answerOf, send } from '../testing/run-service.ts';
import { testTerminal } from '../testing/terminal.ts';
import { runCommand } from './command.ts';
import { importing } from './import.ts';
import { keys } from './keys.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-import-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Summary {
  readonly read: number;
  readonly stored: number;
  readonly held: number;
  readonly rejected: number;
  readonly unknown_fields: Readonly<Record<string, number>>;
  readonly rejects: readonly string[];
}

async function importWith(argv: readonly string[], input = '') {
  const terminal = testTerminal({ input });
  const code = await runCommand(importing, [...argv, '--data-dir', folder], terminal);
  const last = terminal.printed.at(-1);
  return {
    code,
    said: terminal.said.join('\n'),
    summary: last === undefined ? undefined : (JSON.parse(last) as Summary),
  };
}

const load = (table: TableCode, input: string) => importWith(['--table', table, '-'], input);

async function held(table: TableCode): Promise<Fields[]> {
  const store = new SqliteStore(join(folder, 'records.sqlite'));
  const records = await store.answer(table, {}, 50_000);
  const found: Fields[] = [];
  if (records !== 'too many') {
    for await (const page of records.pages) found.push(...(JSON.parse(`[${page.toString()}]`) as Fields[]));
  }
  await store.close();
  return found;
}

const result = (number: number, fields: Fields = {}): Fields =>
  recordOf('t_se', {
    racedate: '20261107',
    racekey: '05264101',
    horse_number: String(number),
    horse_id: HORSE_ID,
    updated_at: '2026-11-08T09:00:00.000Z',
    ...fields,
  });

const RESULTS = [1, 2, 3].map((number) =>
  result(number, { margin: ['', 'ハナ,"1/2"', null][number - 1] ?? null }),
);
const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

function csvOf(records: readonly Fields[]): string {
  const names = Object.keys(records[0] ?? {});
  const cell = (value: string | number | null | undefined) => {
    if (value == null) return '';
    return value === '' || /[",\r\n]/.test(String(value))
      ? `"${String(value).replaceAll('"', '""')}"`
      : String(value);
  };
  return [names, ...records.map((record) => names.map((name) => record[name]))]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');
}

const ANSWER = {
  request: { parameters: { racekey: '05264101' } },
  result: { status: 200, endpoint_uri: '/v1/tse', membershipLimit: '', result_count: 3, data: RESULTS },
};

describe('formats', () => {
  test.each([
    ['NDJSON', lines(RESULTS)],
    ['NDJSON with a byte order mark and CRLF', `\ufeff${lines(RESULTS).replaceAll('\n', '\r\n')}`],
    ['an array', JSON.stringify(RESULTS, null, 2)],
    ['a saved answer', JSON.stringify(ANSWER)],
    ['two saved answers in one', `${JSON.stringify(ANSWER)}\n${JSON.stringify(ANSWER, null, 1)}`],
    ['CSV', csvOf(RESULTS)],
  ])('%s, packed or not, gives the same records', async (_, text) => {
    const { code, summary } = await load('t_se', text);
    expect([code, summary?.stored, summary?.rejected]).toEqual([0, 3, 0]);
    expect(await held('t_se')).toEqual(RESULTS);
    const packed = join(folder, 'packed');
    writeFileSync(packed, gzipSync(text));
    expect((await importWith(['--table', 't_se', packed])).summary).toMatchObject({ stored: 0, rejected: 0 });
    expect(await held('t_se')).toEqual(RESULTS);
  });

  test.each(TABLE_CODES)('%s goes in by JSON and by CSV as the same bytes', async (table) => {
    const record = recordOf(table, {
      racedate: '20261107',
      racekey: '05264a01',
      holdingkey: '05264a',
      horse_number: '7',
      horse_id: HORSE_ID,
      kettonum: '19104567',
      updated_at: '20261108',
    });
    expect((await load(table, lines([record]))).summary).toMatchObject({ stored: 1, rejected: 0 });
    expect((await load(table, csvOf([record]))).summary).toMatchObject({ stored: 0, held: 1 });
  });
});

describe('versions of a record', () => {
  const name = async () => (await held('t_se')).map((record) => record['horse_name']);
  const version = (updated_at: string | null, horse_name: string) =>
    lines([result(1, { updated_at, horse_name })]);

  test('the newest stays, whatever the order; of two with one time the later line', async () => {
    const [old, now] = ['2026-11-08T09:00:00.000Z', '2026-11-09T00:00:00Z'];
    expect((await load('t_se', version(now, 'b') + version(old, 'a'))).summary).toMatchObject({
      stored: 1,
      held: 1,
    });
    expect(await name()).toEqual(['b']);
    await load('t_se', version(now, 'c') + version(now, 'd'));
    expect(await name()).toEqual(['d']);
    await load('t_se', version(null, 'e'));
    expect(await name()).toEqual(['d']);
  });

  test.each([
    ['2026-11-08T09:00:00+09:00', '2026-11-08T00:00:01Z'],
    ['2026-11-08T00:00:00Z', '2026-11-08T00:00:00.001Z'],
    ['2026-11-08T23:59:59Z', '20261109'],
    ['2026-11-08', '2026-11-08T08:59:59.999-0100'],
  ])('%s is before %s', async (before, after) => {
    await load('t_se', version(after, 'after') + version(before, 'before'));
    expect(await name()).toEqual(['after']);
  });

  test('the same instant in two forms is the same time', async () => {
    await load('t_se', version('2026-11-08T00:00:00.000Z', 'a') + version('2026-11-08T09:00:00+09:00', 'b'));
    expect(await name()).toEqual(['b']);
    await load('t_se', version('20261108', 'c'));
    expect(await name()).toEqual(['c']);
  });
});

describe('bad records', () => {
  test('are told of by line and field, and the good ones are kept: code 3', async () => {
    const file = join(folder, 'results.ndjson');
    const bad = [
      result(4, { racedate: '20260230', time_record: 912 }),
      { ...result(5), racekey: undefined },
      result(6, { horse_number: '' }),
      { ...result(7), idm: { a: 1 }, pace_index: true },
      { ...result(8), resultkey: null, updated_at: 'yesterday' },
    ];
    writeFileSync(
      file,
      Buffer.concat([
        Buffer.from(`${lines(RESULTS.slice(0, 1))}${lines(bad)}{"racedate":\n[1]\n`),
        Buffer.from([0x22, 0x8b, 0x22, 0x0a]),
        Buffer.from(lines(RESULTS.slice(1))),
      ]),
    );
    const { code, summary, said } = await importWith(['--table', 't_se', file]);
    const rejects = join(folder, 'rejects', 'results.ndjson.rejects.ndjson');
    expect(code).toBe(3);
    expect(summary).toMatchObject({ read: 11, stored: 3, rejected: 8, rejects: [rejects] });
    expect(said).toContain(rejects);
    const told = readFileSync(rejects, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Told);
    expect(told.map(({ line, problems }) => [line, ...problems.map(({ field }) => field)])).toEqual([
      [2, 'racedate', 'time_record'],
      [3, 'racekey'],
      [4, 'horse_number'],
      [5, 'idm', 'pace_index'],
      [6, 'resultkey', 'updated_at'],
      [7, undefined],
      [8, undefined],
      [9, undefined],
    ]);
    expect(told[0]).toMatchObject({ file, text: lines(bad.slice(0, 1)).trim() });
    expect(await held('t_se')).toEqual(RESULTS);

    writeFileSync(file, lines(RESULTS));
    expect((await importWith(['--table', 't_se', file])).code).toBe(0);
    expect(existsSync(rejects)).toBe(false);
  });

  interface Told {
    readonly line: number;
    readonly problems: readonly { readonly field?: string; readonly problem: string }[];
  }

  test('go to the file of --rejects, which is there even if none is bad', async () => {
    const rejects = join(folder, 'bad.ndjson');
    await importWith(['--table', 't_se', '-', '--rejects', rejects], lines(RESULTS));
    expect(readFileSync(rejects, 'utf8')).toBe('');
    await importWith(['--table', 't_se', '-', '--rejects', rejects], '{"a":1}');
    expect(readFileSync(rejects, 'utf8')).toContain('"file":"stdin"');
  });

  test('a field that is absent is null where it may be; one that the table does not have is left out and counted', async () => {
    const { margin, ...without } = result(1);
    const { code, summary, said } = await load(
      't_se',
      lines([
        { new_index: '1', ...without },
        { ...result(2), __proto__x: 1 },
      ]),
    );
    expect([code, summary?.unknown_fields]).toEqual([0, { new_index: 1, __proto__x: 1 }]);
    expect(said).toContain('new_index');
    const [first] = await held('t_se');
    expect([first?.['margin'], margin]).toEqual([null, null]);
    expect(Object.keys(first ?? {})).toEqual(tableOf('t_se').columns.map(({ name }) => name));
  });

  test.each([
    ['name,value\n1,2\n', 'names no field'],
    ['racedate,racekey\n20261107,05264101\n', 'lacks'],
    ['{"request":{},"result":{"data":[]', 'cut short'],
  ])('a file that cannot be used is one reject', async (text, words) => {
    const { code, summary } = await load('t_se', text);
    expect([code, summary?.stored, summary?.rejected]).toEqual([3, 0, 1]);
    expect(readFileSync(summary?.rejects[0] ?? '', 'utf8')).toContain(words);
  });

  test('gzip that ends early: what came before is kept, and the damage told of', async () => {
    const many = Array.from({ length: 99 }, (_, at) => result(at + 1, { horse_name: `${at * 7919}` }));
    const packed = gzipSync(lines(many));
    const file = join(folder, 'cut.gz');
    writeFileSync(file, packed.subarray(0, packed.length - 200));
    const { code, summary } = await importWith(['--table', 't_se', file]);
    expect([code, summary?.rejected]).toEqual([3, 1]);
    expect(readFileSync(summary?.rejects[0] ?? '', 'utf8')).toContain('damaged');
  });
});

describe('a command line that cannot be used, or files', () => {
  test.each([
    [['--table', 't_xx', '-'], 2, 't_ra'],
    [['-'], 2, '--table'],
    [['--table', 't_se'], 2, 'FILE'],
    [['--table', 't_se', '-', '-'], 2, 'once'],
    [['--table', 't_se', '--fast', '-'], 2, 'option'],
    [['--table', 't_se', 'x', '--rejects', 'x'], 2, 'overwritten'],
    [['--table', 't_se', '-', '/no/such/file'], 6, 'ENOENT'],
    [['--table', 't_se', tmpdir()], 6, 'folder'],
  ])('%j ends with %i and words, and loads nothing', async (argv, wanted, words) => {
    const { code, said, summary } = await importWith(argv, lines(RESULTS));
    expect([code, summary]).toEqual([wanted, undefined]);
    expect(said).toContain(words);
    expect(existsSync(join(folder, 'records.sqlite'))).toBe(false);
  });
});

test('a running service answers with what was imported, from the next request on', async () => {
  const service = await startService(parseOptions(['--data-dir', folder, '--limits=off'], {}), {
    now: () => new Date('2026-11-20T12:00:00Z'),
    log: newLog({ write: () => {} }),
  });
  try {
    const keyOf = async (...argv: string[]) => {
      const terminal = testTerminal();
      await runCommand(keys, [...argv, '--data-dir', folder], terminal);
      return terminal.printed[0] ?? '';
    };
    const query = `?api_key=${await keyOf('issue', '--api')}`;
    const userKey = await keyOf('issue', '--user', 'ann', '--until', 'never');
    const headers = { 'content-type': 'application/json', 'x-user-key': userKey };
    const ask = async () =>
      answerOf(await send(service.url, { path: '/v1/tse', query, headers, body: '{"racekey":"05264101"}' }));
    expect((await ask()).result.data).toEqual([]);
    await load('t_se', lines(RESULTS));
    expect((await ask()).result.data).toEqual(RESULTS);
  } finally {
    await service.close(100);
  }
});

test('a kill in the middle leaves whole records and nothing torn, and a second run completes', async () => {
  const child = spawn(process.execPath, [MAIN, 'import', '--table', 't_se', '--data-dir', folder, '-']);
  child.stdin.on('error', () => {});
  const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
  const races = Array.from({ length: 400 }, (_, race) =>
    lines(
      Array.from({ length: 18 }, (_, number) =>
        result(number + 1, {
          racekey: `0526${String(race).padStart(3, '0').slice(0, 2)}${String(race % 100).padStart(2, '0')}`,
        }),
      ),
    ),
  );
  // More than a batch is sent, and never the end: when something can be seen, it was committed in the middle.
  child.stdin.write(races.join(''));
  const reader = await seenBy(join(folder, 'records.sqlite'));
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  const [count, valid] = [reader.count(), reader.valid()];
  reader.close();
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(new Set(races.join('').trim().split('\n')).size);
  expect(valid).toBe(count);

  const again = await load('t_se', races.join(''));
  expect([again.code, again.summary?.rejected]).toEqual([0, 0]);
  expect(again.summary?.stored).toBe(new Set(races.join('').trim().split('\n')).size - count);
});

/** Waits until another connection sees records. */
async function seenBy(file: string) {
  for (;;) {
    try {
      const database = new Database(file, { readonly: true, fileMustExist: true });
      const ask = (what: string) =>
        Number(database.prepare(`SELECT coalesce(sum(${what}), 0) FROM t_se`).pluck().get());
      if (ask('count') > 0) {
        return {
          count: () => ask('count'),
          valid: () => ask(`json_array_length('[' || CAST(records AS TEXT) || ']')`),
          close: () => database.close(),
        };
      }
      database.close();
    } catch {
      // The file, or its table, is not there yet.
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
