// A row of the palette.

export interface PaletteEntry {
  readonly id: string;
  /** What it is, in one word; shown once for neighbors of one group. */
  readonly group: string;
  readonly label: string;
  /** What tells it apart from others of its name. */
  readonly detail?: string;
  readonly keys?: string | undefined;
  readonly run: () => void;
}
