// What DuckDB read of a file leaves memory, and the limit of memory stays as it was.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { KeepingConnection } from './connection.ts';
import { cachedBytes, forgetEverything, forgetFile, OPTIONS } from './build-file.ts';

test.each([
  ['most of them', forgetFile, 0.5],
  ['all of them', forgetEverything, 0],
])('blocks that were read are counted, and forgotten: %s', async (_what, forget, share) => {
  const dir = await mkdtemp(join(tmpdir(), 'railbird-blocks-'));
  const instance = await DuckDBInstance.create(join(dir, 'a.duckdb'), OPTIONS);
  const connection = new KeepingConnection(await instance.connect());
  await connection.run('create table t as select hash(i)::VARCHAR as a from range(2000000) as rows(i)');
  await connection.run('checkpoint');
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
  const sum = await read('select sum(hash(a)) from t');
  const limit = await read(`select current_setting('memory_limit')`);
  const before = await cachedBytes(connection);
  expect(before).toBeGreaterThan(0);
  await forget(connection);
  expect(await cachedBytes(connection)).toBeLessThanOrEqual(before * share);
  expect(await read(`select current_setting('memory_limit')`)).toEqual(limit);
  expect(await read('select sum(hash(a)) from t')).toEqual(sum);
  connection.closeSync();
  instance.closeSync();
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
});
