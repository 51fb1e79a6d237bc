import { expect, it } from 'vitest';
import { columnOf } from '#shared/catalogue/tables.ts';
import { CORNERS, FINISH, SEX_AGE } from '#shared/racing/run-columns.ts';
import { composedCells } from './composed-cells.ts';

const columns = [
  FINISH,
  SEX_AGE,
  columnOf('d_ky', 'weight_to_carry'),
  columnOf('t_se', 'time_record'),
  CORNERS,
].flatMap((column) => column ?? []);

it('composed cells are the texts on screen: finish in words, sex and age, kilos, m:ss.t; a dash is empty', () => {
  const rows = [
    { finish: '1', sex_and_age: 'F5', weight_to_carry: '560', time_record: '1117', corners: '4-4-3' },
    { finish: 'Stopped', sex_and_age: null, weight_to_carry: null, time_record: '0000', corners: null },
  ];
  const { columns: heads, rows: cells } = composedCells(columns, rows, 'en');
  expect(heads.map(({ label }) => label.en)).toEqual([
    'Finish',
    'Sex and age',
    'Carried weight (kg)',
    'Time',
    'Corners',
  ]);
  expect(cells).toEqual([
    ['1', 'F5', '56.0', '1:51.7', '4-4-3'],
    ['Stopped', null, null, null, null],
  ]);
});
