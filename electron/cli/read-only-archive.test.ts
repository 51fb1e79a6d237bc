import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askReadOnly } from './read-only-archive.ts';
import { SqlError } from './command-error.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-sql-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const options = { signal: new AbortController().signal, now: 1 };
const ask = (sql: string) =>
  askReadOnly(join(dir, 'a.duckdb'), sql, options, async ({ fields, pages }) => ({
    fields,
    pages: await Array.fromAsync(pages),
  }));

test('one SELECT is answered as text by column, with numbers known as such', async () => {
  expect(
    await ask(`select 1::bigint as a, null as b, '東' as c, 1.50::decimal(4,2) as a, date '2026-11-15' as d`),
  ).toEqual({
    fields: [
      { name: 'a', type: 'N?' },
      { name: 'b', type: 'N?' },
      { name: 'c', type: 'S?' },
      { name: 'a:1', type: 'N?' },
      { name: 'd', type: 'S?' },
    ],
    pages: [[['1'], [null], ['東'], ['1.50'], ['2026-11-15']]],
  });
  expect((await ask('with n as (from range(5000)) from n')).pages.flatMap(([cells]) => cells)).toHaveLength(
    5000,
  );
  expect((await ask('select * from t_ra')).pages).toEqual([]);
});

test('nothing leads out of the archive, and nothing in it can be changed', async () => {
  const outside = join(dir, 'outside.csv');
  await writeFile(outside, 'a\n1\n');
  const before = await readdir(dir);
  const answered: string[] = [];
  for (const sql of [
    `select * from read_csv('${outside}')`,
    `select * from read_text('${outside}')`,
    `select * from '${outside}'`,
    `select * from glob('${dir}/*')`,
    `copy (select 1) to '${join(dir, 'x.csv')}'`,
    `export database '${join(dir, 'x')}'`,
    `attach '${join(dir, 'x.duckdb')}'`,
    'install httpfs',
    'set enable_external_access = true',
    'set lock_configuration = false',
    'delete from t_ra',
    `insert into note values ('a', 'b')`,
    'create temp table x (a int)',
    'explain analyze delete from t_ra',
    'select 1; delete from t_ra',
    'call pragma_version()',
    'selec',
    'select nosuch from t_ra',
    '',
  ]) {
    const refusal = await ask(sql).catch((error: unknown) => error);
    if (!(refusal instanceof SqlError)) answered.push(sql);
  }
  expect(
    (await readdir(dir)).filter((name) => !before.includes(name) && !name.startsWith('a.duckdb')),
  ).toEqual([]);
});

test.each(['before it began', 'while it is answered'])(
  'a long question ends when it is stopped %s',
  async (when) => {
    const stop = new AbortController();
    if (when === 'before it began') stop.abort();
    const asking = askReadOnly(
      join(dir, 'a.duckdb'),
      'select racekey from t_ra union all select a.range::varchar from range(1000000) a, range(1000000) b',
      { signal: stop.signal, now: 1 },
      async ({ pages }) => {
        for await (const page of pages) if (page.length > 0) stop.abort();
      },
    );
    await expect(asking).rejects.toMatchObject({ code: 'CANCELLED' });
  },
);
