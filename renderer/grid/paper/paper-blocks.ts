// Which columns of a grid stand beside each other on paper: as many as fit, the rest in further blocks below. Pure.

import type { ColumnLayout, LaidColumn } from '../columns/layout.ts';

/** Pixels of columns as on screen that fit the page: its letters and padding are smaller, and its heads wrap. */
export const PAGE_WIDTH = 1400;

/** A grid that fits when its letters are this much smaller is one block: 6.4 points are still read. */
const SMALLEST = 0.75;

/** Smaller letters for several blocks, if they then are fewer. */
const SMALLER = 0.85;

/** Pinned columns are repeated in each block, as long as they leave it this share of the page. */
const REPEATED_SHARE = 0.5;

export interface PaperBlocks {
  readonly blocks: readonly (readonly LaidColumn[])[];
  /** How much smaller than usual the letters are. */
  readonly zoom: number;
}

const sum = (columns: readonly LaidColumn[], widthOf: (laid: LaidColumn) => number): number =>
  columns.reduce((so, laid) => so + widthOf(laid), 0);

/** Every column is in a block; those pinned at the left begin each. `widthOf`: pixels as on screen. */
export function paperBlocks(layout: Sides, widthOf: (laid: LaidColumn) => number): PaperBlocks {
  const { all } = layout;
  const whole = sum(all, widthOf);
  if (whole * SMALLEST <= PAGE_WIDTH) return { blocks: [all], zoom: Math.min(1, PAGE_WIDTH / whole) };
  const usual = packed(layout, PAGE_WIDTH, widthOf);
  const smaller = packed(layout, PAGE_WIDTH / SMALLER, widthOf);
  return smaller.length < usual.length ? { blocks: smaller, zoom: SMALLER } : { blocks: usual, zoom: 1 };
}

type Sides = Pick<ColumnLayout, 'all' | 'start' | 'center' | 'end'>;

function packed(
  { start, center, end }: Sides,
  width: number,
  widthOf: (laid: LaidColumn) => number,
): LaidColumn[][] {
  const repeated: LaidColumn[] = [];
  for (const laid of start.columns) {
    if (sum([...repeated, laid], widthOf) > width * REPEATED_SHARE) break;
    repeated.push(laid);
  }
  const left = width - sum(repeated, widthOf);
  const blocks: LaidColumn[][] = [];
  let free = 0;
  for (const laid of [...start.columns.slice(repeated.length), ...center.columns, ...end.columns]) {
    if (blocks.length === 0 || widthOf(laid) > free) {
      blocks.push([...repeated]);
      free = left;
    }
    blocks.at(-1)?.push(laid);
    free -= widthOf(laid);
  }
  return blocks;
}
