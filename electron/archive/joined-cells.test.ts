import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoryConnection } from '../testing/memory-connection.ts';
import { isPlain, joinedCells } from './joined-cells.ts';
import { joinedColumns } from './joined-columns.ts';

const connection = await memoryConnection();

it('returns every cell in the requested order, whatever it contains', async () => {
  const part = fc.constantFrom(
    '',
    ' ',
    '馬',
    '\uFEFF',
    '\u001b',
    '\u001e',
    '\u001f',
    '\u001b2',
    '0',
    '\u0000',
  );
  const cell = fc.option(fc.array(part, { maxLength: 3 }).map((parts) => parts.join('')));
  const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      await connection.run('create or replace table given (place INTEGER, a VARCHAR, b VARCHAR)');
      const values = given.map((_, at) => `(${at}, ?, ?)`).join(', ');
      await connection.run(`insert into given values ${values}`, given.flat());
      const ordered = await connection.runAndReadAll('select rowid::INTEGER from given order by place desc');
      const rowids = Int32Array.from(ordered.getRows().map(([rowid]) => Number(rowid)));
      const join = (escaped: boolean) =>
        joinedColumns(connection, {
          expressions: ['a', 'b'],
          rowid: 'rowid',
          from: 'given',
          values: [],
          escaped,
        });
      const plain = await join(false);
      const cells = isPlain(plain)
        ? joinedCells(plain, rowids, false)
        : joinedCells(await join(true), rowids, true);
      const others = rowids.map((rowid) => rowid + 1);
      if (given.length > 0) expect(joinedCells(plain, others, false)).toBeUndefined();
      expect(joinedCells(plain, Int32Array.of(...rowids, given.length), false)).toBeUndefined();
      const backwards = given.toReversed();
      expect(cells?.(1)).toEqual(backwards.map(([, b]) => b));
      expect(cells?.(0)).toEqual(backwards.map(([a]) => a));
    }),
    { numRuns: 60 },
  );
});
