import { act, cleanup, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { sortSchema, type Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { unknownColumn } from '#shared/catalogue/unknown-column.ts';
import {
  DEFAULT_COLUMN_STATE,
  screenOrder,
  shownColumns,
  type ColumnPlacement,
  type ColumnState,
  type Side,
} from './column-state.ts';
import { setShown, setWidths, useColumnTable, type ColumnTable } from './column-table.ts';
import { moveBefore, moveBy, moveOnto, pinColumn, placementIn } from './pinning.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const COLUMNS = NAMES.map(unknownColumn);
const CATALOGUE = TABLES.d_ky.columns;

afterEach(cleanup);

interface Setup {
  readonly state?: ColumnState;
  readonly columns?: readonly Column[];
  readonly pinned?: readonly string[];
}

const ofIdm = ({ name }: Column): boolean => name === 'adjust_idm';

/** A table with its state stored by a screen. */
function tableOf({ state = DEFAULT_COLUMN_STATE, columns = COLUMNS, pinned = [] }: Setup = {}) {
  const { result } = renderHook(() => {
    const [columnState, onColumnState] = useState(state);
    const [sort, onSort] = useState<Sort>([]);
    const table = useColumnTable({
      columns, columnState, onColumnState, pinned, sort, onSort, sortsDescendingFirst: ofIdm,
    }); // prettier-ignore
    return { table, columnState, sort };
  });
  return {
    apply: (change: (table: ColumnTable) => void) => act(() => change(result.current.table)),
    state: () => result.current.columnState,
    sort: () => result.current.sort,
    placement: (): ColumnPlacement => placementIn(result.current.table),
    shown: () => screenOrder(placementIn(result.current.table)),
    widthOf: (name: string) => result.current.table.getColumn(name)?.getSize(),
  };
}

/** The placement after one change. */
function after(setup: Setup, change: (table: ColumnTable) => void): ColumnPlacement {
  const table = tableOf(setup);
  table.apply(change);
  return table.placement();
}

const PINNED: Setup = { state: { ...DEFAULT_COLUMN_STATE, pinnedStart: ['a', 'b'] } };

describe('columns', () => {
  it('are pinned by the screen until the user pins others', () => {
    expect(tableOf({ pinned: ['c', 'gone'] }).placement().start).toEqual(['c']);
    const state = { ...DEFAULT_COLUMN_STATE, pinnedStart: [] };
    expect(tableOf({ state, pinned: ['c'] }).placement().start).toEqual([]);
  });

  it('are each shown once, however they are moved', () => {
    type Change = (table: ColumnTable) => void;
    const name = fc.constantFrom(...NAMES);
    const change: fc.Arbitrary<Change> = fc.oneof(
      fc.tuple(name, fc.constantFrom<Side>('start', 'center', 'end')).map(
        ([column, side]): Change =>
          (table) =>
            pinColumn(table, column, side),
      ),
      fc.tuple(name, fc.option(name, { nil: undefined })).map(
        ([column, before]): Change =>
          (table) =>
            moveBefore(table, column, before),
      ),
      fc.tuple(name, name).map(
        ([column, onto]): Change =>
          (table) =>
            moveOnto(table, column, onto),
      ),
      fc.tuple(name, fc.constantFrom(1 as const, -1 as const)).map(
        ([column, by]): Change =>
          (table) =>
            void moveBy(table, column, by),
      ),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const table = tableOf({ pinned: ['a', 'b'] });
        for (const each of changes) table.apply(each);
        expect(table.shown().toSorted()).toEqual(NAMES);
        cleanup();
      }),
    );
  });

  it('are pinned at either side, the newest innermost, and unpinned next to it', () => {
    const table = tableOf();
    table.apply((now) => pinColumn(now, 'd', 'start'));
    table.apply((now) => pinColumn(now, 'b', 'start'));
    table.apply((now) => pinColumn(now, 'a', 'end'));
    table.apply((now) => pinColumn(now, 'c', 'end'));
    expect(table.placement()).toEqual({ start: ['d', 'b'], center: ['e', 'f'], end: ['c', 'a'] });
    table.apply((now) => pinColumn(now, 'd', 'center'));
    expect(table.placement()).toEqual({ start: ['b'], center: ['d', 'e', 'f'], end: ['c', 'a'] });
    expect(table.state()).toEqual({
      widths: {},
      shown: ['b', 'd', 'e', 'f', 'c', 'a'],
      pinnedStart: ['b'],
      pinnedEnd: ['c', 'a'],
    });
  });

  it('move by one, and over the edge of a side that has columns', () => {
    expect(after(PINNED, (table) => moveBy(table, 'd', 1)).center).toEqual(['c', 'e', 'd', 'f']);
    expect(after(PINNED, (table) => moveBy(table, 'c', -1)).start).toEqual(['a', 'b', 'c']);
    expect(after(PINNED, (table) => moveBy(table, 'b', 1)).center).toEqual(['b', 'c', 'd', 'e', 'f']);
    const table = tableOf(PINNED);
    const before = table.state();
    table.apply((now) => expect(moveBy(now, 'f', 1)).toBe(false));
    expect(table.state()).toBe(before);
  });

  it('move to the side of the column that they are dropped on', () => {
    const setup = { state: { ...DEFAULT_COLUMN_STATE, pinnedStart: ['a'] } };
    expect(after(setup, (table) => moveBefore(table, 'e', 'a')).start).toEqual(['e', 'a']);
    const center = ['b', 'a', 'c', 'd', 'e', 'f'];
    expect(after(setup, (table) => moveBefore(table, 'a', 'c')).center).toEqual(center);
  });

  it('change places with the column that they are dropped on, within a side and over its edge', () => {
    const state = { ...DEFAULT_COLUMN_STATE, pinnedStart: ['a', 'b'], pinnedEnd: ['e', 'f'] };
    const onto = (name: string, other: string): ColumnPlacement =>
      after({ state }, (table) => moveOnto(table, name, other));
    expect(onto('a', 'b').start).toEqual(['b', 'a']);
    expect(onto('b', 'a').start).toEqual(['b', 'a']);
    expect(onto('e', 'f').end).toEqual(['f', 'e']);
    expect(onto('d', 'b')).toEqual({ start: ['a', 'd', 'b'], center: ['c'], end: ['e', 'f'] });
    expect(onto('a', 'c')).toEqual({ start: ['b'], center: ['c', 'a', 'd'], end: ['e', 'f'] });
  });

  it('move to the end of a side', () => {
    expect(after(PINNED, (table) => moveBefore(table, 'a', undefined, 'start')).start).toEqual(['b', 'a']);
    expect(after(PINNED, (table) => moveBefore(table, 'a', undefined)).center.at(-1)).toBe('a');
  });

  it('can be hidden, except the last ones', () => {
    const table = tableOf();
    table.apply((now) => setShown(now, NAMES, false));
    expect(table.shown()).toEqual(NAMES);
    table.apply((now) => setShown(now, ['a', 'b'], false));
    expect(table.state().shown).toEqual(['c', 'd', 'e', 'f']);
  });

  it('reappear at their place in the catalogue, also several at once', () => {
    const state = { ...DEFAULT_COLUMN_STATE, shown: ['e', 'd', 'b'] };
    expect(after({ state }, (table) => setShown(table, ['c'], true)).center).toEqual(['c', 'e', 'd', 'b']);
    expect(after({ state }, (table) => setShown(table, NAMES, true)).center).toEqual([
      'a', 'c', 'e', 'd', 'b', 'f',
    ]); // prettier-ignore
  });

  it('are the same again after one was shown and hidden', () => {
    const first = shownColumns(CATALOGUE, DEFAULT_COLUMN_STATE).map(({ name }) => name);
    fc.assert(
      fc.property(fc.constantFrom(...CATALOGUE.map(({ name }) => name)), (name) => {
        const table = tableOf({ columns: CATALOGUE });
        const toggle = (now: ColumnTable) => now.getColumn(name)?.toggleVisibility();
        table.apply(toggle);
        expect(table.state().shown?.includes(name)).toBe(!first.includes(name));
        table.apply(toggle);
        expect(new Set(table.state().shown)).toEqual(new Set(first));
        cleanup();
      }),
      { numRuns: 20 },
    );
  });

  it('store the widths that were set, within bounds, and no others', () => {
    const table = tableOf({ state: { widths: { a: 70 } } });
    table.apply((now) => setWidths(now, { b: 90.4, c: 5000 }));
    expect(table.state()).toEqual({ widths: { a: 70, b: 90, c: 800 } });
    expect(table.widthOf('a')).toBe(70);
  });
});

describe('sorting by a head', () => {
  const up = (column: string) => ({ column, direction: 'ascending' }) as const;
  const down = (column: string) => ({ column, direction: 'descending' }) as const;
  const choose = (table: ReturnType<typeof tableOf>, column: string, adds = false): Sort => {
    table.apply((now) => now.getColumn(column)?.toggleSorting(undefined, adds));
    return table.sort();
  };

  it('goes from ascending to descending to the original order', () => {
    const table = tableOf();
    expect([1, 2, 3].map(() => choose(table, 'a'))).toEqual([[up('a')], [down('a')], []]);
  });

  it('sorts descending first if large values are best', () => {
    const table = tableOf({ columns: CATALOGUE });
    expect([1, 2, 3].map(() => choose(table, 'adjust_idm'))).toEqual([
      [down('adjust_idm')],
      [up('adjust_idm')],
      [],
    ]);
  });

  it('drops the other columns unless it adds', () => {
    const table = tableOf();
    choose(table, 'a');
    expect(choose(table, 'b', true)).toEqual([up('a'), up('b')]);
    expect(choose(table, 'a', true)).toEqual([down('a'), up('b')]);
    expect(choose(table, 'a', true)).toEqual([up('b')]);
    expect(choose(table, 'c')).toEqual([up('c')]);
  });

  it('replaces the fourth column by a fifth', () => {
    const table = tableOf();
    for (const name of ['a', 'b', 'c', 'd', 'e']) choose(table, name, true);
    expect(table.sort()).toEqual([up('a'), up('b'), up('c'), up('e')]);
  });

  it('always results in an order that the bridge accepts, with each column once', () => {
    const choices = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.boolean()), { maxLength: 15 });
    fc.assert(
      fc.property(choices, (chosen) => {
        const table = tableOf();
        for (const [name, adds] of chosen) choose(table, name, adds);
        const sort = sortSchema.parse(table.sort());
        expect(new Set(sort.map(({ column }) => column)).size).toBe(sort.length);
        cleanup();
      }),
      { numRuns: 30 },
    );
  });
});
