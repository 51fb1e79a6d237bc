// The data grid of every screen: columns laid out by TanStack Table, cells from a RowSource by position, so that it
// holds only what is near the view whatever the size of the result.

import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { useLanguage } from '../text/text.ts';
import { useStepMemory } from '../app/navigation/navigation.ts';
import { ranksOf } from '../racing/best-three.ts';
import { moveBefore } from './columns/column-order.ts';
import { useDensity } from './viewport/density.ts';
import { GridExtras, HELP_ID } from './GridExtras.tsx';
import { GridPane } from './GridPane.tsx';
import type { GridProps } from './grid-props.ts';
import { heightsOf } from './viewport/heights.ts';
import { PlainTable } from './PlainTable.tsx';
import { makeScroller } from './viewport/scroller.ts';
import { useCellTitle } from './use-cell-title.ts';
import { useCopy } from './selection/use-copy.ts';
import { useFocus } from './keyboard/use-focus.ts';
import { useGridActions } from './use-grid-actions.ts';
import { useGridMouse } from './use-grid-mouse.ts';
import { useGridKeys } from './keyboard/use-grid-keys.ts';
import { useHeadDrag } from './use-head-drag.ts';
import { AT_THE_START, useKeptMemory, type GridMemory } from './viewport/use-kept-memory.ts';
import { useLatest } from './use-latest.ts';
import { useLayout } from './columns/use-layout.ts';
import { useSelection } from './selection/use-selection.ts';
import './grid.css';

const NONE: readonly string[] = [];
const NO_SORT: Sort = [];

export function Grid(props: GridProps): ReactNode {
  const { source, columns, onColumnState, onCurrentRow, statusColumns = NONE, sort = NO_SORT } = props;
  const language = useLanguage();
  const { rowHeight, widthScale } = useDensity();
  const element = useRef<HTMLDivElement>(null);
  const [memory, keepMemory] = useStepMemory<GridMemory>(`grid.${props.memoryName ?? ''}`, AT_THE_START);
  const [start] = useState(() => (props.memoryName === undefined ? AT_THE_START : memory));
  const [scroller] = useState(() => makeScroller(start));
  const [isPlain, setPlain] = useState(false);
  const [held, setHeld] = useState<number>();
  const rows = useSyncExternalStore(source.subscribe, () => source.rows);
  const virtual = props.virtual !== false;

  const laid = useLayout({
    columns,
    pinned: props.pinned ?? NONE,
    widths: props.widths,
    columnState: props.columnState,
    onColumnState,
    language,
    widthScale,
  });
  const { layout } = laid;
  const hasGroups = onColumnState !== undefined && new Set(columns.map(({ group }) => group)).size > 1;
  const hasFilters = props.filterCell !== undefined;
  const heights = useMemo(
    () => heightsOf(rowHeight, { hasGroups, hasFilters }),
    [rowHeight, hasGroups, hasFilters],
  );
  const height = scroller.fit(rows * rowHeight, heights.heads);
  const focus = useFocus({
    element,
    scroller,
    source,
    rows,
    layout,
    hasGroups,
    heights,
    start,
    takeAtStart: start.focused || props.takesFocus === true,
    wantedRow: props.currentRow,
  });
  const currentRow = focus.at.row;
  const selecting = useSelection({
    element,
    scroller,
    layout,
    heights,
    source,
    rows,
    at: focus.at,
    focus: focus.set,
  });
  const leaveFrom = useKeptMemory(props.memoryName !== undefined, element, scroller, focus.at, keepMemory);
  const copying = useCopy(source, language);
  const actions = useGridActions({
    props, language, element, scroller, rowHeight, laid, focus, selecting, copying, leaveFrom,
  }); // prettier-ignore
  const { columnState = { widths: {} } } = props;
  const headDrag = useHeadDrag({
    element,
    scroller,
    layout,
    setWidths: laid.setWidths,
    onMove:
      onColumnState === undefined
        ? undefined
        : (name, before, side) => actions.arrange(moveBefore(columnState, laid.places, name, before, side)),
  });
  const onKeyDown = useGridKeys({
    focus,
    selecting,
    actions,
    canSort: props.onSort !== undefined,
    canEditColumns: onColumnState !== undefined,
  });

  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const leave = scroller.attach(element.current);
    // Back restores exactly, as does the way back from the plain table.
    scroller.scrollTo(scroller.view());
    return leave;
  }, [scroller, isPlain]);
  const before = useRef(source);
  useLayoutEffect(() => {
    const by = source === before.current ? 0 : (source.movedFrom?.(before.current) ?? 0);
    before.current = source;
    if (by !== 0) scroller.scrollTo({ top: scroller.view().top + by * rowHeight });
  });
  const hasRange = selecting.rectangle !== undefined;
  const tellRange = useLatest((isSelected: boolean) => props.onRange?.(isSelected));
  useEffect(() => tellRange(hasRange), [hasRange, tellRange]);
  const tellRow = useLatest((row: number) => onCurrentRow?.(row));
  useEffect(() => {
    if (currentRow >= 0) tellRow(currentRow);
  }, [currentRow, tellRow]);
  const follow = useLatest(actions.follow);
  useEffect(() => {
    follow();
  }, [layout, follow]);

  const linkOf = useLatest((column: Column, row: number) => props.cellLink?.(column, row));
  const drawCell = useLatest((column: Column, row: number, raw: string) =>
    props.drawCell?.(column, row, raw),
  );
  const rankOf = useMemo(
    () => ranksOf(source, props.rankedColumns, columns, statusColumns),
    [source, props.rankedColumns, columns, statusColumns],
  );
  const cells = useMemo(
    () => ({ source, language, linkOf, drawCell, rankOf }),
    [source, language, linkOf, drawCell, rankOf],
  );
  const sortable = props.onSort !== undefined;
  const { drag } = headDrag;
  const heads = useMemo(
    () => ({
      sort, sortable, hasMenu: true, fresh: props.freshColumns, language, dragged: drag?.name,
      dropBefore: drag?.before === drag?.name ? undefined : drag?.before,
    }), // prettier-ignore
    [sort, sortable, language, props.freshColumns, drag?.name, drag?.before],
  );
  const title = useCellTitle(cells, layout);
  const mouse = useGridMouse({ focus, selecting, headDrag, actions, onOpen: props.onOpen });

  const extras = (
    <GridExtras
      props={props}
      element={element}
      laid={laid}
      focus={focus}
      rows={rows}
      selecting={selecting}
      copying={copying}
      actions={actions}
      isWhole={!virtual}
      showPlain={isPlain ? undefined : () => setPlain(true)}
    />
  );
  const frame = virtual ? 'grid-frame' : 'grid-frame is-whole';
  if (isPlain) {
    return (
      <div className={frame}>
        <PlainTable
          label={props.label}
          cells={cells}
          layout={layout}
          sort={sort}
          onSort={sortable ? (index) => actions.run('sort', index) : undefined}
          onFollow={(row, index) => actions.open(row, index)}
          firstRow={currentRow}
          onClose={(row) => {
            setPlain(false);
            focus.set({ row, column: focus.at.column });
          }}
        />
      </div>
    );
  }
  return (
    <div className={frame}>
      <div
        ref={element}
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows + heights.headRows}
        aria-colcount={layout.all.length}
        aria-multiselectable="true"
        aria-describedby={actions.overlay?.kind === 'help' ? HELP_ID : undefined}
        className={virtual ? 'grid' : 'grid is-whole'}
        style={{ ['--grid-row-height' as string]: `${rowHeight}px` }}
        onKeyDown={onKeyDown}
        {...mouse}
        onPointerOver={title}
        onFocus={(event) => {
          const filter = event.target.closest<HTMLElement>('[data-filter-index]');
          setHeld(filter === null ? undefined : Number(filter.dataset['filterIndex']));
        }}
      >
        <div role="presentation" className="grid-extent" style={{ width: layout.width, height }}>
          <GridPane
            scroller={scroller}
            element={element}
            layout={layout}
            heights={heights}
            virtual={virtual}
            focused={focus.at}
            held={held}
            selected={selecting.rectangle}
            cells={cells}
            heads={heads}
            statusColumns={statusColumns}
            filterCell={props.filterCell}
          />
        </div>
      </div>
      {extras}
    </div>
  );
}
