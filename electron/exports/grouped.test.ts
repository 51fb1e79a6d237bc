// Groups as a file: every group of the rows that pass, in the order on screen, in each form.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ExportRequest } from '#shared/bridge/exports.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { fakeResult, fakeResults, type FakeRecord } from '../testing/fake-result.ts';
import { createFolderDestination } from './destination.ts';
import { Exports } from './exports.ts';
import { manifestPathOf } from './manifest.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-groups-'));
});
afterEach(() => rm(folder, { recursive: true }));

const NAMES = [
  'racekey', 'race_name', 'track_type', 'order_of_finish', 'trouble_classification', 'idm', 'win_returned',
  'place_returned',
]; // prettier-ignore
const COLUMNS = SUBJECTS.runners.columns.filter(({ name }) => NAMES.includes(name));

const run = (track_type: string, finish: string, win: string | null, idm: string | null): FakeRecord => ({
  racekey: track_type === '1' ? '05264111' : '08264101',
  race_name: track_type === '1' ? '天皇賞' : null,
  track_type,
  order_of_finish: finish,
  trouble_classification: '0',
  idm,
  win_returned: win,
  place_returned: win,
});

const RECORDS = [
  run('1', '01', '250', '50.5'),
  run('1', '02', '0', '40'),
  run('1', '08', '0', null),
  run('2', '01', null, '60'),
];

const GROUPS = { by: ['track_type'], measures: ['idm'], order: { by: 'value', descending: true } } as const;

async function exported(
  request: Partial<ExportRequest>,
  records: readonly FakeRecord[] = RECORDS,
  subject: 'runners' | 'works' | 'payoffs' = 'runners',
  columns: readonly Column[] = COLUMNS,
) {
  const results = fakeResults(
    fakeResult({
      source: { kind: 'subject', subject, from: '20261101', to: '20261130' },
      columns,
      records,
    }),
  );
  const destination = createFolderDestination(folder);
  const exports = new Exports({ results, destination, now: () => 0, newId: () => 'e1' });
  const start = exports.start({
    resultId: 'r1',
    columns: ['track_type'],
    format: 'csv',
    header: 'label',
    form: 'shown',
    language: 'en',
    groups: { ...GROUPS, by: [...GROUPS.by], measures: [...GROUPS.measures] },
    ...request,
  });
  const last = (await Array.fromAsync(exports.watch(start))).at(-1);
  if (last?.type !== 'done') throw new Error(`ended with ${JSON.stringify(last)}`);
  return { done: last, text: await readFile(last.path, 'utf8') };
}

test('as shown, a file has the groups as the screen has them, and the row of all rows', async () => {
  const { done, text } = await exported({});
  expect(parse(text, { bom: true })).toEqual([
    [
      'Surface', 'Rows', 'Share of all rows (%)', 'Runs', 'Win rate (%)', 'First-two rate (%)', 'First-three rate (%)',
      'Runs with payoffs', 'Win return (%)', 'Runs with place payoffs', 'Place return (%)', 'Rows with a number',
      'Mean of IDM',
    ],
    ['Dirt', '1', '25.0', '1', '100.0', '100.0', '100.0', '0', '', '0', '', '1', '60'],
    ['Turf', '3', '75.0', '3', '33.3', '66.7', '66.7', '3', '83.3', '3', '83.3', '2', '45.25'],
    ['All', '4', '100.0', '4', '50.0', '75.0', '75.0', '3', '83.3', '3', '83.3', '3', '50.17'],
  ]); // prettier-ignore
  expect(done).toMatchObject({ records: 3, complete: true });
  expect(basename(done.path)).toBe('runners_by-track_type_2026-11-01_2026-11-30.csv');
  const manifest = JSON.parse(await readFile(manifestPathOf(done.path), 'utf8'));
  expect(manifest).toMatchObject({
    query: { groups: { by: ['track_type'], order: { by: 'value', descending: true } } },
    columns: expect.arrayContaining(['track_type', 'win_return']),
    empty_columns: [],
    format: { form: 'shown', total_row: true },
    records: 3,
  });
});

test('as shown, a group without a value is named, counts have their separators, and the row of all rows has a blank beside its name', async () => {
  const unknown = { ...run('1', '01', null, '50'), track_type: '' };
  const records = [...Array.from({ length: 1233 }, () => unknown), ...RECORDS];
  const groups = { by: ['track_type', 'idm'], order: { by: 'count', descending: true } } as const;
  const rowsIn = async (language: 'en' | 'ja') => {
    const { text } = await exported({ language, groups: { ...groups, by: [...groups.by] } }, records);
    const rows = parse(text, { bom: true }) as readonly string[][];
    return [rows[1], rows.find((row) => row[0] !== '' && row[1]?.includes('空')), rows.at(-1)].map((row) =>
      row?.slice(0, 5),
    );
  };
  expect(await rowsIn('en')).toEqual([
    ['(empty)', '50', '1,233', '99.7', '1,233'],
    undefined,
    ['All', '', '1,237', '100.0', '1,237'],
  ]);
  expect(await rowsIn('ja')).toEqual([
    ['（空欄）', '50', '1,233', '99.7', '1,233'],
    ['芝', '（空欄）', '1', '0.1', '1'],
    ['全体', '', '1,237', '100.0', '1,237'],
  ]);
});

test('as values there are only groups, rates and returns are numbers, and codes may have their labels', async () => {
  const { text } = await exported({ form: 'values', format: 'json', labels: true });
  expect(JSON.parse(text)).toMatchObject([
    {
      track_type: '2',
      track_type_label: 'Dirt',
      group_rows: 1,
      win_rate: 100,
      win_return: null,
      mean_idm: 60,
    },
    {
      track_type: '1',
      group_rows: 3,
      win_rate: 33.3333,
      win_return: 83.3333,
      mean_idm: 45.25,
      group_mean_n: 2,
    },
  ]);
});

test.each(['tsv', 'xlsx', 'ndjson', 'parquet'] as const)('groups can be written as %s', async (format) => {
  for (const form of ['shown', 'values', 'delivered'] as const)
    expect((await exported({ format, form })).done).toMatchObject({
      records: form === 'shown' ? 3 : 2,
      unreadable: 0,
    });
});

test('only the rows that pass are grouped, and races have their names', async () => {
  const { text } = await exported({
    groups: { by: ['racekey', 'track_type'] },
    filters: [{ column: 'order_of_finish', text: '<=2' }],
  });
  const rows = parse(text, { bom: true }) as readonly string[][];
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ['Race key', 'Surface', 'Rows'],
    ['Tokyo 11R 天皇賞', 'Turf', '2'],
    ['Kyoto 1R', 'Dirt', '1'],
    ['All', '', '3'],
  ]);
});

test('a runner with several works counts once in each group of works, and once in all', async () => {
  const columns = SUBJECTS.works.columns;
  const work = (horse_number: string, exercise_course_cd: string, order_of_finish: string): FakeRecord => ({
    racedate: '20261101',
    racekey: '05264111',
    horse_number,
    exercise_course_cd,
    order_of_finish,
    trouble_classification: '0',
  });
  const records = [
    work('01', '11', '01'),
    work('01', '11', '01'),
    work('01', '12', '01'),
    work('02', '11', '05'),
  ];
  const { text } = await exported({ groups: { by: ['exercise_course_cd'] } }, records, 'works', columns);
  const rows = parse(text, { bom: true }) as readonly string[][];
  expect(rows.map((row) => row.slice(1, 5))).toEqual([
    ['Rows', 'Share of all rows (%)', 'Runs', 'Win rate (%)'],
    ['3', '75.0', '2', '50.0'],
    ['1', '25.0', '1', '100.0'],
    ['4', '100.0', '2', '50.0'],
  ]);
});

test('all groups are written, however many', async () => {
  const records = Array.from({ length: 1200 }, (_, at) => run('1', '01', '0', String(at)));
  const { done } = await exported({ form: 'delivered', groups: { by: ['idm'] } }, records);
  expect(done.records).toBe(1200);
});

test('a file of combinations by their bets has both, as the screen writes them', async () => {
  const columns = SUBJECTS.payoffs.columns.filter(({ name }) => ['bet', 'combination'].includes(name));
  const paid = (bet: string, combination: string): FakeRecord => ({ bet, combination });
  const records = [paid('exacta', '0312'), paid('quinella', '0312'), paid('trifecta', '120305')];
  const rowsBy = async (...by: string[]) => {
    const groups = { by, order: { by: 'value', descending: false } } as const;
    const { text } = await exported({ columns: by, groups: { ...groups, by } }, records, 'payoffs', columns);
    return (parse(text, { bom: true }) as readonly string[][]).slice(1, -1).map((row) => row.slice(0, -2));
  };
  expect(await rowsBy('bet', 'combination')).toEqual([
    ['Exacta', '3→12'],
    ['Quinella', '3-12'],
    ['Trifecta', '12→3→5'],
  ]);
  expect(await rowsBy('combination')).toEqual([['3-12'], ['12→3→5']]);
});
