import { expect, it } from 'vitest';
import { columnOf } from '#shared/catalogue/tables.ts';
import { CARRIED_COLUMNS, RIDER_COLUMNS, withRiders } from '#shared/racing/riders.ts';
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

it('of a rider and a weight that are not the card’s they have the sign of the screen', () => {
  const card = { racekey: '05264101', jockey_cd: '01001', jockey_name: '騎手甲', weight_to_carry: '560' };
  const { rows } = withRiders(
    [
      { ...card, horse_number: '1' },
      { ...card, horse_number: '2' },
    ],
    [{ ...card, horse_number: '2', jockey_cd: '01009', jockey_name: '代打', weight_to_carry: '530' }],
  );
  const shown = [...CARRIED_COLUMNS, ...RIDER_COLUMNS];
  expect(composedCells(shown, rows, 'en').rows).toEqual([
    ['56.0', '騎手甲'],
    ['chg 53.0', 'chg 代打'],
  ]);
  expect(composedCells(shown, rows, 'ja').rows[1]).toEqual(['替 53.0', '替 代打']);
});
