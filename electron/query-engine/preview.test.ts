import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COLUMNS,
  NAMES,
  filterArbitrary,
  largeView,
  rowsArbitrary,
  rowsIn,
  sortArbitrary,
  viewsOf,
} from '../testing/arbitrary-rows.ts';
import { plainlySorted } from '../testing/plainly.ts';

describe('a view', () => {
  it('previews any arrangement as it would be, while the rows stay as they are', async () => {
    const step = fc.record({
      does: fc.constantFrom('arrange' as const, 'preview' as const),
      which: fc.nat(3),
      from: fc.nat(10),
    });
    await fc.assert(
      fc.asyncProperty(
        rowsArbitrary,
        fc.array(fc.tuple(filterArbitrary, sortArbitrary), { minLength: 3, maxLength: 3 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (rows, pairs, steps) => {
          const wanted = [
            { sort: [], filters: [] },
            ...pairs.map(([{ column, text }, sort]) => ({ sort, filters: [{ column, text }] })),
          ];
          const expected = [
            rows,
            ...pairs.map(([{ column, passes }, sort]) =>
              plainlySorted(
                rows.filter((row) => passes(row[column] ?? null)),
                sort,
                COLUMNS,
              ),
            ),
          ];
          for (const view of viewsOf(rows)) {
            let stands = 0;
            for (const { does, which, from } of steps) {
              const [query = { sort: [], filters: [] }, there = []] = [wanted[which], expected[which]];
              const told = { rows: there.length, total: rows.length, problems: [] };
              if (does === 'arrange') {
                expect(await view.arrange(query)).toEqual(told);
                stands = which;
              } else {
                const preview = await view.preview(query, { columns: NAMES, from, count: 5 });
                const cells = NAMES.map((name) =>
                  there.slice(from, from + 5).map((row) => row[name] ?? null),
                );
                expect(preview).toEqual({ ...told, cells });
              }
              expect(await rowsIn(view)).toEqual(expected[stands]);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('answers the newest preview and ends the older ones', async () => {
    const view = largeView(Array.from({ length: 30 }, (_, row) => ({ idm: String(row) })));
    const preview = (text: string) =>
      view.preview({ sort: [], filters: [{ column: 'idm', text }] }, { columns: ['idm'], from: 0, count: 1 });
    const older = preview('>=10');
    const newer = preview('>=20');
    await expect(older).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await newer).toMatchObject({ rows: 10, cells: [['20']] });
  });
});
