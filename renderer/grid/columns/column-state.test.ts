import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { DEFAULT_COLUMN_STATE, shownColumns, toggleColumn } from './column-state.ts';

const all = TABLES.d_ky.columns;
const names = (columns: readonly { name: string }[]): string[] => columns.map(({ name }) => name);

describe('an columnState of columns', () => {
  it('begins with the first view of the catalogue', () => {
    expect(shownColumns(all, DEFAULT_COLUMN_STATE).every((column) => column.shown)).toBe(true);
  });

  it('leaves out what the result does not have', () => {
    const kept = { ...DEFAULT_COLUMN_STATE, shown: ['horse_name', 'gone_column'] };
    expect(names(shownColumns(all, kept))).toEqual(['horse_name']);
  });

  it('shows the first view again when nothing kept is here', () => {
    expect(shownColumns(all, { ...DEFAULT_COLUMN_STATE, shown: ['gone_column'] }).length).toBeGreaterThan(1);
  });

  it('is the same again after showing and hiding a column', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names(all)), (name) => {
        const first = { ...DEFAULT_COLUMN_STATE, shown: names(shownColumns(all, DEFAULT_COLUMN_STATE)) };
        const once = toggleColumn(all, first, name);
        const twice = toggleColumn(all, once, name);
        expect(names(shownColumns(all, once)).includes(name)).toBe(!first.shown.includes(name));
        expect(new Set(twice.shown)).toEqual(new Set(first.shown));
      }),
    );
  });

  it('keeps its last column', () => {
    const one = { ...DEFAULT_COLUMN_STATE, shown: ['horse_name'] };
    expect(toggleColumn(all, one, 'horse_name')).toBe(one);
  });
});
