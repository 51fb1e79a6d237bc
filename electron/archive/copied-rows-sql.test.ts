// Rows that are written in any order are told apart by their places, whichever way the archive reads them.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryConnection } from '../testing/memory-connection.ts';
import { copySql, rowsSql } from './copied-rows-sql.ts';
import type { Relation } from './relation.ts';

const ROWS = 5000;
const CSV = { list: 'c0', options: 'format csv, header false' };

const connection = await memoryConnection();

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-rows-'));
  await connection.run(`create table t as select i::VARCHAR as n from range(${ROWS}) rows(i)`);
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
});

const relation = (isScan: boolean): Relation => ({
  table: 't',
  order: 'n',
  awaits: 'false',
  select: (names, clause) => ({ from: `t ${clause}`, rowid: 'rowid', list: names, pointers: [], isScan }),
});

/** Some runs of rows, in order or not. */
const rowids = fc
  .array(fc.tuple(fc.nat(ROWS - 1), fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 5 })
  .map((runs) => [
    ...new Set(
      runs.flatMap(([from, length]) => Array.from({ length }, (_, at) => Math.min(ROWS - 1, from + at))),
    ),
  ])
  .chain((rows) =>
    fc.constantFrom(
      rows,
      rows.toSorted((a, b) => a - b),
      rows.toSorted((a, b) => (a % 100) - (b % 100)),
    ),
  );

test('rows of a table', async () => {
  await fc.assert(
    fc.asyncProperty(rowids, fc.boolean(), fc.boolean(), async (wanted, isScan, isLines) => {
      const rows = rowsSql(relation(isScan), ['n'], Int32Array.from(wanted), isLines);
      const path = join(dir, 'rows.csv');
      await connection.run(copySql(rows, { path, format: { ...CSV, isLines } }), [...rows.values]);
      const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
      const found: (string | undefined)[] = [];
      for (const [at, line] of lines.entries()) {
        const cells = line.split(',');
        const number = isLines && rows.order?.isNumbered === true ? Number(cells[0]) : at;
        found[isLines ? (rows.order?.places?.[number] ?? number) : at] = cells.at(-1);
      }
      expect(found).toEqual(wanted.map(String));
    }),
    { numRuns: 60 },
  );
});
