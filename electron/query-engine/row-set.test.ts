import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isBlank } from '#shared/catalogue/reading.ts';
import { sqlColumn } from '#shared/catalogue/sql-column.ts';
import {
  COLUMNS,
  NAMES,
  filterArbitrary,
  largeRowSet,
  quickArbitrary,
  rowsArbitrary,
  rowsIn,
  sortArbitrary,
  rowSetsOf,
} from '../testing/arbitrary-rows.ts';
import { plainlyCounted, plainlySearched, plainlySorted, plainValue } from '../testing/plainly.ts';
import { readerOf, inProcessEngine } from '../testing/in-process-engine.ts';
import { emptyColumns } from './empty-columns.ts';
import { MemoryBudget } from './memory-budget.ts';
import { QueryEngine } from './query-engine.ts';

describe('a row set', () => {
  it.each(['small', 'large'] as const)(
    'that is %s filters, searches and sorts as a plain implementation does, row by row',
    { timeout: 180_000 },
    async (size) => {
      await fc.assert(
        fc.asyncProperty(
          rowsArbitrary,
          fc.array(filterArbitrary, { maxLength: 3 }),
          quickArbitrary,
          sortArbitrary,
          async (rows, filters, quick, sort) => {
            const passing = rows.filter((row) =>
              filters.every(({ column, passes }) => passes(row[column] ?? null)),
            );
            const found =
              quick && quick.columns.length > 0
                ? plainlySearched(passing, quick.text, quick.columns)
                : quick
                  ? []
                  : passing;
            const expected = plainlySorted(found, sort, COLUMNS);
            const requested = filters.map(({ column, text }) => ({ column, text }));
            const [small, large] = rowSetsOf(rows);
            const rowSet = size === 'small' ? small : large;
            const result = await rowSet.arrange({ sort, filters: requested, ...(quick ? { quick } : {}) });
            expect(result).toEqual({ rows: expected.length, total: rows.length, problems: [] });
            expect(await rowsIn(rowSet)).toEqual(expected);
          },
        ),
        { numRuns: 600 },
      );
    },
  );

  it('sorts by the second column where the first has the same number in two spellings', async () => {
    const rows = [
      { order_of_finish: '04', horse_id: 'b' },
      { order_of_finish: '4', horse_id: 'c' },
      { order_of_finish: '04', horse_id: 'd' },
      { order_of_finish: '+ 4', horse_id: 'a' },
      { order_of_finish: '3', horse_id: 'e' },
    ];
    for (const rowSet of rowSetsOf(rows)) {
      for (const [direction, ids] of [
        ['ascending', 'eabcd'],
        ['descending', 'abcde'],
      ] as const) {
        const second = { column: 'horse_id', direction: 'ascending' } as const;
        await rowSet.arrange({ sort: [{ column: 'order_of_finish', direction }, second], filters: [] });
        expect((await rowSet.cells(['horse_id'], 0, 5))[0]?.join('')).toBe(ids);
      }
    }
  });

  it('sorts numbers that no double tells apart by their digits', async () => {
    const column = sqlColumn({ name: 'n', type: 'integer' });
    const cells = ['9007199254740993', '9007199254740992', '9007199254740993'];
    const rowSet = new QueryEngine().open([column], { size: 'small', records: 3, cells: () => [cells] });
    await rowSet.arrange({ sort: [{ column: 'n', direction: 'ascending' }], filters: [] });
    expect((await rowSet.cells(['n'], 0, 3))[0]).toEqual(cells.toSorted());
  });

  it('counts the values of a column in the rows that pass the filters of the others', async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsArbitrary,
        fc.array(filterArbitrary, { maxLength: 3 }),
        fc.constantFrom(...NAMES),
        async (rows, filters, column) => {
          const others = filters.filter((filter) => filter.column !== column);
          const passing = rows.filter((row) =>
            others.every((filter) => filter.passes(row[filter.column] ?? null)),
          );
          const expected = plainlyCounted(passing, column);
          for (const rowSet of rowSetsOf(rows)) {
            await rowSet.arrange({
              sort: [],
              filters: filters.map(({ column: name, text }) => ({ column: name, text })),
            });
            const { values, distinct } = await rowSet.query('values', { column, limit: 2000 });
            expect(new Map(values.map(({ raw, count }) => [plainValue(raw, column), count]))).toEqual(
              new Map(expected.map(({ raw, count }) => [raw, count])),
            );
            expect(distinct).toBe(expected.length);
            expect(values).toHaveLength(expected.length);
            expect(values.map(({ count }) => count)).toEqual(
              values.map(({ count }) => count).toSorted((a, b) => b - a),
            );
          }
        },
      ),
    );
  });

  it('opens the rows of every group by the group’s own filters', async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsArbitrary,
        fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 }),
        async (rows, by) => {
          for (const rowSet of rowSetsOf(rows)) {
            await rowSet.arrange({ sort: [], filters: [] });
            const { groups, whole } = await rowSet.query('groups', { by, measures: ['idm'] });
            expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
            expect(groups.reduce((sum, { finish }) => sum + (finish?.starts ?? 0), 0)).toBe(
              whole.finish?.starts,
            );
            for (const { filters, count, measures } of groups) {
              const { rows: found, problems } = await rowSet.arrange({ sort: [], filters });
              expect(problems).toEqual([]);
              expect(found).toBe(count);
              const { numeric: numbers } = await rowSet.query('profile', { column: 'idm' });
              expect(measures[0]?.n).toBe(numbers?.numbers ?? 0);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('names the columns that are blank in the rows that pass', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, fc.array(filterArbitrary, { maxLength: 2 }), async (rows, filters) => {
        const passing = rows.filter((row) =>
          filters.every(({ column, passes }) => passes(row[column] ?? null)),
        );
        const expected = NAMES.filter((name) => passing.every((row) => isBlank(row[name] ?? null)));
        for (const rowSet of rowSetsOf(rows)) {
          await rowSet.arrange({ sort: [], filters: filters.map(({ column, text }) => ({ column, text })) });
          expect(await emptyColumns(rowSet, NAMES)).toEqual(expected);
        }
      }),
    );
  });

  it('answers any window as a slice of all rows, whatever is loaded', async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsArbitrary,
        fc.nat(30),
        fc.nat(30),
        sortArbitrary,
        async (rows, from, count, sort) => {
          const expected = plainlySorted(rows, sort, COLUMNS).slice(from, from + count);
          const rowSet = largeRowSet(rows);
          await rowSet.arrange({ sort, filters: [] });
          for (let look = 0; look < 2; look += 1) {
            const [names, numbers] = await rowSet.cells(['horse_name', 'idm'], from, count);
            expect(names).toEqual(expected.map((row) => row['horse_name']));
            expect(numbers).toEqual(expected.map((row) => row['idm']));
          }
        },
      ),
    );
  });

  it('reports a filter that does not parse, and shows the rows without it', async () => {
    for (const rowSet of rowSetsOf([{ idm: '1' }, { idm: '2' }])) {
      const { rows, problems } = await rowSet.arrange({
        sort: [],
        filters: [
          { column: 'idm', text: '>=' },
          { column: 'idm', text: '>1' },
        ],
      });
      expect(rows).toBe(1);
      expect(problems).toMatchObject([{ column: 'idm', text: '>=', at: 2 }]);
      expect(problems[0]?.problem.ja).toMatch(/./);
    }
  });

  it('reports a filter of a column that it does not have, unless the filter is blank', async () => {
    for (const rowSet of rowSetsOf([{ idm: '1' }, { idm: '2' }])) {
      for (const text of ['>1', '=', '!=']) {
        const filters = [
          { column: 'no_such', text },
          { column: 'idm', text: '>1' },
          { column: 'not_this_one', text: ' ' },
        ];
        expect(await rowSet.arrange({ sort: [], filters })).toMatchObject({
          rows: 1,
          problems: [{ column: 'no_such', text, problem: { en: 'This result has no such column.' } }],
        });
      }
    }
  });

  it('finds codes by their labels in either language, quick search included', async () => {
    for (const rowSet of rowSetsOf([{ trouble_classification: '1' }, { trouble_classification: '3' }])) {
      for (const text of ['取消', 'scratched']) {
        const columns = ['trouble_classification'];
        expect((await rowSet.arrange({ sort: [], filters: [], quick: { text, columns } })).rows).toBe(1);
        const filters = [{ column: 'trouble_classification', text }];
        expect((await rowSet.arrange({ sort: [], filters })).rows).toBe(1);
      }
    }
  });

  it('answers null for a column that it does not have', async () => {
    for (const rowSet of rowSetsOf([{ horse_name: 'a' }])) {
      expect(await rowSet.cells(['no_such', 'horse_name'], 0, 5)).toEqual([[null], ['a']]);
    }
  });
});

describe('the columns of a large row set', () => {
  const rows = Array.from({ length: 40 }, (_, row) => ({
    horse_id: `k${row}`,
    horse_name: `n${row}`,
    idm: '1',
  }));

  it('are read once, and only those that a query needs', async () => {
    const reader = readerOf(rows);
    const rowSet = largeRowSet(rows, new MemoryBudget(), reader);
    await rowSet.arrange({ sort: [{ column: 'idm', direction: 'descending' }], filters: [] });
    await rowSet.query('profile', { column: 'idm' });
    await rowSet.query('values', { column: 'horse_id', limit: 5 });
    expect(reader.reads).toEqual(['idm', 'horse_id']);
    expect(rowSet.loaded().columns).toEqual(['idm', 'horse_id']);
  });

  it('that are least recently used are evicted beyond the budget, and read again when needed', async () => {
    const reader = readerOf(rows);
    const memory = new MemoryBudget(1500);
    const rowSet = largeRowSet(rows, memory, reader);
    for (const column of ['horse_id', 'horse_name', 'idm', 'horse_id'])
      await rowSet.query('profile', { column });
    expect(reader.reads).toEqual(['horse_id', 'horse_name', 'idm', 'horse_id']);
    expect(memory.bytes).toBeLessThanOrEqual(1500);
    expect(rowSet.loaded().bytes).toBe(memory.bytes);
    rowSet.release();
    expect(memory.bytes).toBe(0);
  });

  describe('are loaded in the background', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    const newEngine = () =>
      new QueryEngine(new MemoryBudget(), {
        ...inProcessEngine(),
        start: () => undefined,
        stop: async () => undefined,
      });
    const openLarge = (engine: QueryEngine) =>
      engine.open(COLUMNS, { size: 'large', reader: readerOf(rows) });
    /** Long enough for every column that was shown. */
    const aWhile = () => vi.advanceTimersByTimeAsync(5_000);

    it('after a pause', async () => {
      const rowSet = openLarge(newEngine());
      await rowSet.cells(['idm', 'horse_id'], 0, 2);
      expect(rowSet.loaded().columns).toEqual([]);
      await aWhile();
      expect(rowSet.loaded().columns.toSorted()).toEqual(['horse_id', 'idm']);
    });

    it('unless another row set is shown', async () => {
      const engine = newEngine();
      const [left, shown] = [openLarge(engine), openLarge(engine)];
      await left.cells(['idm'], 0, 2);
      await shown.cells(['horse_id'], 0, 2);
      await aWhile();
      expect([left.loaded().columns, shown.loaded().columns]).toEqual([[], ['horse_id']]);
    });

    it('or a race is opened', async () => {
      const engine = newEngine();
      const left = openLarge(engine);
      await left.cells(['idm'], 0, 2);
      engine.open(COLUMNS, { size: 'small', records: 0, cells: () => [] });
      await aWhile();
      expect(left.loaded().columns).toEqual([]);
      await left.cells(['idm'], 0, 2);
      await aWhile();
      expect(left.loaded().columns).toEqual(['idm']);
    });
  });

  it('are all freed when the row set is released', async () => {
    const memory = new MemoryBudget();
    const reader = readerOf(rows);
    const rowSet = largeRowSet(rows, memory, reader);
    await rowSet.query('profile', { column: 'idm' });
    rowSet.release();
    expect([memory.bytes, rowSet.loaded().bytes]).toEqual([0, 0]);
    await expect(rowSet.cells(['horse_id'], 0, 1)).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
    expect(reader.reads).toEqual(['idm']);
    await expect(rowSet.query('profile', { column: 'idm' })).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
  });

  it('stay until running queries are answered', async () => {
    const memory = new MemoryBudget();
    const rowSet = largeRowSet(rows, memory);
    const window = rowSet.cells(['horse_id', 'horse_name'], 1, 2);
    const values = rowSet.query('find', { columns: ['horse_id'], cells: ['k7'] });
    rowSet.release();
    expect(await window).toEqual([
      ['k1', 'k2'],
      ['n1', 'n2'],
    ]);
    expect(await values).toBe(7);
    expect(memory.bytes).toBe(0);
  });

  it('do not delay a newer row query: the older one is cancelled', async () => {
    const rowSet = largeRowSet(rows);
    const first = rowSet.arrange({ sort: [{ column: 'idm', direction: 'ascending' }], filters: [] });
    const second = rowSet.arrange({ sort: [], filters: [{ column: 'horse_id', text: "'k1'" }] });
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await second).toMatchObject({ rows: 11 });
    expect(rowSet.rows).toBe(11);
  });

  it('are not read for a window that was scrolled past', async () => {
    const reader = readerOf(rows);
    const read: string[] = [];
    const cells = (names: readonly string[], rowids: Int32Array) => {
      read.push(...names);
      return reader.cells(names, rowids);
    };
    const rowSet = largeRowSet(rows, new MemoryBudget(), { ...reader, cells });
    const passed = new AbortController();
    const first = rowSet.cells(['horse_id'], 0, 1, passed.signal);
    const last = rowSet.cells(['horse_name'], 3, 1);
    passed.abort();
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await last).toEqual([['n3']]);
    expect(read).toEqual(['horse_name']);
  });

  it('are not read for a query that is cancelled', async () => {
    const rowSet = largeRowSet(rows);
    const gone = new AbortController();
    const running = rowSet.query('profile', { column: 'idm' }, gone.signal);
    gone.abort();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
