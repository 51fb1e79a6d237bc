import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Archive } from '../archive/archive.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { attacksOn } from './testing/attacks.ts';
import { createSharedSql, type SharedSql } from './shared-archive.ts';
import { SqlError, type SqlArchive } from './select.ts';

describe('SQL over an archive', () => {
  let dir = '';
  let opened: Archive;
  let shared: SharedSql;
  let open: SqlArchive;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'railbird-sql-'));
    await putEmptyArchive(join(dir, 'a.duckdb'));
    opened = await Archive.open(join(dir, 'a.duckdb'), 1);
    shared = createSharedSql();
    open = shared.over(opened);
  });
  afterEach(async () => {
    await opened.close();
    await shared.close();
    await rm(dir, { recursive: true, force: true });
  });

  const ask = (sql: string) =>
    open.select(sql, new AbortController().signal, async ({ fields, pages }) => ({
      fields,
      pages: await Array.fromAsync(pages),
    }));

  test('one SELECT is answered as text by column, with the types of its columns', async () => {
    expect(
      await ask(
        `select 1::bigint as a, null as b, '東' as c, 1.50::decimal(4,2) as a, date '2026-11-15' as d`,
      ),
    ).toEqual({
      fields: [
        { name: 'a', type: 'I?', value: 'whole' },
        { name: 'b', type: 'I?', value: 'whole' },
        { name: 'c', type: 'S?', value: 'text' },
        { name: 'a:1', type: 'N?' },
        { name: 'd', type: 'S?', value: 'date' },
      ],
      pages: [[['1'], [null], ['東'], ['1.50'], ['2026-11-15']]],
    });
    expect((await ask('with n as (from range(5000)) from n')).pages.flatMap(([cells]) => cells)).toHaveLength(
      5000,
    );
    expect((await ask('select * from t_ra')).pages).toEqual([]);
  });

  test('values have the text that DuckDB writes, numbers without an exponent', async () => {
    const values = {
      '0.1::float': '0.1',
      '1.5e-7': '0.00000015',
      '1.5e20': '150000000000000000000',
      '9007199254740993': '9007199254740993',
      "date 'infinity'": 'infinity',
      '[1.50, null]': '[1.50, NULL]',
      "{'a': 1, 'b': null}": "{'a': 1, 'b': NULL}",
    };
    const { pages } = await ask(`select ${Object.keys(values).join(', ')} -- the end`);
    expect(pages).toEqual([Object.values(values).map((text) => [text])]);
  });

  test('columns that repeat a name have one of their own each', async () => {
    const { fields } = await ask('select 1 as a, 2 as a, 3 as "a:1", 4 as a');
    expect(fields.map(({ name }) => name)).toEqual(['a', 'a:2', 'a:1', 'a:3']);
  });

  test.each(['', ' ; ', '-- nothing', '/* a\n b */ ;', '-- a\n/* b */'])('%j is no question', async (sql) => {
    await expect(ask(sql)).rejects.toThrow('There is no question: SELECT, WITH or FROM.');
  });

  test('a comment ends with its line, however lines end', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(
        await ask(`-- what${end}select 1 as a`).then(({ fields }) => fields.map(({ name }) => name)),
      ).toEqual(['a']);
  });

  test('what looks like a comment within a text is answered', async () => {
    expect(await ask("select '--' as a -- b").then(({ fields }) => fields.map(({ name }) => name))).toEqual([
      'a',
    ]);
  });

  test('nothing leads out of the archive, and nothing in it can be changed', async () => {
    const outside = join(dir, 'outside.csv');
    await writeFile(outside, 'a\n1\n');
    const archive = join(dir, 'a.duckdb');
    const before = await readdir(dir);
    const untouched = await readFile(archive);
    const answered: string[] = [];
    for (const sql of attacksOn({ dir, outside, archive })) {
      const refusal = await ask(sql).catch((error: unknown) => error);
      if (!(refusal instanceof SqlError)) answered.push(sql);
    }
    expect(answered).toEqual([]);
    expect(await readdir(dir)).toEqual(before);
    expect(await readFile(archive)).toEqual(untouched);
  });

  test.each(['before it began', 'while it is answered'])(
    'a long query ends when it is stopped %s',
    async (when) => {
      const stop = new AbortController();
      if (when === 'before it began') stop.abort();
      const running = open.select(
        'select racekey from t_ra union all select a.range::varchar from range(1000000) a, range(1000000) b',
        stop.signal,
        async ({ pages }) => {
          for await (const page of pages) if (page.length > 0) stop.abort();
        },
      );
      await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    },
  );
});
