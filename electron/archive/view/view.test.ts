import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sort } from '#shared/bridge/source.ts';
import { compareValues, isBlank } from '#shared/catalogue/reading.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { Views } from './views.ts';

const NAMES = ['horse_number', 'horse_name', 'idm', 'order_of_finish'] as const;
const COLUMNS = TABLES.t_se.columns.filter((column) => (NAMES as readonly string[]).includes(column.name));

type Row = Record<(typeof NAMES)[number], string | null>;

const cell = fc.option(fc.constantFrom('1', '2', '10', '02', '-3.5', '+ 4', '', ' ', 'x', 'アイウ', 'ア'));
const rowsArbitrary = fc.array(
  fc.record({ horse_number: cell, horse_name: cell, idm: cell, order_of_finish: cell }),
);
const sortArbitrary: fc.Arbitrary<Sort> = fc.array(
  fc.record({
    column: fc.constantFrom(...NAMES),
    direction: fc.constantFrom('ascending' as const, 'descending' as const),
  }),
  { maxLength: 4 },
);

const viewOf = (rows: readonly Row[], asked: string[] = []) =>
  new Views().open(COLUMNS, {
    size: 'small',
    records: rows.length,
    cells: (names) => {
      asked.push(...names);
      return names.map((name) => rows.map((row) => row[name as keyof Row]));
    },
  });

/** The same order, said plainly. */
function plainly(rows: readonly Row[], sort: Sort): Row[] {
  return rows.toSorted((a, b) => {
    for (const { column, direction } of sort) {
      const [left, right] = [a[column as keyof Row], b[column as keyof Row]];
      const blanks = Number(isBlank(left)) - Number(isBlank(right));
      if (blanks !== 0) return blanks;
      if (left === null || right === null || isBlank(left)) continue;
      const definition = COLUMNS.find((each) => each.name === column);
      const order = definition ? compareValues(definition)(left, right) : 0;
      if (order !== 0) return direction === 'ascending' ? order : -order;
    }
    return 0;
  });
}

describe('a view', () => {
  it('orders rows as a plain stable sort does, blanks last in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, sortArbitrary, async (rows, sort) => {
        const view = viewOf(rows);
        await view.arrange({ sort, filters: [] });
        const cells = await view.cells(NAMES, 0, rows.length);
        const expected = plainly(rows, sort);
        expect(cells).toEqual(NAMES.map((name) => expected.map((row) => row[name])));
      }),
    );
  });

  it('answers any window as a slice of the whole', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, fc.nat(30), fc.nat(30), async (rows, from, count) => {
        const view = viewOf(rows);
        const [names] = await view.cells(['horse_name'], from, count);
        expect(names).toEqual(rows.slice(from, from + count).map((row) => row.horse_name));
      }),
    );
  });

  it('reads a column once, and only those that were asked for', async () => {
    const asked: string[] = [];
    const view = viewOf([{ horse_number: '1', horse_name: 'a', idm: '2', order_of_finish: '1' }], asked);
    await view.cells(['horse_name', 'idm'], 0, 1);
    await view.arrange({ sort: [{ column: 'idm', direction: 'descending' }], filters: [] });
    await view.cells(['idm', 'horse_number'], 0, 1);
    expect(asked).toEqual(['horse_name', 'idm', 'horse_number']);
  });

  it('answers null for a column that it does not have', async () => {
    const view = viewOf([{ horse_number: '1', horse_name: 'a', idm: '2', order_of_finish: '1' }]);
    expect(await view.cells(['no_such', 'horse_name'], 0, 5)).toEqual([[null], ['a']]);
  });
});
