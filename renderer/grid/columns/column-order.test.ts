import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_COLUMN_STATE, type ColumnState } from './column-state.ts';
import {
  foldGroup,
  hideColumns,
  inScreenOrder,
  moveBefore,
  moveBy,
  moveOnto,
  pinColumn,
  placesOf,
  type ColumnPlacement,
  type Side,
} from './column-order.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const shownBy = (columnState: ColumnState) => (columnState.shown ?? NAMES).map((name) => ({ name }));
const placed = (columnState: ColumnState, pinned: readonly string[] = []): ColumnPlacement =>
  placesOf(shownBy(columnState), columnState, pinned);

describe('the places of columns', () => {
  it('are what the screen pins until somebody chose otherwise', () => {
    expect(placed(DEFAULT_COLUMN_STATE, ['c', 'gone']).start).toEqual(['c']);
    expect(placed({ ...DEFAULT_COLUMN_STATE, pinnedStart: [] }, ['c']).start).toEqual([]);
  });

  it('hold each shown column once, whatever is done to them', () => {
    type Deed = (columnState: ColumnState, places: ColumnPlacement) => ColumnState;
    const name = fc.constantFrom(...NAMES);
    const deed: fc.Arbitrary<Deed> = fc.oneof(
      fc.tuple(name, fc.constantFrom<Side>('start', 'none', 'end')).map(
        ([column, side]): Deed =>
          (columnState, places) =>
            pinColumn(columnState, places, column, side),
      ),
      fc.tuple(name, fc.option(name, { nil: undefined })).map(
        ([column, before]): Deed =>
          (columnState, places) =>
            moveBefore(columnState, places, column, before),
      ),
      fc.tuple(name, name).map(
        ([column, onto]): Deed =>
          (columnState, places) =>
            moveOnto(columnState, places, column, onto),
      ),
      fc.tuple(name, fc.constantFrom(1 as const, -1 as const)).map(
        ([column, by]): Deed =>
          (columnState, places) =>
            moveBy(columnState, places, column, by),
      ),
    );
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 12 }), (deeds) => {
        const end = deeds.reduce((now, act) => act(now, placed(now, ['a', 'b'])), DEFAULT_COLUMN_STATE);
        expect(inScreenOrder(placed(end, ['a', 'b'])).toSorted()).toEqual(NAMES);
      }),
    );
  });

  it('pin any number at both sides, the newest innermost', () => {
    let columnState = pinColumn(DEFAULT_COLUMN_STATE, placed(DEFAULT_COLUMN_STATE), 'd', 'start');
    columnState = pinColumn(columnState, placed(columnState), 'b', 'start');
    columnState = pinColumn(columnState, placed(columnState), 'a', 'end');
    columnState = pinColumn(columnState, placed(columnState), 'c', 'end');
    expect(placed(columnState)).toEqual({ start: ['d', 'b'], center: ['e', 'f'], end: ['c', 'a'] });
    const free = pinColumn(columnState, placed(columnState), 'd', 'none');
    expect(placed(free)).toEqual({ start: ['b'], center: ['d', 'e', 'f'], end: ['c', 'a'] });
  });

  it('move by one, and over the edge of a side that has columns', () => {
    const pinned = { ...DEFAULT_COLUMN_STATE, pinnedStart: ['a', 'b'] };
    expect(placed(moveBy(pinned, placed(pinned), 'd', 1)).center).toEqual(['c', 'e', 'd', 'f']);
    expect(placed(moveBy(pinned, placed(pinned), 'c', -1)).start).toEqual(['a', 'b', 'c']);
    expect(placed(moveBy(pinned, placed(pinned), 'b', 1)).center).toEqual(['b', 'c', 'd', 'e', 'f']);
    expect(moveBy(pinned, placed(pinned), 'f', 1)).toBe(pinned);
  });

  it('take a dropped column to the side of the one it is dropped on', () => {
    const pinned = { ...DEFAULT_COLUMN_STATE, pinnedStart: ['a'] };
    expect(placed(moveBefore(pinned, placed(pinned), 'e', 'a')).start).toEqual(['e', 'a']);
    expect(placed(moveBefore(pinned, placed(pinned), 'a', 'c')).center).toEqual([
      'b',
      'a',
      'c',
      'd',
      'e',
      'f',
    ]);
  });

  it('change with the one that a column is dropped on, within a side and over its edge', () => {
    const pinned = { ...DEFAULT_COLUMN_STATE, pinnedStart: ['a', 'b'], pinnedEnd: ['e', 'f'] };
    const onto = (name: string, other: string): ColumnPlacement =>
      placed(moveOnto(pinned, placed(pinned), name, other));
    expect(onto('a', 'b').start).toEqual(['b', 'a']);
    expect(onto('b', 'a').start).toEqual(['b', 'a']);
    expect(onto('e', 'f').end).toEqual(['f', 'e']);
    expect(onto('d', 'b')).toEqual({ start: ['a', 'd', 'b'], center: ['c'], end: ['e', 'f'] });
    expect(onto('a', 'c')).toEqual({ start: ['b'], center: ['c', 'a', 'd'], end: ['e', 'f'] });
    expect(moveOnto(pinned, placed(pinned), 'c', 'c')).toBe(pinned);
  });

  it('end where their side ends', () => {
    const pinned = { ...DEFAULT_COLUMN_STATE, pinnedStart: ['a', 'b'] };
    expect(placed(moveBefore(pinned, placed(pinned), 'a', undefined, 'start')).start).toEqual(['b', 'a']);
    expect(placed(moveBefore(pinned, placed(pinned), 'a', undefined)).center.at(-1)).toBe('a');
  });

  it('keep a last column', () => {
    expect(hideColumns(DEFAULT_COLUMN_STATE, placed(DEFAULT_COLUMN_STATE), new Set(NAMES))).toBe(
      DEFAULT_COLUMN_STATE,
    );
    expect(
      hideColumns(DEFAULT_COLUMN_STATE, placed(DEFAULT_COLUMN_STATE), new Set(['a', 'b'])).shown,
    ).toEqual(['c', 'd', 'e', 'f']);
  });

  it('fold a group and unfold it', () => {
    const folded = foldGroup(DEFAULT_COLUMN_STATE, 'odds');
    expect(folded.foldedGroups).toEqual(['odds']);
    expect(foldGroup(folded, 'odds').foldedGroups).toEqual([]);
  });
});
