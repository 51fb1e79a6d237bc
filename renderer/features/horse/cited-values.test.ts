// What a citation says is "in the record" is the record's own field, in every column of the horse's runs.

import { expect, it } from 'vitest';
import { RUNS } from '#shared/catalogue/subjects/runs.ts';
import { citationOf, figureIn, type FigureOrigin } from '../../racing/figures/figure.ts';
import { runColumns, runRows } from './RunsGrid.tsx';

const RUN = {
  ...Object.fromEntries(RUNS.columns.map(({ name }, at) => [name, String(1000 + at)])),
  order_of_finish: '1',
  time_deff: '1',
};
const origins: readonly FigureOrigin[] = [{ table: 'runs', facts: { complete: true, reasons: [] } }];

it.each([false, true])('is the field of the run, times raw: %s', (timesRaw) => {
  const columns = runColumns(timesRaw);
  const [row] = runRows([RUN], columns, [], 'en');
  for (const column of columns) {
    const figure = figureIn(origins, column, (name) => row?.[name] ?? null);
    const isField = RUNS.columns.some(({ name }) => name === column.name);
    expect([column.name, figure?.origin !== undefined]).toEqual([column.name, isField]);
    if (isField) expect(figure?.raw).toBe(new Map(Object.entries(RUN)).get(column.name));
    if (column.name === 'time_deff' && figure !== undefined)
      expect(citationOf(figure, 'en', 'kana')).toMatch(/= -0\.1 \(in the record: 1\)/);
  }
});

it('sorts the winner’s gap as it is drawn, before all others', () => {
  const runs = [
    { ...RUN, order_of_finish: '2', time_deff: '0' },
    { ...RUN, order_of_finish: '1', time_deff: '3' },
    { ...RUN, order_of_finish: '3', time_deff: '2' },
  ];
  const sorted = runRows(runs, runColumns(false), [{ column: 'time_deff', direction: 'ascending' }], 'en');
  expect(sorted.map(({ order_of_finish: finish }) => finish)).toEqual(['1', '2', '3']);
});
