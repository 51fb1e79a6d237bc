// Parquet written as values has the catalogue's types, of every subject and table. Which type a column has is said here
// once more, by its kind: the rule of values and the writer of Parquet are both what is tested.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSABLE_CODES, BROWSABLES } from '#shared/catalogue/browsable.ts';
import type { Column, Kind } from '#shared/catalogue/column.ts';
import { fakeResult } from '../testing/fake-result.ts';
import { memoryConnection } from '../testing/memory-connection.ts';
import { writeExport } from './write-export.ts';

const connection = await memoryConnection();

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-parquet-types-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Of each kind: its type, a text of the service, and the value that it is. `over` tenths it is in whole units. */
const KINDS: { readonly [kind in Kind]: readonly [type: string, raw: string, value: string] } = {
  code: ['VARCHAR', '1', '1'],
  codes: ['VARCHAR', '0312', '0312'],
  decimal: ['DOUBLE', '-12.5', '-12.5'],
  integer: ['BIGINT', '012', '12'],
  money: ['BIGINT', '1230', '1230'],
  odds: ['DOUBLE', '  3.4', '3.4'],
  rate: ['DOUBLE', '12.5', '12.5'],
  tenths: ['DOUBLE', '1117', '111.7'],
  gap: ['DOUBLE', '- 2', '-0.2'],
  weight: ['DOUBLE', '512', '512.0'],
  length: ['DOUBLE', '1600', '1600.0'],
  date: ['DATE', '20261114', '2026-11-14'],
  clock: ['TIME', '0955', '09:55:00'],
  timestamp: ['TIMESTAMP', '2026-11-14T01:02:03.456Z', '2026-11-14 01:02:03.456'],
  key: ['VARCHAR', '05264101', '05264101'],
  race: ['VARCHAR', '05264101', '05264101'],
  number: ['BIGINT', '07', '7'],
  numbers: ['VARCHAR', '0312', '0312'],
  rank: ['BIGINT', '03', '3'],
  mark: ['VARCHAR', '1', '1'],
  name: ['VARCHAR', '東京', '東京'],
  text: ['VARCHAR', '=1+1', '=1+1'],
};
const FLAG = ['BOOLEAN', '1', 'true'] as const;

const expectedOf = ({ kind, codeTable }: Column) =>
  kind === 'code' && codeTable === 'flag_0_1' ? FLAG : KINDS[kind];

/** In other units than the kind's own. */
function scaled({ kind, unit }: Column, value: string): string {
  if (unit === '10,000 yen') return `${Number(value) * 10_000}`;
  const isTenths = (unit === '0.1 kg' || unit === '0.1 s') && kind !== 'tenths' && kind !== 'gap';
  return isTenths ? `${Number(value) / 10}` : value;
}

describe.each(BROWSABLE_CODES)('%s', (code) => {
  const { columns } = BROWSABLES[code];

  test.each([0, 1])('%i records', async (rows) => {
    const filled = Object.fromEntries(columns.map((column) => [column.name, expectedOf(column)[1]]));
    const records = Array.from({ length: rows }, () => filled);
    const path = join(folder, `${code}-${rows}.parquet`);
    await writeExport(fakeResult({ columns, records }), {
      path,
      request: {
        columns: columns.map(({ name }) => name),
        format: 'parquet',
        form: 'values',
        header: 'name',
        language: 'en',
      },
      signal: new AbortController().signal,
      onProgress: () => undefined,
      now: Date.now,
    });
    const described = await connection.runAndReadAll(`describe from '${path}'`);
    expect(described.getRows().map(([name, type]) => [name, type])).toEqual(
      columns.map((column) => [column.name, expectedOf(column)[0]]),
    );
    const read = await connection.runAndReadAll(`select columns(*)::VARCHAR from '${path}'`);
    const values = columns.map((column) => scaled(column, expectedOf(column)[2]));
    expect(read.getRows()).toEqual(records.map(() => values));
  });
});
