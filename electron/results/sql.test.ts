// SQL queries as the window opens them.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofDay, ofPeriod, SATURDAY, threeDays, TODAY, YESTERDAY } from '../testing/three-days.ts';

let core: Core;

const start = async (): Promise<void> => {
  core = await openCore(threeDays());
};
const end = (): Promise<void> => core.close();

const sql = (text: string): ResultSource => ({ kind: 'sql', sql: text });

const open = (text: string, signal?: AbortSignal) =>
  core.results.open(sql(text), signal === undefined ? {} : { signal });

async function cellsOf(text: string, ...columns: string[]) {
  const result = await open(text);
  return result.cells(columns, 0, result.rows);
}

describe('a result', () => {
  // No test depends on what is stored: starting a core for each would take a third of their time.
  beforeAll(start);
  afterAll(end);

  it('has the columns of the query with their types, in its order', async () => {
    const result = await open(
      `select 2::bigint as a, 0.50::decimal(4,2) as b, date '2026-11-15' as c, '東' as d, true as e, null as f, 1 as a`,
    );
    expect(result.summary.columns).toEqual([
      { name: 'a', known: true, sql: { type: 'integer' } },
      { name: 'b', known: true, sql: { type: 'decimal' } },
      { name: 'c', known: true, sql: { type: 'date' } },
      { name: 'd', known: true, sql: { type: 'text' } },
      { name: 'e', known: true, sql: { type: 'boolean' } },
      { name: 'f', known: true, sql: { type: 'integer' } },
      { name: 'a:1', known: true, sql: { type: 'integer' } },
    ]);
    const names = result.summary.columns.map(({ name }) => name);
    expect(await result.cells(names, 0, 1)).toEqual([
      ['2'], ['0.50'], ['20261115'], ['東'], ['true'], [null], ['1'],
    ]); // prettier-ignore
  });

  it('shows a text as the column of that name of a table that it reads, and no other value', async () => {
    await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    const read = await open("select racekey, count(*) as headcount, '1' as other from t_se group by racekey");
    expect(read.summary.columns).toEqual([
      { name: 'racekey', known: true, sql: { type: 'text', of: 't_se' } },
      { name: 'headcount', known: true, sql: { type: 'integer' } },
      { name: 'other', known: true, sql: { type: 'text' } },
    ]);
    expect(read.columns[0]).toMatchObject({ name: 'racekey', kind: 'race' });
  });

  it('shows no text from a typed table in the unit of the records', async () => {
    const shown = async (text: string) =>
      (await open(text)).summary.columns.map(({ sql: field }) => field?.of);
    const text = "printf('%.1f', 94.5) as time_record, racekey, sex_cd";
    expect(await shown(`select ${text} from typed.runners`)).toEqual([undefined, 'runners', 'runners']);
    expect(await shown(`select ${text} from runners`)).toEqual(['runners', 'runners', 'runners']);
  });

  it('has days of another era, and infinite ones, as DuckDB writes them', async () => {
    const days = ['2026-11-15', '0044-03-15 (BC)', '12026-03-15', 'infinity', '-infinity'];
    expect(
      await cellsOf(`select unnest(${JSON.stringify(days).replaceAll('"', "'")})::date as day`, 'day'),
    ).toEqual([['20261115', ...days.slice(1)]]);
  });

  it('keeps whole numbers apart that one double holds, in sort, groups and filters', async () => {
    const numbers = ['-9007199254740993', '-9007199254740992', '9007199254740992', '9007199254740993'];
    const result = await open(`select unnest([${numbers.toReversed().join(', ')}]) as n`);
    const found = async (text: string) => {
      const filters = [{ column: 'n', text }];
      const { problems } = await result.arrange({ sort: [{ column: 'n', direction: 'ascending' }], filters });
      return [...problems, ...((await result.cells(['n'], 0, 9))[0] ?? [])];
    };
    expect(await found('')).toEqual(numbers);
    for (const text of numbers) expect(await found(`=${text}`)).toEqual([text]);
    expect(await found('>9007199254740992')).toEqual(numbers.slice(3));
    expect(await found('<=-9,007,199,254,740,993')).toEqual(numbers.slice(0, 1));
    await found('');
    const { groups } = await result.query('groups', { by: ['n'], limit: 10 });
    expect(groups.map(({ key }) => key[0])).toEqual(numbers);
    for (const { key, filters } of groups) expect(await found(filters[0]?.text ?? '')).toEqual(key);
  });

  it('is sorted, filtered, grouped and described as any other', async () => {
    const result = await open(
      "select range as n, 'x' || (range % 3) as kind from range(1000) order by range desc",
    );
    expect((await result.cells(['n'], 0, 2))[0]).toEqual(['999', '998']);
    const arranged = await result.arrange({
      sort: [{ column: 'n', direction: 'ascending' }],
      filters: [
        { column: 'n', text: '>=10 <20' },
        { column: 'kind', text: 'x1' },
      ],
    });
    expect(arranged).toMatchObject({ rows: 4, total: 1000, problems: [] });
    expect((await result.cells(['n'], 0, 9))[0]).toEqual(['10', '13', '16', '19']);
    const { groups } = await result.query('groups', { by: ['kind'], limit: 10 });
    expect(groups.map(({ key, count }) => [key, count])).toEqual([[['x1'], 4]]);
  });

  it('too large for memory is read, sorted and copied from its own table', async () => {
    const result = await open('select range as n, range % 7 as seven from range(200000)');
    expect(result.summary.records).toBe(200_000);
    await result.arrange({
      sort: [{ column: 'n', direction: 'descending' }],
      filters: [{ column: 'seven', text: '3' }],
    });
    expect(await result.cells(['n', 'seven'], 0, 2)).toEqual([
      ['199993', '199986'],
      ['3', '3'],
    ]);
  });

  it('that was cut says so and at how many rows', async () => {
    const { summary } = await open('select range from range(2000000)');
    expect(summary).toMatchObject({
      records: 500_000,
      complete: false,
      reasons: [{ reason: 'rows_cut', where: '500000' }],
    });
  });

  it('may come from a query that ends in comments and semicolons', async () => {
    expect(await cellsOf("select 1 as n -- one ; 'two\n ; /* three /* four */ ; */ -- five", 'n')).toEqual([
      ['1'],
    ]);
    expect(await cellsOf("select ';' as n, $$ -- ; $$ as m;", 'n')).toEqual([[';']]);
    expect(await cellsOf("select E'a\\'' as n;", 'n')).toEqual([["a'"]]);
    expect(await cellsOf('from (values (1), (2)) v(n);', 'n')).toEqual([['1', '2']]);
    expect(await cellsOf('summarize select 1 as n', 'column_name')).toEqual([['n']]);
  });
});

describe('the report on it', () => {
  beforeEach(start);
  afterEach(end);

  it('names the days that the tables it reads lack between those that they have', async () => {
    await core.results.open(ofPeriod('d_se', SATURDAY.racedate, SATURDAY.racedate));
    await core.results.open(ofPeriod('d_se', YESTERDAY.racedate, YESTERDAY.racedate));
    const { summary } = await open('select count(*) as n from typed.d_se');
    expect(summary).toMatchObject({ records: 1, complete: false, fetchedAt: expect.any(Number) });
    expect(summary.reasons.map(({ reason }) => reason)).toContain('not_fetched');
    expect((await open('select count(*) from range(3)')).summary).toMatchObject({
      complete: true,
      reasons: [],
    });
  });

  it('is complete over tables whose every day is stored', async () => {
    await core.results.open(ofPeriod('d_se', SATURDAY.racedate, SATURDAY.racedate));
    const { summary } = await open('select count(*) as n from d_se');
    expect(summary).toMatchObject({ complete: true, reasons: [] });
    expect(await cellsOf('select count(*) as n from runners', 'n')).toEqual([['36']]);
  });

  it('names a table of which nothing is stored', async () => {
    const { summary } = await open('select count(*) as n from d_hj join races using (racekey)');
    expect(summary).toMatchObject({ complete: false });
    expect(summary.reasons).toContainEqual({ reason: 'not_fetched', where: 'd_hj' });
    expect(summary.reasons).toContainEqual({ reason: 'not_fetched', where: 'races' });
  });

  it('counts the writes to what it read, and reads again on request', async () => {
    await core.results.open(ofPeriod('d_se', SATURDAY.racedate, SATURDAY.racedate));
    const result = await open('select count(*) as n from d_se');
    const other = await open('select count(*) as n from d_hj');
    await core.results.open(ofPeriod('d_se', YESTERDAY.racedate, YESTERDAY.racedate));
    const writesOf = async (of: typeof result) => {
      for await (const { writes } of of.changed()) return writes;
      return undefined;
    };
    expect(await writesOf(result)).toBeGreaterThan(0);
    expect(await writesOf(other)).toBe(0);
    expect(await result.cells(['n'], 0, 1)).toEqual([['36']]);
    await core.results.renew(result.summary.resultId, { row: 0 });
    expect(await result.cells(['n'], 0, 1)).toEqual([['72']]);
  });

  it.each([
    ['what the archive notes of itself', 'select count(*) as n from coverage', true],
    ['a part of its own', 'with coverage_of as (select 1 as n) select n from coverage_of', false],
    ['nothing', 'select 1 as n', false],
  ])('counts the writes to any table if it reads %s: %s', async (_name, text, isBehind) => {
    await core.results.open(ofPeriod('d_se', SATURDAY.racedate, SATURDAY.racedate));
    const result = await open(text);
    await core.results.open(ofPeriod('d_se', YESTERDAY.racedate, YESTERDAY.racedate));
    for await (const { writes } of result.changed()) {
      expect(writes > 0).toBe(isBehind);
      break;
    }
  });

  it('reads a query again that had no rows', async () => {
    const result = await open('select horse_number from d_se order by all');
    expect(result.rows).toBe(0);
    await core.results.open(ofPeriod('d_se', YESTERDAY.racedate, YESTERDAY.racedate));
    const { summary } = await core.results.renew(result.summary.resultId, { row: 0 });
    expect(summary.records).toBe(36);
    expect(await result.cells(['horse_number'], 0, 1)).toEqual([['01']]);
  });
});

describe('a query', () => {
  // One for all of them, as above.
  beforeAll(start);
  afterAll(end);

  it.each([
    ['select nosuch from t_ra', 7, /nosuch/],
    ["select '東京', nosuch from t_ra", 13, /nosuch/],
    ['select　1,　nosuch from t_ra', 10, /nosuch/],
    ['select \'東　京\' as "a　b",\u00a0nosuch from t_ra', 23, /nosuch/],
    ['select /* a　b */ $a$　$a$, -- 東　京\n　nosuch from t_ra', 34, /nosuch/],
    ['selec 1', 0, /syntax error/],
    ['select 1 from nosuch', 14, /nosuch/],
    ['', -1, /no question/],
  ])('%s is refused with its place and reason', async (text, at, problem) => {
    await expect(open(text)).rejects.toMatchObject({
      code: 'SQL_REFUSED',
      values: { at, problem: expect.stringMatching(problem) },
    });
  });

  it('that fails while it runs is refused too, and the next one is answered', async () => {
    await expect(open("select cast('x' || range as int) from range(3)")).rejects.toMatchObject({
      code: 'SQL_REFUSED',
      values: { at: -1, problem: expect.stringMatching(/Conversion Error/) },
    });
    expect(await cellsOf('select 1 as n', 'n')).toEqual([['1']]);
  });

  it('writes nothing, not even through a function', async () => {
    await expect(open("select nextval('record_numbers')")).rejects.toMatchObject({ code: 'SQL_REFUSED' });
  });

  it('without end is cancelled, and the archive is read and written meanwhile', async () => {
    const stop = new AbortController();
    const endless = open(
      'select sum(a.range * b.range) from range(10000000) a, range(10000000) b',
      stop.signal,
    );
    const ended = endless.catch((error: unknown) => error);
    await core.results.open(ofDay('t_se', TODAY.racedate));
    expect(await cellsOf('select count(*) as n from t_se', 'n')).toEqual([['36']]);
    stop.abort();
    expect(await ended).toMatchObject({ code: 'CANCELLED' });
  });
});
