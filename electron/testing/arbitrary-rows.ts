// Random rows, filters and orders, and row sets over such rows, for tests.

import fc from 'fast-check';
import type { Sort } from '#shared/bridge/source.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { WorkerColumnStore } from '../query-engine/worker-column-store.ts';
import { MemoryBudget } from '../query-engine/memory-budget.ts';
import { RowSet } from '../query-engine/row-set.ts';
import { QueryEngine } from '../query-engine/query-engine.ts';
import {
  plainEmpty,
  plainNumbers,
  plainRange,
  plainText,
  type PlainFilter,
  type PlainRow,
} from './plainly.ts';
import { readerOf, inProcessEngine } from './in-process-engine.ts';

/** A key, a name, a decimal, a rank, a code: columns that sort, fold and parse differently. */
export const NAMES = ['horse_id', 'horse_name', 'idm', 'order_of_finish', 'trouble_classification'] as const;
export const COLUMNS = TABLES.t_se.columns.filter(({ name }) => (NAMES as readonly string[]).includes(name));

const cell = fc.option(
  fc.oneof(
    fc.constantFrom('1', '2', '10', '02', '00', '0', '-3.5', '+ 4', '＋４', '１２', ' 7', '007', '1,234'),
    fc.constantFrom(
      '',
      ' ',
      '　',
      'x',
      'X',
      'Ｘ',
      'アイウ',
      'ｱｲｳ',
      'あいう',
      'ア',
      '馬',
      '𠮷',
      'ﾊﾞ',
      '◎',
      'b a',
    ),
    fc.string({ unit: fc.constantFrom('a', '\u001b', '\u001e', '\u001f', '1', '２'), maxLength: 3 }),
  ),
);
export const rowsArbitrary: fc.Arbitrary<PlainRow[]> = fc.array(
  fc.record({
    horse_id: cell,
    horse_name: cell,
    idm: cell,
    order_of_finish: cell,
    trouble_classification: cell,
  }),
  { maxLength: 30 },
);
export const sortArbitrary: fc.Arbitrary<Sort> = fc.array(
  fc.record({
    column: fc.constantFrom(...NAMES),
    direction: fc.constantFrom('ascending' as const, 'descending' as const),
  }),
  { maxLength: 4 },
);
const words = fc.constantFrom('1', '２', 'ア', 'あい', 'ｱ', 'x', 'ｘ', '馬', 'b  a', '◎', '0');
const bounds = fc.constantFrom(-3.5, 0, 1, 2, 4, 7, 12, 1234);
const numeric = fc.constantFrom('idm', 'order_of_finish');
export const filterArbitrary: fc.Arbitrary<PlainFilter> = fc.oneof(
  fc
    .tuple(numeric, fc.constantFrom('>=' as const, '<' as const, '>' as const, '<=' as const), bounds)
    .map(([column, sign, bound]) => plainRange(column, [sign, bound], column === 'order_of_finish')),
  fc
    .tuple(numeric, fc.uniqueArray(bounds, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([column, numbers, not]) => plainNumbers(column, numbers, not)),
  fc
    .tuple(fc.constantFrom('horse_id', 'horse_name'), words, fc.boolean())
    .map(([column, text, not]) => plainText(column, text, not)),
  fc.tuple(fc.constantFrom(...NAMES), fc.boolean()).map(([column, not]) => plainEmpty(column, not)),
);
export const quickArbitrary = fc.option(
  fc.record({ text: words, columns: fc.uniqueArray(fc.constantFrom('horse_id', 'horse_name', 'idm')) }),
  { nil: undefined },
);

/** The same rows in this thread, and in the worker as rows of the archive are. */
export const rowSetsOf = (rows: readonly PlainRow[]): readonly [small: RowSet, large: RowSet] => [
  new QueryEngine().open(COLUMNS, {
    size: 'small',
    records: rows.length,
    cells: (names) => names.map((name) => rows.map((row) => row[name] ?? null)),
  }),
  largeRowSet(rows),
];

export function largeRowSet(
  rows: readonly PlainRow[],
  memory = new MemoryBudget(),
  reader = readerOf(rows),
): RowSet {
  return new RowSet(
    rows.length,
    COLUMNS,
    new WorkerColumnStore({
      rowSet: 1,
      columns: COLUMNS,
      reader,
      engine: inProcessEngine(),
      memory,
      onShown: () => undefined,
    }),
  );
}

export async function rowsIn(rowSet: RowSet): Promise<PlainRow[]> {
  const cells = await rowSet.cells(NAMES, 0, rowSet.rows);
  return Array.from({ length: rowSet.rows }, (_, row) =>
    Object.fromEntries(NAMES.map((name, at) => [name, cells[at]?.[row] ?? null])),
  );
}
