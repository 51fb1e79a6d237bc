import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { shownColumns } from '../../grid/columns/column-state.ts';
import {
  ALL_ROWS,
  builtInContent,
  contentOf,
  tableStateOf,
  isChanged,
  rowQueryOf,
  type TableState,
} from './table-state.ts';

const ALL = TABLES.d_ky.columns;
const FIRST = builtInContent({ id: 'card', name: { en: 'Card', ja: '出馬表' } });
const tableState: TableState = { ...ALL_ROWS, columnState: { widths: {} } };

describe('the state of a table', () => {
  it('equals the view that it came from until something changes', () => {
    expect(isChanged(FIRST, tableStateOf(FIRST), undefined, ALL)).toBe(false);
    expect(isChanged(FIRST, { ...tableState, quick: 'x' }, undefined, ALL)).toBe(true);
    expect(
      isChanged(FIRST, { ...tableState, columnState: { widths: { racekey: 99 } } }, undefined, ALL),
    ).toBe(true);
  });

  it('also equals the first view if its columns were chosen one by one', () => {
    const shown = shownColumns(ALL, { widths: {} }).map(({ name }) => name);
    expect(isChanged(FIRST, { ...tableState, columnState: { widths: {}, shown } }, undefined, ALL)).toBe(
      false,
    );
    const fewer = { widths: {}, shown: shown.slice(1) };
    expect(isChanged(FIRST, { ...tableState, columnState: fewer }, undefined, ALL)).toBe(true);
  });

  it('differs by its query only if the view stores one', () => {
    const query = { racekey: '05264101' };
    expect(isChanged(FIRST, tableState, query, ALL)).toBe(false);
    const content = contentOf(tableState, query);
    expect(isChanged(content, tableState, query, ALL)).toBe(false);
    expect(isChanged(content, tableState, { racekey: '05264102' }, ALL)).toBe(true);
  });
});

it('queries with the filters that are on, and searches the visible columns', () => {
  const rows = {
    sort: [{ column: 'racekey', direction: 'ascending' as const }],
    filters: [
      { column: 'idm', text: '>=50', on: true },
      { column: 'racekey', text: '05', on: false },
    ],
    quick: ' コパノ ',
  };
  expect(rowQueryOf(rows, ['idm', 'horse_name'])).toEqual({
    sort: rows.sort,
    filters: [{ column: 'idm', text: '>=50' }],
    quick: { text: 'コパノ', columns: ['idm', 'horse_name'] },
  });
  expect(rowQueryOf({ ...rows, quick: '  ' }, []).quick).toBeUndefined();
});
