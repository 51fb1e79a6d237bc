// The tooltip of a cell, set when the pointer enters it: setting a thousand in advance would be wasted.

import { useCallback, type PointerEvent } from 'react';
import type { CellContext } from './cell-content.tsx';
import { cellReason } from './cell-drawing.tsx';
import type { ColumnLayout } from './columns/layout.ts';
import { besideIn } from './data/row-source.ts';
import { cellOf, positionOf } from './keyboard/use-focus.ts';

export function useCellTitle(cells: CellContext, layout: ColumnLayout): (event: PointerEvent) => void {
  // Elements are reused for other rows: an old tooltip is removed.
  return useCallback(
    ({ target }: PointerEvent) => {
      const at = positionOf(target);
      const cell = cellOf(target);
      const column = at === undefined ? undefined : layout.all[at.column]?.column;
      if (at === undefined || at.row < 0 || cell === undefined || column === undefined) return;
      const raw = cells.source.cell(at.row, column.name);
      const reason =
        raw === undefined
          ? undefined
          : cellReason(
              column,
              raw,
              cells.language,
              cells.isToCome?.(cells.source, at.row, column, raw),
              besideIn(cells.source, at.row, column),
            );
      if (reason === undefined) cell.removeAttribute('title');
      else if (cell.title !== reason) cell.title = reason;
    },
    [cells, layout],
  );
}
