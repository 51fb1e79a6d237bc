import { describe, expect, it } from 'vitest';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';
import { numbersIn } from '../grid/data/row-source.ts';
import { isToCome, trendOf, type RunRows } from './row-reading.ts';

const TODAY = '20261120';
const rowOf = (values: Readonly<Record<string, string | null>>): RunRows => ({
  rows: 1,
  cell: (_row, name) => values[name] ?? null,
  show: () => undefined,
  subscribe: () => () => undefined,
  version: () => 0,
  rowVersion: () => 0,
});
const idm = columnOf('d_se', 'idm') ?? TABLES.d_se.columns[0];
if (idm === undefined) throw new Error('no column');

describe('a cell in the context of its row', () => {
  it('with the last run’s index has the indices of five runs, oldest first', () => {
    const names = trendOf({ name: 'race_back_1_idm' }) ?? [];
    expect(names.map((name) => columnOf('d_zk', name)?.name)).toEqual(names);
    const source = rowOf({ race_back_1_idm: '50.5', race_back_2_idm: ' ', race_back_5_idm: '-3' });
    expect(numbersIn(source, 0, names)).toEqual([-3, undefined, undefined, undefined, 50.5]);
    expect(trendOf({ name: 'race_back_2_idm' })).toBeUndefined();
  });

  it('is to come if the index of a finisher is blank', () => {
    expect(isToCome(rowOf({ order_of_finish: '03' }), 0, idm, '  ', TODAY)).toBe(true);
    expect(isToCome(rowOf({ order_of_finish: '03' }), 0, idm, '41', TODAY)).toBe(false);
    const correction = { ...idm, name: 'paddock_correction', group: 'correction' as const };
    expect(isToCome(rowOf({ order_of_finish: '03', idm: '41' }), 0, correction, null, TODAY)).toBe(false);
    expect(isToCome({ ...rowOf({ order_of_finish: '03' }), provisional: 3 }, 0, idm, '', TODAY)).toBe(true);
    expect(isToCome({ ...rowOf({ order_of_finish: '03' }), provisional: 0 }, 0, idm, '', TODAY)).toBe(false);
    expect(isToCome(rowOf({ order_of_finish: '03', track_type: '3' }), 0, idm, '', TODAY)).toBe(false);
    const dated = { order_of_finish: '03', racekey: '05265611', racedate: '20261115' };
    expect(isToCome(rowOf(dated), 0, idm, '', TODAY)).toBe(true);
    expect(isToCome(rowOf(dated), 0, idm, '', undefined)).toBe(false);
    expect(isToCome(rowOf({ ...dated, racekey: '3926A105' }), 0, idm, '', TODAY)).toBe(false);
    expect(isToCome(rowOf({ ...dated, racedate: '20261001' }), 0, idm, '', TODAY)).toBe(false);
    expect(isToCome(rowOf({ order_of_finish: '00' }), 0, idm, null, TODAY)).toBe(false);
    expect(isToCome(rowOf({ order_of_finish: '03', trouble_classification: '1' }), 0, idm, null, TODAY)).toBe(
      false,
    );
  });
});
