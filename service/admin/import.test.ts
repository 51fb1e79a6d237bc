// The command `import`: every format, versions of a record, and command lines that cannot be used.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { openAccountsAlone } from '../accounts/open-accounts.ts';
import { importFolder, lines, result, RESULTS, type ImportFolder } from '../testing/importing.ts';
import { HORSE_ID, recordOf, type Fields } from '../testing/records.ts';
import { testTerminal } from '../testing/terminal.ts';
import { runCommand } from './command.ts';
import { importing } from './import.ts';

let into: ImportFolder;
beforeEach(() => {
  into = importFolder();
});
afterEach(() => into.remove());

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

test('the audit log has what was loaded, by whom, and no folder', async () => {
  const file = join(into.folder, 'results.ndjson');
  writeFileSync(file, `${lines(RESULTS)}{}\n`);
  await into.run(['--table', 't_se', file]);
  const accounts = openAccountsAlone(into.folder, undefined);
  expect(await accounts.historyOfAction('import', 9)).toMatchObject([
    { operator: 'tester', user: null, detail: 't_se: 3 stored, 0 known, 1 rejected, from results.ndjson' },
  ]);
  await accounts.close();
});

/** Publishes a folder of two files, of which one has a bad record, and stops. */
async function watchOnce(): Promise<readonly string[]> {
  const inbox = join(into.folder, 'inbox');
  mkdirSync(join(inbox, '20261107'), { recursive: true });
  const race = recordOf('t_ra', { racedate: '20261107', racekey: '05264101', updated_at: '20261107' });
  writeFileSync(join(inbox, '20261107', 't_ra.ndjson'), lines([race]));
  writeFileSync(join(inbox, '20261107', 't_se.ndjson'), `${lines(RESULTS)}{}\n`);
  const stop = new AbortController();
  const terminal = { ...testTerminal({ stopping: stop.signal }), out: () => stop.abort() };
  const argv = ['--watch', inbox, '--every', '1', '--data-dir', into.folder];
  expect(await runCommand(importing, argv, terminal)).toBe(0);
  return terminal.stderr;
}

test('the audit log has each file that a watched folder published, once', async () => {
  for (let time = 0; time < 2; time++) expect(await watchOnce()).toEqual([]);
  const accounts = openAccountsAlone(into.folder, undefined);
  expect(await accounts.historyOfAction('import', 9)).toMatchObject([
    { operator: 'tester', detail: 't_se: 3 stored, 0 known, 1 rejected, from t_se.ndjson' },
    { operator: 'tester', detail: 't_ra: 1 stored, 0 known, 0 rejected, from t_ra.ndjson' },
  ]);
  await accounts.close();
});

test('an audit log that cannot be written is told, and what was published stays', async () => {
  mkdirSync(join(into.folder, 'accounts.sqlite'));
  expect(await watchOnce()).toEqual([
    expect.stringMatching(/^The audit log lacks an import, because .*: t_ra: 1 stored, .*; t_se: 3 stored,/),
  ]);
  expect(await into.stored('t_se')).toHaveLength(3);
});

describe('formats', () => {
  test.each([
    ['NDJSON', lines(RESULTS)],
    ['NDJSON with a byte order mark and CRLF', `\ufeff${lines(RESULTS).replaceAll('\n', '\r\n')}`],
    ['an array', JSON.stringify(RESULTS, null, 2)],
    ['a saved answer', JSON.stringify(ANSWER)],
    ['two saved answers in one', `${JSON.stringify(ANSWER)}\n${JSON.stringify(ANSWER, null, 1)}`],
    ['CSV', csvOf(RESULTS)],
  ])('%s, packed or not, gives the same records', async (_, text) => {
    const { code, summary } = await into.load('t_se', text);
    expect([code, summary?.stored, summary?.rejected]).toEqual([0, 3, 0]);
    expect(await into.stored('t_se')).toEqual(RESULTS);
    const packed = join(into.folder, 'packed');
    writeFileSync(packed, gzipSync(text));
    expect((await into.run(['--table', 't_se', packed])).summary).toMatchObject({ stored: 0, rejected: 0 });
    expect(await into.stored('t_se')).toEqual(RESULTS);
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
    expect((await into.load(table, lines([record]))).summary).toMatchObject({ stored: 1, rejected: 0 });
    expect((await into.load(table, csvOf([record]))).summary).toMatchObject({ stored: 0, known: 1 });
  });
});

describe('versions of a record', () => {
  const name = async () => (await into.stored('t_se')).map((record) => record['horse_name']);
  const version = (updated_at: string | null, horse_name: string) =>
    lines([result(1, { updated_at, horse_name })]);

  test('the newest stays, whatever the order; of two with one time the later line', async () => {
    const [old, now] = ['2026-11-08T09:00:00.000Z', '2026-11-09T00:00:00Z'];
    expect((await into.load('t_se', version(now, 'b') + version(old, 'a'))).summary).toMatchObject({
      stored: 1,
      known: 1,
    });
    expect(await name()).toEqual(['b']);
    await into.load('t_se', version(now, 'c') + version(now, 'd'));
    expect(await name()).toEqual(['d']);
    await into.load('t_se', version(null, 'e'));
    expect(await name()).toEqual(['d']);
  });

  test.each([
    ['2026-11-08T09:00:00+09:00', '2026-11-08T00:00:01Z'],
    ['2026-11-08T00:00:00Z', '2026-11-08T00:00:00.001Z'],
    ['2026-11-08T23:59:59Z', '20261109'],
    ['2026-11-08', '2026-11-08T08:59:59.999-0100'],
  ])('%s is before %s', async (before, after) => {
    await into.load('t_se', version(after, 'after') + version(before, 'before'));
    expect(await name()).toEqual(['after']);
  });

  test('the same instant in two forms is the same time', async () => {
    await into.load(
      't_se',
      version('2026-11-08T00:00:00.000Z', 'a') + version('2026-11-08T09:00:00+09:00', 'b'),
    );
    expect(await name()).toEqual(['b']);
    await into.load('t_se', version('20261108', 'c'));
    expect(await name()).toEqual(['c']);
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
    const { code, stderr, summary } = await into.run(argv, lines(RESULTS));
    expect([code, summary]).toEqual([wanted, undefined]);
    expect(stderr).toContain(words);
    expect(existsSync(join(into.folder, 'records.sqlite'))).toBe(false);
  });
});
