// Which rows and columns are drawn: those on screen and a few around them, and always the focused cell's.

import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, type RefObject } from 'react';
import type { RowSource } from './row-source.ts';
import type { LaidColumn, Layout } from './use-layout.ts';

interface Options {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly source: RowSource;
  readonly layout: Layout;
  readonly rowHeight: number;
  readonly virtual: boolean;
  /** Row and column of the focused cell, which must not leave the page while it has the focus. */
  readonly keepRow: number;
  readonly keepColumn: number;
  readonly start: { readonly top: number; readonly left: number };
}

interface Viewport {
  readonly rows: readonly number[];
  /** Not pinned ones; the same array as long as it holds the same columns. */
  readonly columns: readonly LaidColumn[];
}

const withKept =
  (keep: number) =>
  (range: Range): number[] => {
    const shown = defaultRangeExtractor(range);
    if (keep < 0 || keep >= range.count || shown.includes(keep)) return shown;
    return keep < (shown[0] ?? 0) ? [keep, ...shown] : [...shown, keep];
  };

export function useViewport(options: Options): Viewport {
  const { scroller, source, layout, rowHeight, virtual, keepRow, keepColumn, start } = options;
  const getScrollElement = useCallback(() => scroller.current, [scroller]);
  const pinnedCount = layout.pinned.length;

  const rows = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: source.rows,
    enabled: virtual,
    getScrollElement,
    estimateSize: () => rowHeight,
    scrollMargin: rowHeight,
    overscan: 10,
    initialOffset: start.top,
    rangeExtractor: useMemo(() => withKept(keepRow), [keepRow]),
    // Rendering inside the scroll event costs a third of the frames.
    useFlushSync: false,
  });
  const columns = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: layout.center.length,
    enabled: virtual,
    horizontal: true,
    getScrollElement,
    estimateSize: (index) => layout.center[index]?.width ?? 0,
    paddingStart: layout.pinnedWidth,
    overscan: 2,
    initialOffset: start.left,
    rangeExtractor: useMemo(() => withKept(keepColumn - pinnedCount), [keepColumn, pinnedCount]),
    useFlushSync: false,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  useLayoutEffect(() => columns.measure(), [columns, layout]);

  const rowItems = rows.getVirtualItems();
  const columnItems = columns.getVirtualItems();
  const drawnRows = useMemo(
    () =>
      virtual ? rowItems.map((item) => item.index) : Array.from({ length: source.rows }, (_, row) => row),
    [virtual, rowItems, source.rows],
  );
  const drawnColumns = useMemo(
    () => (virtual ? columnItems.flatMap((item) => layout.center[item.index] ?? []) : layout.center),
    [virtual, columnItems, layout],
  );

  const from = virtual ? (rows.range?.startIndex ?? 0) : 0;
  const to = virtual ? (rows.range === null ? 0 : rows.range.endIndex + 1) : source.rows;
  useEffect(() => {
    const names = [...layout.pinned, ...drawnColumns].map((laid) => laid.column.name);
    if (to > from) source.show(from, to, names);
  }, [source, from, to, layout, drawnColumns]);

  return { rows: drawnRows, columns: drawnColumns };
}
