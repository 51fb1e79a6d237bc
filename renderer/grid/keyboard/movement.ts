// Where a key moves the focus. Pure: the grid scrolls and focuses.

/** The row of column heads. */
export const HEADS = -1;

/** The row of group heads above it. */
export const GROUP_HEADS = -2;

/** A cell of the grid: its row from 0, or one of the heads' rows. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows of one screen. */
  readonly page: number;
  /** The topmost row that takes the focus: the group heads, or the heads if there are none. */
  readonly top: typeof HEADS | typeof GROUP_HEADS;
}

interface Key {
  readonly key: string;
  readonly ctrl: boolean;
}

type Move = (at: Position, size: GridSize, ctrl: boolean) => Position;

const MOVES: { readonly [key: string]: Move } = {
  ArrowUp: (at, _size, ctrl) => ({ ...at, row: ctrl && at.row > 0 ? 0 : at.row - 1 }),
  ArrowDown: (at, size, ctrl) => ({ ...at, row: ctrl ? size.rows - 1 : at.row + 1 }),
  ArrowLeft: (at, _size, ctrl) => ({ ...at, column: ctrl ? 0 : at.column - 1 }),
  ArrowRight: (at, size, ctrl) => ({ ...at, column: ctrl ? size.columns - 1 : at.column + 1 }),
  Home: (at, _size, ctrl) => ({ row: ctrl ? 0 : at.row, column: 0 }),
  End: (at, size, ctrl) => ({ row: ctrl ? size.rows - 1 : at.row, column: size.columns - 1 }),
  PageUp: (at, size) => ({ ...at, row: at.row < 0 ? at.row : Math.max(0, at.row - size.page) }),
  PageDown: (at, size) => ({ ...at, row: at.row + size.page }),
};

/** The position within the grid that is nearest to the given one. */
export function within(at: Position, size: GridSize): Position {
  return {
    row: Math.max(size.top, Math.min(at.row, size.rows - 1)),
    column: Math.max(0, Math.min(at.column, size.columns - 1)),
  };
}

/** The cell that a key leads to; undefined for keys that do not move. */
export function moved(at: Position, key: Key, size: GridSize): Position | undefined {
  const move = MOVES[key.key];
  return move === undefined ? undefined : within(move(at, size, key.ctrl), size);
}
