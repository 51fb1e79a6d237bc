// The parts of a grid, put together: columns, heights, focus, selection, copying, actions, drags and keys.

import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { useStepMemory } from '../app/navigation/navigation.ts';
import { useNameStyle } from '../text/name-style.ts';
import { useLanguage } from '../text/text.ts';
import { useColumnTable } from './columns/column-table.ts';
import { usualWidth } from './columns/column-width.ts';
import { useLayout } from './columns/use-layout.ts';
import type { GridProps } from './grid-props.ts';
import { useFocus } from './keyboard/use-focus.ts';
import { useGridKeys } from './keyboard/use-grid-keys.ts';
import { useCopy } from './selection/use-copy.ts';
import { useSelection } from './selection/use-selection.ts';
import { useGridActions } from './use-grid-actions.ts';
import { useHeadDrag } from './use-head-drag.ts';
import { useLatest } from '../components/use-latest.ts';
import { useDensity } from './viewport/density.ts';
import { heightsOf } from './viewport/heights.ts';
import { makeScroller, type Scroller } from './viewport/scroller.ts';
import { AT_THE_START, memoryOfGrid, useKeptMemory, type GridMemory } from './viewport/use-kept-memory.ts';

/** Pixels of the line that is drawn beside a value. */
const TREND_WIDTH = 52;

/** The columns of a grid: their table and their layout. */
function useColumns(props: GridProps) {
  const { columns, aids } = props;
  const language = useLanguage();
  const { widthScale } = useDensity();
  const widthOf = useCallback(
    (column: Column) => {
      const extra = aids?.trendOf?.(column) === undefined ? 0 : TREND_WIDTH;
      return Math.round(usualWidth(column, language, extra) * widthScale);
    },
    [language, widthScale, aids],
  );
  const table = useColumnTable({ ...props, widthOf });
  const layout = useLayout(table, columns, props.columnState?.foldedGroups, aids?.trendOf);
  return { table, layout };
}

/** All parts; `isPlain` while the plain table is shown instead. */
export function useGrid(props: GridProps, isPlain: boolean) {
  const { source, onColumnState, memoryName } = props;
  const language = useLanguage();
  const { rowHeight } = useDensity();
  const element = useRef<HTMLDivElement>(null);
  const [memory, keepMemory] = useStepMemory<GridMemory>(memoryOfGrid(memoryName ?? ''), AT_THE_START);
  const [start] = useState(() => (memoryName === undefined ? AT_THE_START : memory));
  const [scroller] = useState(() => makeScroller(start));
  const rows = useSyncExternalStore(source.subscribe, () => source.rows);

  const { table, layout } = useColumns(props);
  const hasGroups =
    onColumnState !== undefined && new Set(layout.all.map(({ column }) => column.group)).size > 1;
  const hasFilters = props.filterCell !== undefined;
  const heights = useMemo(
    () => heightsOf(rowHeight, { hasGroups, hasFilters }),
    [rowHeight, hasGroups, hasFilters],
  );
  const height = scroller.fit(rows * rowHeight, heights.heads);
  const takeAtStart = start.focused || props.takesFocus === true;
  const parts = { element, scroller, source, rows, layout, heights };
  const focus = useFocus({ ...parts, hasGroups, start, takeAtStart, wantedRow: props.currentRow });
  const selecting = useSelection({ ...parts, at: focus.at, focus: focus.set });
  const leaveFrom = useKeptMemory(memoryName !== undefined, element, scroller, focus.at, keepMemory);
  const names = useNameStyle();
  const copying = useCopy(source, language, names);
  const actions = useGridActions({
    ...parts, props, language, names, rowHeight, table, focus, selecting, copying, leaveFrom,
  }); // prettier-ignore
  const canEditColumns = onColumnState !== undefined;
  const headDrag = useHeadDrag({ ...parts, table, canMove: canEditColumns });
  const canSort = props.onSort !== undefined;
  const onKeyDown = useGridKeys({ focus, selecting, actions, canSort, canEditColumns });

  useScrollPosition(parts, isPlain, rowHeight);
  useReports(props, selecting.rectangle !== undefined, focus.at.row);
  const follow = useLatest(actions.follow);
  useEffect(() => follow(), [layout, follow]);
  return {
    ...parts, language, names, rowHeight, height, table, focus, selecting, copying, actions, headDrag, onKeyDown,
  }; // prettier-ignore
}

export type GridParts = ReturnType<typeof useGrid>;

/** Attaches the scroller to the element, and scrolls along when the source is replaced by one whose records moved. */
function useScrollPosition(
  { scroller, element, source }: { scroller: Scroller; element: GridElement; source: GridProps['source'] },
  isPlain: boolean,
  rowHeight: number,
): void {
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const leave = scroller.attach(element.current);
    // Back restores the exact position, as does the return from the plain table.
    scroller.scrollTo(scroller.view());
    return leave;
  }, [scroller, element, isPlain]);
  const before = useRef(source);
  useLayoutEffect(() => {
    const by = source === before.current ? 0 : (source.movedFrom?.(before.current) ?? 0);
    before.current = source;
    if (by !== 0) scroller.scrollTo({ top: scroller.view().top + by * rowHeight });
  });
}

type GridElement = { readonly current: HTMLDivElement | null };

/** Reports to the screen whether a range is selected, and the current row. */
function useReports(
  { onRange, onCurrentRow }: Pick<GridProps, 'onRange' | 'onCurrentRow'>,
  hasRange: boolean,
  row: number,
): void {
  const reportRange = useLatest((isSelected: boolean) => onRange?.(isSelected));
  useEffect(() => reportRange(hasRange), [hasRange, reportRange]);
  const reportRow = useLatest((current: number) => onCurrentRow?.(current));
  useEffect(() => {
    if (row >= 0) reportRow(row);
  }, [row, reportRow]);
}
