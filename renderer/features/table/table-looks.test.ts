import { expect, it } from 'vitest';
import { isStruck, sheetSource } from '../../grid/data/row-source.ts';
import { sheetOf } from '../../testing/sheet-of.ts';
import { STATUS } from './table-looks.ts';

it('strikes through who was scratched, excluded, stopped or disqualified, not who was demoted or remounted', () => {
  const codes = ['', '0', '1', '2', '3', '04', '5', '6'];
  const source = sheetSource(sheetOf(codes.map((trouble_classification) => ({ trouble_classification }))));
  expect(codes.filter((_, row) => isStruck(source, row, STATUS))).toEqual(['1', '2', '3', '04']);
});

it('strikes through who was withdrawn', () => {
  const source = sheetSource(sheetOf([{ withdrawn_flag: '0' }, { withdrawn_flag: '1' }]));
  expect([0, 1].map((row) => isStruck(source, row, STATUS))).toEqual([false, true]);
});
