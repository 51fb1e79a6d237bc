// SQL as the window asks it, through the bridge: refused where the command is refused, ended when the window leaves, and
// within its limits.

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Archive } from '../archive/archive.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { codeOf, openApp } from '../testing/open-app.ts';
import { createSharedSql } from './shared-archive.ts';
import { attacksOn } from './testing/attacks.ts';

const ENDLESS = 'select sum(a.range * b.range) from range(10000000) a, range(10000000) b';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-sql-bridge-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const sourceOf = (sql: string) => ({ kind: 'sql', sql }) as const;

test('what the command refuses is refused through the bridge, and changes nothing', async () => {
  const { client, close } = await openApp(dir);
  const outside = join(dir, 'outside.csv');
  await writeFile(outside, 'a\n1\n');
  const [archive = ''] = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.duckdb'));
  const run = async (sql: string) => {
    for await (const event of await client.results.open({ source: sourceOf(sql) }))
      if (event.type === 'opened') return event.summary;
    return undefined;
  };
  await run('select 1');
  const before = await readdir(dir, { recursive: true });
  const answered: string[] = [];
  for (const sql of attacksOn({ dir, outside, archive: join(dir, archive) }))
    if ((await codeOf(run(sql))) !== 'SQL_REFUSED') answered.push(sql);
  expect(answered).toEqual([]);
  expect(await readdir(dir, { recursive: true })).toEqual(before);
  expect(await run('select count(*) from races')).toMatchObject({ records: 1 });
  await close();
});

test('a query that the window leaves ends, and frees its place', async () => {
  const { client, close } = await openApp(dir);
  // Two run at a time.
  for (let left = 0; left < 3; left += 1) {
    const stream = await client.results.open({ source: sourceOf(ENDLESS) });
    expect((await stream.next()).value).toMatchObject({ type: 'progress' });
    await stream.return(undefined);
  }
  expect(await client.results.read({ source: sourceOf('select 7 as n') })).toMatchObject({ cells: [['7']] });
  await close();
});

test('a query that takes longer than its limit is stopped and says so', async () => {
  const path = join(dir, 'a.duckdb');
  await putEmptyArchive(path);
  const archive = await Archive.open(path, 1);
  const allowed: number[] = [];
  const sql = createSharedSql((ms) => {
    allowed.push(ms);
    return AbortSignal.timeout(20);
  });
  await expect(sql.rows(archive, ENDLESS, { seconds: 60 })).rejects.toMatchObject({
    code: 'SQL_TOO_LONG',
    values: { seconds: 60 },
  });
  expect(allowed).toEqual([60_000]);
  await archive.close();
  await sql.close();
});

test('a query that needs more memory than there is says so, and the archive is read as before', async () => {
  const path = join(dir, 'a.duckdb');
  await putEmptyArchive(path);
  const archive = await Archive.open(path, 1);
  const sql = createSharedSql();
  const greedy = "select list(range || 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx') from range(100000000)";
  await expect(sql.rows(archive, greedy, { seconds: 60 })).rejects.toMatchObject({ code: 'SQL_TOO_LARGE' });
  expect(await archive.isEmpty()).toBe(true);
  await archive.close();
  await sql.close();
});
