// What `import` does with records that are not as they should be.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tableOf } from '#shared/catalogue/tables.ts';
import { importFolder, lines, result, RESULTS, type ImportFolder } from '../testing/importing.ts';
import { HORSE_ID, recordOf, type Fields } from '../testing/records.ts';

let into: ImportFolder;
beforeEach(() => {
  into = importFolder();
});
afterEach(() => into.remove());

describe('bad records', () => {
  test('are told of by line and field, and the good ones are kept: code 3', async () => {
    const file = join(into.folder, 'results.ndjson');
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
    const { code, summary, stderr } = await into.run(['--table', 't_se', file]);
    const rejects = join(into.folder, 'rejects', 'results.ndjson.rejects.ndjson');
    expect(code).toBe(3);
    expect(summary).toMatchObject({ read: 11, stored: 3, rejected: 8, rejects: [rejects] });
    expect(stderr).toContain(rejects);
    const lineErrors = readFileSync(rejects, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Told);
    expect(lineErrors.map(({ line, problems }) => [line, ...problems.map(({ field }) => field)])).toEqual([
      [2, 'racedate', 'time_record'],
      [3, 'racekey'],
      [4, 'horse_number'],
      [5, 'idm', 'pace_index'],
      [6, 'resultkey', 'updated_at'],
      [7, undefined],
      [8, undefined],
      [9, undefined],
    ]);
    expect(lineErrors[0]).toMatchObject({ file, text: lines(bad.slice(0, 1)).trim() });
    expect(await into.stored('t_se')).toEqual(RESULTS);

    writeFileSync(file, lines(RESULTS));
    expect((await into.run(['--table', 't_se', file])).code).toBe(0);
    expect(existsSync(rejects)).toBe(false);
  });

  test('that one store could not keep are kept by neither', async () => {
    const work = (fields: Fields) =>
      recordOf('t_ch', {
        racedate: '20261107',
        racekey: '05264101',
        horse_number: '1',
        horse_id: HORSE_ID,
        exercise_date: '20261104',
        ...fields,
      });
    const good = work({ number_of_times: '1', work_rider: 'a\\u0000' });
    const bad = [
      work({ racedate: '99991231' }),
      work({ number_of_times: '\u0000' }),
      work({ exercise_course_cd: 'a\u0000b' }),
    ];
    const last = work({ racedate: '99981231', racekey: '05984101', number_of_times: '1' });
    const { code, summary } = await into.load('t_ch', lines([good, ...bad, last]));
    expect([code, summary?.stored, summary?.rejected]).toEqual([3, 2, 3]);
    const rejected = readFileSync(summary?.rejects[0] ?? '', 'utf8')
      .trim()
      .split('\n');
    expect(rejected.map((line) => (JSON.parse(line) as Told).problems)).toEqual([
      [{ field: 'racedate', problem: 'must be a real calendar date, YYYYMMDD, from 1873 to 9998' }],
      [{ field: 'number_of_times', problem: 'must not contain NUL (U+0000)' }],
      [{ field: 'exercise_course_cd', problem: 'must not contain NUL (U+0000)' }],
    ]);
  });

  interface Told {
    readonly line: number;
    readonly problems: readonly { readonly field?: string; readonly problem: string }[];
  }

  test('go to the file of --rejects, which is there even if none is bad', async () => {
    const rejects = join(into.folder, 'bad.ndjson');
    await into.run(['--table', 't_se', '-', '--rejects', rejects], lines(RESULTS));
    expect(readFileSync(rejects, 'utf8')).toBe('');
    await into.run(['--table', 't_se', '-', '--rejects', rejects], '{"a":1}');
    expect(readFileSync(rejects, 'utf8')).toContain('"file":"stdin"');
  });

  test('a field that is absent is null where it may be; one that the table does not have is left out and counted', async () => {
    const { margin, ...without } = result(1);
    const { code, summary, stderr } = await into.load(
      't_se',
      lines([
        { new_index: '1', ...without },
        { ...result(2), __proto__x: 1 },
      ]),
    );
    expect([code, summary?.unknown_fields]).toEqual([0, { new_index: 1, __proto__x: 1 }]);
    expect(stderr).toContain('new_index');
    const [first] = await into.stored('t_se');
    expect([first?.['margin'], margin]).toEqual([null, null]);
    expect(Object.keys(first ?? {})).toEqual(tableOf('t_se').columns.map(({ name }) => name));
  });

  test.each([
    ['name,value\n1,2\n', 'names no field'],
    ['racedate,racekey\n20261107,05264101\n', 'lacks'],
    ['{"request":{},"result":{"data":[]', 'truncated'],
  ])('a file that cannot be used is one reject', async (text, words) => {
    const { code, summary } = await into.load('t_se', text);
    expect([code, summary?.stored, summary?.rejected]).toEqual([3, 0, 1]);
    expect(readFileSync(summary?.rejects[0] ?? '', 'utf8')).toContain(words);
  });

  const RACE = { racedate: '20261107', racekey: '05264101' };
  const payoff = recordOf('t_hj', { ...RACE, win_payoff_1: '430', updated_at: '20261107' });
  const later = { updated_at: '2026-11-08T09:00:00.000Z' };
  const program = recordOf('t_ra', { ...RACE, ...later });

  test.each([
    [
      'a saved answer',
      JSON.stringify({ result: { status: 200, endpoint_uri: '/v1/tra', result_count: 1, data: [program] } }),
      'an answer of \\"/v1/tra\\", not of /v1/thj',
    ],
    ['an array', JSON.stringify([program]), 'no field of t_hj but keys'],
    ['NDJSON', lines([program]), 'no field of t_hj but keys'],
    ['NDJSON with nothing but keys', lines([{ ...RACE, ...later }]), 'no field of t_hj but keys'],
    [
      'CSV',
      `racedate,racekey,updated_at,headcount\n20261107,05264101,20261108,16\n`,
      'no field of t_hj but keys',
    ],
  ])('%s of another table takes nothing from what is stored', async (_, text, words) => {
    await into.load('t_hj', lines([payoff]));
    const { code, summary } = await into.load('t_hj', text);
    expect([code, summary?.stored, summary?.rejected]).toEqual([3, 0, 1]);
    expect(readFileSync(summary?.rejects[0] ?? '', 'utf8')).toContain(words);
    expect(await into.stored('t_hj')).toEqual([payoff]);
  });

  test('a card is not taken for results, although it has all that these require', async () => {
    await into.load('t_se', lines(RESULTS));
    const card = recordOf('t_ky', { ...RACE, ...later, horse_number: '1', horse_id: HORSE_ID });
    const { code, summary } = await into.load('t_se', lines([card]));
    expect([code, summary?.stored, summary?.rejected]).toEqual([3, 0, 1]);
    expect(readFileSync(summary?.rejects[0] ?? '', 'utf8')).toContain('seems to be of another table');
    expect(await into.stored('t_se')).toEqual(RESULTS);
  });

  test('a file of few columns changes these alone', async () => {
    await into.load('t_hj', lines([payoff]));
    const few = { ...RACE, updated_at: '20261107', place_payoff_1: '180' };
    expect((await into.load('t_hj', lines([few]))).summary).toMatchObject({ stored: 1, rejected: 0 });
    const csv = `${Object.keys(few).join(',')}\n${Object.values({ ...few, place_payoff_1: '190' }).join(',')}\n`;
    expect((await into.load('t_hj', csv)).summary).toMatchObject({ stored: 1, rejected: 0 });
    expect(await into.stored('t_hj')).toEqual([{ ...payoff, place_payoff_1: '190' }]);
  });

  test('gzip that ends early: what came before is kept, and the damage told of', async () => {
    const many = Array.from({ length: 99 }, (_, at) => result(at + 1, { horse_name: `${at * 7919}` }));
    const packed = gzipSync(lines(many));
    const file = join(into.folder, 'cut.gz');
    writeFileSync(file, packed.subarray(0, packed.length - 200));
    const { code, summary } = await into.run(['--table', 't_se', file]);
    expect([code, summary?.rejected]).toEqual([3, 1]);
    expect(readFileSync(summary?.rejects[0] ?? '', 'utf8')).toContain('damaged');
  });
});
