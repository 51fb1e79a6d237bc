import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { layColumns, type LaidColumn } from '../columns/layout.ts';
import { PAGE_WIDTH, paperBlocks } from './paper-blocks.ts';

const columns = TABLES.d_ky.columns;
const placed = (from: number, to: number, width = 60) =>
  columns.slice(from, to).map((column) => ({ column, width, folded: 0 }));
const width = (laid: LaidColumn): number => laid.width;
const names = (block: readonly LaidColumn[] | undefined) => block?.map(({ column }) => column.name);

describe('the columns of a grid on paper', () => {
  it('are one block if they fit, in smaller letters if need be', () => {
    const few = layColumns(placed(0, 2), placed(2, 10), []);
    expect(paperBlocks(few, width)).toEqual({ blocks: [few.all], zoom: 1 });
    const more = layColumns(placed(0, 2), placed(2, 30), []);
    const { blocks, zoom } = paperBlocks(more, width);
    expect(blocks).toEqual([more.all]);
    expect(zoom).toBeCloseTo(PAGE_WIDTH / (30 * 60));
  });

  it('are all there in blocks that fit, each beginning with the pinned ones', () => {
    const layout = layColumns(placed(0, 2), placed(2, 60), placed(60, 61));
    const { blocks, zoom } = paperBlocks(layout, width);
    expect(blocks.length).toBeGreaterThan(1);
    for (const block of blocks) {
      expect(block.length * 60 * zoom).toBeLessThanOrEqual(PAGE_WIDTH);
      expect(names(block.slice(0, 2))).toEqual(names(layout.start.columns));
    }
    expect(blocks.flatMap((block) => names(block.slice(2)))).toEqual(names(layout.all.slice(2)));
  });

  it('are not crowded out by pinned ones, and one wider than the page has a block', () => {
    const layout = layColumns(placed(0, 5, 400), placed(5, 6, 3000), []);
    const { blocks } = paperBlocks(layout, width);
    expect(new Set(blocks.flatMap(names))).toEqual(new Set(names(layout.all)));
    expect(names(blocks.at(-1))).toEqual([columns[0]?.name, columns[5]?.name]);
  });
});
