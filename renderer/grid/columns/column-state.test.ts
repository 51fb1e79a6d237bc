import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import {
  DEFAULT_COLUMN_STATE,
  foldGroup,
  placementOf,
  screenOrder,
  shownColumns,
  slicesOf,
} from './column-state.ts';

const all = TABLES.d_ky.columns;
const names = (columns: readonly { name: string }[]): string[] => columns.map(({ name }) => name);

describe('a column state', () => {
  it('begins with the first view of the catalogue', () => {
    expect(shownColumns(all, DEFAULT_COLUMN_STATE).every((column) => column.shown)).toBe(true);
  });

  it('leaves out columns that the result does not have', () => {
    const stored = { ...DEFAULT_COLUMN_STATE, shown: ['horse_name', 'gone_column'] };
    expect(names(shownColumns(all, stored))).toEqual(['horse_name']);
  });

  it('shows the first view if none of its columns exist', () => {
    expect(shownColumns(all, { ...DEFAULT_COLUMN_STATE, shown: ['gone_column'] }).length).toBeGreaterThan(1);
  });

  it('puts each column on one side, in the order of the sides', () => {
    const stored = {
      widths: {},
      shown: ['adjust_idm', 'horse_name', 'horse_number', 'jockey_name'],
      pinnedStart: ['jockey_name', 'horse_name', 'gone_column'],
      pinnedEnd: ['horse_name', 'racekey'],
    };
    const placement = placementOf(slicesOf(all, stored));
    expect(placement).toEqual({
      start: ['jockey_name'],
      center: ['adjust_idm', 'horse_number'],
      end: ['horse_name'],
    });
    expect(screenOrder(placement)).toEqual(['jockey_name', 'adjust_idm', 'horse_number', 'horse_name']);
  });

  it('folds a group and unfolds it', () => {
    const folded = foldGroup(DEFAULT_COLUMN_STATE, 'odds');
    expect(folded.foldedGroups).toEqual(['odds']);
    expect(foldGroup(folded, 'odds').foldedGroups).toEqual([]);
  });
});
