// The summaries beside the grid: groups, values, profiles and the figures of a selection. They must be equal in this
// thread and in the worker for large results.

import { describe, expect, it } from 'vitest';
import type { GroupOrder } from '#shared/bridge/group-figures.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { WorkerColumnStore } from './worker-column-store.ts';
import { readerOf, inProcessEngine } from '../testing/in-process-engine.ts';
import { MemoryBudget } from './memory-budget.ts';
import { RowSet } from './row-set.ts';
import { QueryEngine } from './query-engine.ts';

const COLUMNS = TABLES.t_se.columns;

type Row = Readonly<Record<string, string | null>>;

const smallRowSet = (rows: readonly Row[], columns: readonly Column[] = COLUMNS): RowSet =>
  new QueryEngine().open(columns, {
    size: 'small',
    records: rows.length,
    cells: (names) => names.map((name) => rows.map((row) => row[name] ?? null)),
  });

const largeRowSet = (rows: readonly Row[], columns: readonly Column[] = COLUMNS): RowSet =>
  new RowSet(
    rows.length,
    columns,
    new WorkerColumnStore({
      rowSet: 1,
      columns,
      reader: readerOf(rows),
      engine: inProcessEngine(),
      memory: new MemoryBudget(),
      onShown: () => undefined,
    }),
  );

const runner = (
  racekey: string,
  horse_name: string | null,
  order_of_finish: string,
  idm: string | null,
): Row => ({
  racekey,
  horse_name,
  order_of_finish,
  idm,
  trouble_classification: '0',
});

const runnersOf = (rowSetOf: typeof smallRowSet, rows: readonly Row[]): RowSet =>
  rowSetOf(rows, SUBJECTS.runners.columns);

const RUNNERS = [
  runner('05264102', '横山', '01', '50.5'),
  runner('05264101', '武', '01', '40.0'),
  runner('05264101', '横山', '02', '60.5'),
  runner('05264102', '武', '03', null),
  runner('05264102', null, '05', '70.0'),
  runner('05264103', '横山', '04', 'x'),
];

describe.each([
  ['small', smallRowSet],
  ['large', largeRowSet],
] as const)('of a %s result', (_size, rowSetOf) => {
  it('groups are ordered by their number of rows, equal ones by the column, with the blank one last', async () => {
    const { groups, distinct, more, whole } = await rowSetOf(RUNNERS).query('groups', {
      by: ['horse_name'],
      measures: ['idm'],
    });
    expect(groups.map(({ key, count }) => [key, count])).toEqual([
      [['横山'], 3],
      [['武'], 2],
      [[null], 1],
    ]);
    expect(groups.map(({ share }) => share)).toEqual([3 / 6, 2 / 6, 1 / 6]);
    expect({ distinct, more }).toEqual({ distinct: 3, more: false });
    // Values that are not numbers do not count in a mean; n is the number of those that do.
    expect(groups.map(({ measures }) => measures[0])).toEqual([
      { column: 'idm', n: 2, sum: 111, mean: 55.5 },
      { column: 'idm', n: 1, sum: 40, mean: 40 },
      { column: 'idm', n: 1, sum: 70, mean: 70 },
    ]);
    expect(groups.map(({ finish }) => finish)).toEqual([
      { starts: 3, first: 1, firstTwo: 2, firstThree: 2 },
      { starts: 2, first: 1, firstTwo: 1, firstThree: 2 },
      { starts: 1, first: 0, firstTwo: 0, firstThree: 0 },
    ]);
    expect(whole).toMatchObject({
      count: 6,
      share: 1,
      finish: { starts: 6, first: 2, firstTwo: 3, firstThree: 4 },
      measures: [{ column: 'idm', n: 4, sum: 221, mean: 55.25 }],
    });
  });

  it('a group without a number has no mean, instead of a mean of zero', async () => {
    const { groups } = await rowSetOf(RUNNERS).query('groups', {
      by: ['racekey'],
      measures: ['idm'],
      order: { by: 'value', descending: false },
    });
    expect(groups.at(-1)).toMatchObject({
      key: ['05264103'],
      measures: [{ n: 0, sum: 0, mean: null }],
    });
  });

  it('groups by two columns are ordered by the first, then by the second', async () => {
    const { groups, distinct } = await rowSetOf(RUNNERS).query('groups', {
      by: ['racekey', 'horse_name'],
      order: { by: 'value', descending: false },
    });
    expect(groups.map(({ key, count }) => [...key, count])).toEqual([
      ['05264101', '横山', 1],
      ['05264101', '武', 1],
      ['05264102', '横山', 1],
      ['05264102', '武', 1],
      ['05264102', null, 1],
      ['05264103', '横山', 1],
    ]);
    expect(distinct).toBe(6);
    expect(groups[4]?.filters).toEqual([
      { column: 'racekey', text: '=05264102' },
      { column: 'horse_name', text: '=' },
    ]);
  });

  it('groups are ordered by any of their figures in both directions, those without it last', async () => {
    const rowSet = rowSetOf(RUNNERS);
    const keysBy = async (by: GroupOrder['by'], descending: boolean) => {
      const input = { by: ['racekey', 'horse_name'], measures: ['idm'], order: { by, descending } };
      return (await rowSet.query('groups', input)).groups.map(({ key }) =>
        `${key[0]} ${key[1] ?? ''}`.trim(),
      );
    };
    expect(await keysBy('mean', true)).toEqual([
      '05264102', '05264101 横山', '05264102 横山', '05264101 武', '05264102 武', '05264103 横山',
    ]); // prettier-ignore
    expect((await keysBy('mean', false)).slice(0, 2)).toEqual(['05264101 武', '05264102 横山']);
    expect((await keysBy('mean', false)).slice(-2)).toEqual(['05264102 武', '05264103 横山']);
    expect(await keysBy('win', true)).toEqual([
      '05264101 武', '05264102 横山', '05264101 横山', '05264102 武', '05264102', '05264103 横山',
    ]); // prettier-ignore
    expect(await keysBy('second', false)).toEqual([
      '05264101 横山', '05264102 横山', '05264103 横山', '05264101 武', '05264102 武', '05264102',
    ]); // prettier-ignore
  });

  it('groups of runners have what flat stakes returned, over the runs on which a stake counts', async () => {
    const paid = (win_returned: string | null, place_returned: string | null): Row => ({
      ...runner('05264101', '武', '01', null),
      win_returned,
      place_returned,
    });
    const rows = [paid('250', '120'), paid('0', '0'), paid('0', null), paid(null, null)];
    const { groups, whole } = await runnersOf(rowSetOf, rows).query('groups', { by: ['horse_name'] });
    expect(groups[0]?.returns).toEqual({ win: { n: 3, yen: 250 }, place: { n: 2, yen: 120 } });
    expect(whole.returns).toEqual(groups[0]?.returns);
  });

  it('reports how many groups there are if it shows fewer', async () => {
    const rowSet = rowSetOf(RUNNERS);
    const { groups, distinct, more } = await rowSet.query('groups', { by: ['racekey'], limit: 2 });
    expect(groups.map(({ key }) => key)).toEqual([['05264102'], ['05264101']]);
    expect({ distinct, more }).toEqual({ distinct: 3, more: true });
    expect(await rowSet.query('groups', { by: ['racekey'], limit: 3 })).toMatchObject({ more: false });
  });

  it('groups and figures include the rows that pass the filters, and no others', async () => {
    const rowSet = rowSetOf(RUNNERS);
    await rowSet.arrange({ sort: [], filters: [{ column: 'horse_name', text: '武' }] });
    const { groups, whole } = await rowSet.query('groups', {
      by: ['racekey'],
      order: { by: 'value', descending: false },
    });
    expect(groups.map(({ key, count, share }) => [...key, count, share])).toEqual([
      ['05264101', 1, 0.5],
      ['05264102', 1, 0.5],
    ]);
    expect(whole.count).toBe(2);
    expect(await rowSet.query('profile', { column: 'idm' })).toMatchObject({
      records: 2,
      filled: 1,
      distinct: 1,
    });
    expect(await rowSet.query('blank', { columns: ['idm', 'horse_id'] })).toEqual(['horse_id']);
  });

  it('the values of a filter are found by part of their text and counted', async () => {
    const rowSet = rowSetOf(RUNNERS);
    const list = (more = {}) => rowSet.query('values', { column: 'horse_name', limit: 10, ...more });
    expect(await list()).toEqual({
      values: [
        { raw: '横山', count: 3 },
        { raw: '武', count: 2 },
        { raw: null, count: 1 },
      ],
      distinct: 3,
      more: false,
    });
    expect(await list({ contains: ' 山 ' })).toEqual({
      values: [{ raw: '横山', count: 3 }],
      distinct: 1,
      more: false,
    });
    expect(await list({ contains: '  ' })).toMatchObject({ distinct: 3 });
    expect(await list({ limit: 1 })).toEqual({
      values: [{ raw: '横山', count: 3 }],
      distinct: 3,
      more: true,
    });
    expect((await rowSet.query('values', { column: 'racekey', limit: 10, order: 'value' })).values).toEqual([
      { raw: '05264101', count: 2 },
      { raw: '05264102', count: 3 },
      { raw: '05264103', count: 1 },
    ]);
  });

  it('the values of a filter are those that the filters of other columns leave, whatever is selected here', async () => {
    const rowSet = rowSetOf(RUNNERS);
    await rowSet.arrange({
      sort: [],
      filters: [
        { column: 'horse_name', text: '武' },
        { column: 'racekey', text: '="05264102"' },
      ],
    });
    const { values } = await rowSet.query('values', { column: 'horse_name', limit: 10 });
    expect(values.map(({ raw, count }) => [raw, count])).toEqual([
      ['横山', 1],
      ['武', 1],
      [null, 1],
    ]);
  });

  it('a column’s profile has its first, last and most frequent values', async () => {
    const profile = await rowSetOf(RUNNERS).query('profile', { column: 'racekey' });
    expect(profile).toEqual({
      records: 6,
      filled: 6,
      distinct: 3,
      top: [
        { raw: '05264102', count: 3 },
        { raw: '05264101', count: 2 },
        { raw: '05264103', count: 1 },
      ],
      first: '05264101',
      last: '05264103',
    });
    const many = await rowSetOf(Array.from({ length: 30 }, (_, at) => ({ racekey: `k${at}` }))).query(
      'profile',
      {
        column: 'racekey',
      },
    );
    expect(many.top).toHaveLength(20);
    expect(many.distinct).toBe(30);
    const none = await rowSetOf([{ racekey: null }]).query('profile', { column: 'racekey' });
    expect(none).toEqual({ records: 1, filled: 0, distinct: 0, top: [] });
  });

  it('bars of whole numbers span equally many of them, and each bar counts the values between its edges', async () => {
    const ranks = Array.from({ length: 50 }, (_, at) => ({ idm: String(at + 1) }));
    const { numeric } = await rowSetOf(ranks).query('profile', { column: 'idm' });
    expect(numeric?.histogram.slice(0, 2)).toEqual([
      { from: 1, to: 4, count: 3 },
      { from: 4, to: 7, count: 3 },
    ]);
    expect(numeric?.histogram).toHaveLength(17);
    expect(numeric?.histogram.at(-1)).toEqual({ from: 49, to: 52, count: 2 });
    const parts = await rowSetOf([{ idm: '0.5' }, { idm: '1.5' }, { idm: '12.5' }]).query('profile', {
      column: 'idm',
    });
    expect(parts.numeric?.histogram).toHaveLength(24);
    expect(parts.numeric?.histogram[0]).toEqual({ from: 0.5, to: 1, count: 1 });
    expect(parts.numeric?.histogram.at(-1)).toEqual({ from: 12, to: 12.5, count: 1 });
  });

  it('the figures of a selection include its rows and columns only', async () => {
    const rowSet = rowSetOf(RUNNERS);
    expect(await rowSet.query('statistics', { columns: ['idm', 'horse_name'], from: 1, to: 5 })).toEqual({
      cells: 8,
      count: 6,
      numbers: 3,
      sum: 170.5,
      mean: 170.5 / 3,
      median: 60.5,
      min: 40,
      max: 70,
    });
    expect(await rowSet.query('statistics', { columns: ['horse_name'], from: 0, to: 6 })).toEqual({
      cells: 6,
      count: 5,
      numbers: 0,
    });
    expect(await rowSet.query('statistics', { columns: ['idm'], from: 4, to: 2 })).toEqual({
      cells: 0,
      count: 0,
      numbers: 0,
    });
  });

  it('a row is found by its cells, wherever it is now', async () => {
    const rowSet = rowSetOf(RUNNERS);
    await rowSet.arrange({ sort: [{ column: 'idm', direction: 'descending' }], filters: [] });
    const find = (cells: (string | null)[]) =>
      rowSet.query('find', { columns: ['racekey', 'horse_name'], cells });
    expect(await find(['05264101', '横山'])).toBe(2);
    expect(await find(['05264102', null])).toBe(1);
    expect(await find(['05264109', '横山'])).toBeUndefined();
    expect(await rowSet.cells(['idm'], 0, 6)).toEqual([['x', '70.0', '60.5', '50.5', '40.0', null]]);
  });
});
