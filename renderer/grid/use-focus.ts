// The grid's one focused cell: it follows the keys, survives recycling of rows, and is found again after Back.

import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { moved, within, type GridSize, type Position } from './movement.ts';

/** The element of a cell; row -1 is the row of heads. */
export function cellAt(grid: HTMLElement | null, row: number, column: number): HTMLElement | undefined {
  return grid?.querySelector<HTMLElement>(`[data-row="${row}"][data-index="${column}"]`) ?? undefined;
}

/** The cell or head that an event came from. */
export function cellOf(target: EventTarget): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-row][data-index]') ?? undefined;
}

interface Options {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: number;
  readonly columns: number;
  readonly rowHeight: number;
  readonly start: Position;
  /** Whether the grid takes the focus when it appears. */
  readonly takeAtStart: boolean;
  /** A row that something beside the grid stepped to: shown, without taking the focus. */
  readonly wantedRow: number | undefined;
}

export interface Focus {
  /** Always a cell that exists (or a head). */
  readonly at: Position;
  readonly set: (to: Position) => void;
  /** Moves by a key; false where the key does not move. */
  readonly move: (key: string, ctrl: boolean) => boolean;
}

export function useFocus(options: Options): Focus {
  const { scroller, rows, columns, rowHeight, start, takeAtStart, wantedRow } = options;
  const [wanted, setWanted] = useState<Position>({ row: start.row, column: start.column });
  // What the next commit does: `place` leaves the scroll as it was kept.
  const pending = useRef<'reveal' | 'place' | undefined>(takeAtStart ? 'place' : undefined);
  const size = (): GridSize => ({
    rows,
    columns,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
  });
  const at = within(wanted, { rows, columns, page: 1 });

  useLayoutEffect(() => {
    if (pending.current === undefined) return;
    const cell = cellAt(scroller.current, at.row, at.column);
    if (cell === undefined) return;
    const reveal = pending.current === 'reveal';
    pending.current = undefined;
    cell.focus({ preventScroll: true });
    if (reveal) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  // A step made beside the grid, told apart from the echo of one made inside: only the former scrolls.
  const [told, setTold] = useState(wantedRow);
  const [stepped, setStepped] = useState<Position>();
  if (wantedRow !== told) {
    setTold(wantedRow);
    if (wantedRow !== undefined && wantedRow !== at.row) {
      const to = { ...at, row: wantedRow };
      setStepped(to);
      setWanted(to);
    }
  }
  useLayoutEffect(() => {
    if (stepped === undefined) return;
    const cell = cellAt(scroller.current, stepped.row, stepped.column);
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [stepped, scroller]);

  const set = (to: Position): void => {
    pending.current = 'reveal';
    // A new object each time: focusing the same cell again must reach the effect as well.
    setWanted({ ...to });
  };
  return {
    at,
    set,
    move(key, ctrl) {
      const to = moved(at, { key, ctrl }, size());
      if (to === undefined) return false;
      set(to);
      return true;
    },
  };
}
