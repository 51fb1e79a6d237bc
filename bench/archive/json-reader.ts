// A peer for loading, as a separate process: `node json-reader.ts FILE LINES`. For each line on stdin DuckDB's
// read_json loads the same d_ky records into a table of a separate file, and the process prints the milliseconds as
// JSON: for the unchanged answer, and for its records one per line.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DuckDBInstance } from '@duckdb/node-api';
import { TABLES } from '#shared/catalogue/tables.ts';

const [answer = '', lines = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-reader-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// The archive's own setting (electron/archive/open-file.ts).
const instance = await DuckDBInstance.create(join(folder, 'peer.duckdb'), {
  memory_limit: '768MB',
  threads: '2',
  checkpoint_threshold: '64MB',
});
const connection = await instance.connect();
const names = TABLES.d_ky.columns.map(({ name }) => `"${name}"`);

const SOURCES = {
  answer: `select unnest(result.data, max_depth := 2) from read_json('${answer}', maximum_object_size = 67108864,
    columns = {result: 'STRUCT(data STRUCT(${names.map((name) => `${name} VARCHAR`).join(', ')})[])'})`,
  lines: `select * from read_json('${lines}', format = 'newline_delimited',
    columns = {${names.map((name) => `${name}: 'VARCHAR'`).join(', ')}})`,
};

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'end') break;
  const took: Record<string, number> = {};
  for (const [name, sql] of Object.entries(SOURCES)) {
    await connection.run(`create or replace table peer as ${sql} limit 0`);
    const began = performance.now();
    await connection.run(`insert into peer ${sql}`);
    took[name] = performance.now() - began;
  }
  process.stdout.write(`${JSON.stringify(took)}\n`);
}
connection.closeSync();
instance.closeSync();
