import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { heightsOf } from '../viewport/heights.ts';
import { cellUnder, columnUnder, pull } from '../viewport/hit-test.ts';
import { foldedAway, layColumns, RUN, type Placed } from './layout.ts';
import { revealing } from '../viewport/reveal.ts';

const named = (names: readonly string[]): Placed[] =>
  names.flatMap((name) => {
    const column = TABLES.d_ky.columns.find((each) => each.name === name);
    return column === undefined ? [] : [{ column, width: 100, folded: 0 }];
  });
const indices = TABLES.d_ky.columns.filter(({ group }) => group === 'index').map(({ name }) => name);
const layout = layColumns(named(['horse_name']), named(indices), named(['jockey_name']));
const heights = heightsOf(28, { hasGroups: true, hasFilters: true });
const view = { top: 2800, left: 150, width: 500, height: 600 };

describe('the layout', () => {
  it('counts columns across all three sides, and pixels within each', () => {
    expect(layout.all.map(({ index }) => index)).toEqual([...layout.all.keys()]);
    expect(layout.start.columns[0]?.left).toBe(0);
    expect(layout.center.columns[1]?.left).toBe(100);
    expect(layout.end.columns[0]?.left).toBe(0);
    expect(layout.width).toBe(layout.all.length * 100);
  });

  it('divides the center into runs of all its columns', () => {
    expect(layout.runs.flat()).toEqual(layout.center.columns);
    expect(Math.max(...layout.runs.map(({ length }) => length))).toBe(RUN);
  });

  it('puts neighbors of one group under one head', () => {
    expect(layout.center.groups).toHaveLength(1);
    expect(layout.center.groups[0]).toMatchObject({ columns: indices.length, width: indices.length * 100 });
  });

  it('folds a group to its first column', () => {
    const columns = named(indices).map(({ column }) => column);
    const { hidden, behind } = foldedAway(columns, new Set(['index']));
    expect([...hidden]).toEqual(indices.slice(1));
    expect(behind.get(indices[0] ?? '')).toBe(indices.length - 1);
  });
});

describe('a point', () => {
  it('is in the side that is drawn there', () => {
    expect(columnUnder({ x: 50 }, view, layout)?.column.name).toBe('horse_name');
    expect(columnUnder({ x: 460 }, view, layout)?.column.name).toBe('jockey_name');
    expect(columnUnder({ x: 100 }, view, layout)?.column.name).toBe(indices[1]);
  });

  it('is in the row that was scrolled there, and never beyond the last', () => {
    const at = (y: number) => cellUnder({ x: 50, y }, view, layout, heights, 1000).row;
    expect(at(heights.heads + 1)).toBe(100);
    expect(at(heights.heads + 29)).toBe(101);
    expect(cellUnder({ x: 50, y: 9999 }, view, layout, heights, 110).row).toBe(109);
  });

  it('scrolls faster the farther it is beyond an edge', () => {
    expect(pull(50, 0, 100)).toBe(0);
    expect(pull(110, 0, 100)).toBeLessThan(pull(160, 0, 100));
    expect(pull(-20, 0, 100)).toBeLessThan(0);
  });
});

describe('showing a cell', () => {
  const reveal = (row: number, index: number) =>
    revealing({ row, laid: layout.all[index] }, view, layout, heights);

  it('scrolls no farther than necessary', () => {
    expect(reveal(105, 0)).toEqual({ top: 2800, left: 150 });
    expect(reveal(50, 0).top).toBe(50 * 28);
    expect(reveal(200, 0).top).toBe(201 * 28 - (view.height - heights.heads));
  });

  it('scrolls sideways only for columns that are not pinned', () => {
    expect(reveal(105, layout.all.length - 1).left).toBe(150);
    expect(reveal(105, 1).left).toBe(0);
    expect(reveal(105, 6).left).toBe(600 - (view.width - 200));
  });
});
