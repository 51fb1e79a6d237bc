import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileField } from './file-format.ts';
import { jsonRecords, jsonSql } from './json.ts';
import { memoryConnection } from '../testing/memory-connection.ts';

const connection = await memoryConnection();

/** The record of one row, as parsed JSON. */
async function bySql(fields: readonly FileField[], cells: readonly (string | null)[]): Promise<unknown> {
  const columns = cells.map((_, at) => `t[${at + 1}] as c${at}`);
  const answer = await connection.runAndReadAll(
    `select ${jsonSql(fields)} from (select ${columns.join(', ')} from (select from_json(?, '["VARCHAR"]') as t))`,
    [JSON.stringify(cells)],
  );
  return JSON.parse(String(answer.getRows()[0]?.[0]));
}

const byPages = (fields: readonly FileField[], cells: readonly (string | null)[]): unknown =>
  JSON.parse(
    jsonRecords(
      fields,
      cells.map((cell) => [cell]),
    )[0] ?? '',
  );

const odd = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '　',
    '\t\n',
    '\u000b',
    '"',
    '\\',
    '\u0001',
    '\u007f',
    '12',
    '07',
    '-1.5e3',
    "'",
    '],',
    '{k: 1}',
  ),
  fc.string({ unit: 'binary' }).map((each) => each.toWellFormed()),
);

test('records in SQL are those written by pages, whatever the names, texts and types', async () => {
  const column = fc.record({
    name: odd,
    type: fc.constantFrom('S' as const, 'S?' as const, 'I' as const, 'I?' as const),
    cell: fc.option(odd),
  });
  const columns = fc.uniqueArray(column, { minLength: 1, maxLength: 8, selector: ({ name }) => name });
  await fc.assert(
    fc.asyncProperty(columns, async (drawn) => {
      const fields = drawn.map(({ name, type }): FileField => ({ name, type }));
      const cells = drawn.map(({ cell }) => cell);
      expect(await bySql(fields, cells)).toEqual(byPages(fields, cells));
    }),
    { numRuns: 200 },
  );
});

test('a blank of a filled column is null, beside texts with escapes and without', async () => {
  const fields: readonly FileField[] = [
    { name: 'a', type: 'S?', value: 'text', isFilled: true },
    { name: 'b', type: 'S?', value: 'text' },
    { name: 'n', type: 'S?', value: 'whole' },
    { name: 'i', type: 'I?', isFilled: true },
  ];
  for (const other of ['x', 'say "x"', 'a\\b', 'line\nline'])
    for (const blank of ['', ' ', '　 ', '\t', '\n\r', null])
      expect(await bySql(fields, [blank, other, '', blank])).toEqual({ a: null, b: other, n: null, i: null });
});
