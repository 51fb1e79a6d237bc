// A row of the palette.

import type { Route } from '../screens.tsx';

export interface PaletteEntry {
  readonly id: string;
  /** What it is, in one word; shown once for neighbors of one group. */
  readonly group: string;
  readonly label: string;
  /** What tells it apart from others of its name. */
  readonly detail?: string;
  readonly keys?: string | undefined;
  /** Where `run` leads, if it opens a place. */
  readonly to?: Route | undefined;
  readonly run: () => void;
}
