// Values that are found as they are written on screen, whatever is stored.

import { describe, expect, it } from 'vitest';
import type { Column } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { inBothSizes } from '../testing/in-both-sizes.ts';

const CELLS: readonly (readonly [TableCode, string, raw: string])[] = [
  ['d_ra', 'racedate', '20261115'],
  ['d_ra', 'post_time', '1540'],
  ['t_se', 'time_record', '945'],
  ['t_ky', 'weight_to_carry', '555'],
  ['d_hj', 'win_payoff_1', '2954'],
];

const COLUMNS = CELLS.map(([table, name]): Column => {
  const column = columnOf(table, name);
  if (column === undefined) throw new Error(name);
  return column;
});

const rowOf = (value: (raw: string) => string | null) =>
  Object.fromEntries(CELLS.map(([, name, raw]) => [name, value(raw)]));

const ROWS = [rowOf((raw) => raw), rowOf(() => '1'), rowOf(() => ' '), rowOf(() => null)];

describe.each(inBothSizes(COLUMNS, ROWS))('the values of a %s result', (_size, open) => {
  const found = async (text: string, column: string) => {
    const rowSet = open();
    const { values } = await rowSet.query('values', { column, limit: 9, contains: text });
    const { rows } = await rowSet.arrange({ sort: [], filters: [], quick: { text, columns: [column] } });
    return { rows, values: values.map(({ raw }) => raw) };
  };

  it.each([
    ['2026-11-15', 'racedate'],
    ['2026-11-15 (Sun)', 'racedate'],
    ['11月15日', 'racedate'],
    ['20261115', 'racedate'],
    ['15:40', 'post_time'],
    ['１５：４０', 'post_time'],
    ['1:34.5', 'time_record'],
    ['55.5', 'weight_to_carry'],
    ['2,954', 'win_payoff_1'],
  ])('are found for %s in %s, by the quick search and in the list', async (text, column) => {
    const cell = CELLS.find(([, name]) => name === column);
    expect(await found(text, column)).toEqual({ rows: 1, values: [cell?.[2]] });
  });

  it('are no days of which only the weekday is typed: most are alike', async () => {
    for (const text of ['sun', '日']) expect(await found(text, 'racedate')).toEqual({ rows: 0, values: [] });
  });
});
