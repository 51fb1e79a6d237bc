// The layout of a column table: the columns of each side, without those that are folded, at their widths.

import { useMemo } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { ColumnTable } from './column-table.ts';
import { clampWidth } from './column-width.ts';
import { foldedAway, layColumns, type ColumnLayout, type Placed } from './layout.ts';

const NONE: readonly string[] = [];

/** The same object until a width, a place or a fold changes, so that no row is drawn again without need. */
export function useLayout(
  table: ColumnTable,
  columns: readonly Column[],
  foldedGroups: readonly string[] = NONE,
  trendOf?: (column: Column) => readonly string[] | undefined,
): ColumnLayout {
  const byName = useMemo(() => new Map(columns.map((column) => [column.name, column])), [columns]);
  const start = table.getStartVisibleLeafColumns();
  const center = table.getCenterVisibleLeafColumns();
  const end = table.getEndVisibleLeafColumns();
  const { columnSizing, columnResizing } = table.state;
  // The library returns the same arrays while order, pinning and visibility do not change, whatever the widths are.
  return useMemo(() => {
    const ofCatalogue = center.flatMap(({ id }) => byName.get(id) ?? []);
    const { hidden, behind } = foldedAway(ofCatalogue, new Set(foldedGroups));
    const { isResizingColumn, startSize, deltaOffset } = columnResizing;
    const place = (placed: typeof center): Placed[] =>
      placed.flatMap((each) => {
        const column = byName.get(each.id);
        if (column === undefined || hidden.has(each.id)) return [];
        const width =
          isResizingColumn === each.id
            ? (startSize ?? 0) + (deltaOffset ?? 0)
            : (columnSizing[each.id] ?? each.getSize());
        return [
          { column, width: clampWidth(width), folded: behind.get(each.id) ?? 0, trend: trendOf?.(column) },
        ];
      });
    return layColumns(place(start), place(center), place(end));
  }, [byName, start, center, end, foldedGroups, trendOf, columnSizing, columnResizing]);
}
