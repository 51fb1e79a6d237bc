// The data grid of every screen: headless TanStack Table and Virtual, cells from a RowSource by position,
// so that it holds only what is near the viewport whatever the size of the result.

import { createPortal } from 'react-dom';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { navigation, usePlaceMemory } from '../navigation/navigation.ts';
import type { Place } from '../navigation/place.ts';
import type { Arrangement } from './arrangement.ts';
import { ColumnHelp } from './ColumnHelp.tsx';
import { useDensity } from './density.ts';
import { FilterRow } from './FilterRow.tsx';
import { GridHead } from './GridHead.tsx';
import { GridRow } from './GridRow.tsx';
import { ranksOf } from './best-three.ts';
import type { RowSource } from './row-source.ts';
import { nextSort } from './sort-choice.ts';
import { cellAt, cellOf, useFocus } from './use-focus.ts';
import { AT_THE_START, useKeptMemory, type GridMemory } from './use-kept-memory.ts';
import { useLatest } from './use-latest.ts';
import { useLayout } from './use-layout.ts';
import { useViewport } from './use-viewport.ts';
import './grid.css';

export interface GridProps {
  /** What the grid shows, for people who do not see it. */
  readonly label: string;
  readonly source: RowSource;
  /** Those shown, in order. */
  readonly columns: readonly Column[];
  /** Names of columns that stay at the left while nobody arranged otherwise. */
  readonly pinned?: readonly string[];
  /** How a person arranged the columns: widths, both sides, folded groups. Its `shown` is `columns` already. */
  readonly arrangement?: Arrangement;
  /** Without it columns cannot be moved, pinned, hidden or folded, and a width lasts as long as the grid. */
  readonly onArrange?: (arrangement: Arrangement) => void;
  /** What stands under each head, such as a filter; without it there is no such row. */
  readonly filterCell?: (column: Column) => ReactNode;
  readonly sort?: Sort;
  /** Without it heads do not sort. */
  readonly onSort?: (sort: Sort) => void;
  /** Enter and double click. */
  readonly onOpen?: (row: number) => void;
  /** The row that the focus stands on changed. */
  readonly onCurrentRow?: (row: number) => void;
  /** Where a cell leads: a horse, a race. */
  readonly cellLink?: (column: Column, row: number) => Place | undefined;
  /** A screen's own drawing of a cell; undefined leaves it to the grid. */
  readonly drawCell?: (column: Column, row: number, raw: string) => ReactNode;
  /** Under this name scroll and focused cell are kept for this step of the way, so that Back restores them. */
  readonly memoryName?: string;
  /** `false` draws every row and column: for the few rows of a race. */
  readonly virtual?: boolean;
  /** Columns whose best three values of this sheet are tinted and numbered. Only for sources with all cells in hand. */
  readonly rankedColumns?: ReadonlySet<string>;
  /** Columns that, when neither blank nor 0, say the runner took no ordinary part: the row is struck through. */
  readonly statusColumns?: readonly string[];
  /** Columns that the catalogue does not know: marked as new. */
  readonly freshColumns?: ReadonlySet<string>;
  /** Pixels by column, where the screen wants them other than usual. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean;
  /** A row that something beside the grid stepped to: it is shown and becomes the current one. */
  readonly currentRow?: number | undefined;
}

const NONE: readonly string[] = [];
const NO_SORT: Sort = [];

/** Whether a status or flag says something: neither blank nor zero. */
const isSet = (raw: string | null | undefined): boolean => raw != null && !/^[\s0]*$/.test(raw);

export function Grid(props: GridProps): ReactNode {
  const { source, columns, onSort, onOpen, onCurrentRow, statusColumns = NONE, sort = NO_SORT } = props;
  const language = useLanguage();
  const helpId = useId();
  const { rowHeight, widthScale } = useDensity();
  useSyncExternalStore(source.subscribe, source.version);
  const scroller = useRef<HTMLDivElement>(null);
  const [memory, keepMemory] = usePlaceMemory<GridMemory>(`grid.${props.memoryName ?? ''}`, AT_THE_START);
  const [start] = useState(() => (props.memoryName === undefined ? AT_THE_START : memory));
  const [help, setHelp] = useState<{ column: Column; left: number; bottom: number }>();

  const { layout, startResize, setWidth } = useLayout({
    columns,
    pinned: props.pinned ?? NONE,
    widths: props.widths,
    arrangement: props.arrangement,
    onArrange: props.onArrange,
    language,
    widthScale,
  });
  const focus = useFocus({
    scroller,
    rows: source.rows,
    columns: layout.all.length,
    rowHeight,
    start,
    takeAtStart: start.focused || props.takesFocus === true,
    wantedRow: props.currentRow,
  });
  const view = useViewport({
    scroller,
    source,
    layout,
    rowHeight,
    virtual: props.virtual !== false,
    keepRow: focus.at.row,
    keepColumn: focus.at.column,
    start,
  });

  useLayoutEffect(() => {
    // Back restores exactly; the rows drawn first are already those (initialOffset in use-viewport.ts).
    scroller.current?.scrollTo({ top: start.top, left: start.left, behavior: 'instant' });
  }, [start]);
  const leaveFrom = useKeptMemory(props.memoryName !== undefined, scroller, focus.at, keepMemory);
  const currentRow = focus.at.row;
  const tellRow = useRef(onCurrentRow);
  useEffect(() => {
    tellRow.current = onCurrentRow;
  });
  useEffect(() => {
    if (currentRow >= 0) tellRow.current?.(currentRow);
  }, [currentRow]);

  const linkOf = useLatest((column: Column, row: number) => props.cellLink?.(column, row));
  const drawn = useLatest((column: Column, row: number, raw: string) => props.drawCell?.(column, row, raw));
  const rankOf = ranksOf(source, props.rankedColumns, columns);
  const stableResize = useLatest(startResize);

  const openCell = (row: number, index: number): void => {
    const laid = layout.all[index];
    if (laid === undefined) return;
    if (row < 0) return;
    const place = props.cellLink?.(laid.column, row);
    leaveFrom({ row, column: index });
    if (place === undefined) onOpen?.(row);
    else navigation.go(place);
  };
  const sortBy = (index: number, add: boolean): void => {
    const laid = layout.all[index];
    if (laid !== undefined) onSort?.(nextSort(sort, laid.column.name, add));
  };
  const showHelp = (cell: HTMLElement | undefined): void => {
    const column = layout.all[Number(cell?.dataset['index'] ?? -1)]?.column;
    if (cell === undefined || column === undefined) return setHelp(undefined);
    const { left, bottom } = cell.getBoundingClientRect();
    setHelp({ column, left, bottom });
  };

  const onKeyDown = (event: React.KeyboardEvent<HTMLDivElement>): void => {
    if (event.nativeEvent.isComposing || event.altKey || event.metaKey) return;
    const { row, column } = focus.at;
    if (help !== undefined && event.key === 'Escape') {
      event.stopPropagation();
      return setHelp(undefined);
    }
    if (event.key === '?' || event.key === 'F1') {
      event.preventDefault();
      return showHelp(cellAt(scroller.current, -1, column) ?? cellAt(scroller.current, row, column));
    }
    setHelp(undefined);
    if (row < 0 && event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      const laid = layout.all[column];
      event.preventDefault();
      if (laid !== undefined) setWidth(laid.column.name, laid.width + (event.key === 'ArrowLeft' ? -10 : 10));
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (row < 0) sortBy(column, event.shiftKey);
      else openCell(row, column);
      return;
    }
    if (focus.move(event.key, event.ctrlKey)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const onClick = (event: React.MouseEvent<HTMLDivElement>): void => {
    const cell = cellOf(event.target);
    if (cell === undefined) return;
    const row = Number(cell.dataset['row']);
    const index = Number(cell.dataset['index']);
    focus.set({ row, column: index });
    if (row < 0) sortBy(index, event.shiftKey);
    else if (event.target instanceof Element && event.target.closest('[data-link]') !== null) {
      openCell(row, index);
    }
  };

  const headRows = props.filterCell === undefined ? 1 : 2;
  const bodyHeight = source.rows * rowHeight;
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={source.rows + headRows}
      aria-colcount={layout.all.length}
      aria-multiselectable="false"
      aria-describedby={help === undefined ? undefined : helpId}
      className={props.virtual === false ? 'grid is-whole' : 'grid'}
      style={{
        ['--grid-row-height' as string]: `${rowHeight}px`,
        scrollPaddingLeft: layout.pinnedWidth,
        scrollPaddingTop: rowHeight * headRows,
      }}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={(event) => {
        const cell = cellOf(event.target);
        if (cell !== undefined && Number(cell.dataset['row']) >= 0) onOpen?.(Number(cell.dataset['row']));
      }}
      // Moving, not being over: a head that comes to lie under a resting pointer explains nothing unasked.
      onPointerMove={(event) => {
        const cell = cellOf(event.target);
        const head = cell?.dataset['row'] === '-1' ? cell : undefined;
        const name = layout.all[Number(head?.dataset['index'] ?? -1)]?.column.name;
        if (name !== help?.column.name) showHelp(head);
      }}
      onPointerLeave={() => setHelp(undefined)}
      onScroll={() => (help === undefined ? undefined : setHelp(undefined))}
    >
      <div role="rowgroup" className="grid-heads" style={{ width: layout.totalWidth }}>
        <GridHead
          pinned={layout.pinned}
          center={view.columns}
          sort={sort}
          sortable={onSort !== undefined}
          fresh={props.freshColumns}
          focused={currentRow < 0 ? focus.at.column : undefined}
          language={language}
          startResize={stableResize}
        />
        {props.filterCell === undefined ? null : (
          <FilterRow pinned={layout.pinned} center={view.columns} filterCell={props.filterCell} />
        )}
      </div>
      <div role="rowgroup" className="grid-body" style={{ width: layout.totalWidth, height: bodyHeight }}>
        {view.rows.map((row) => (
          <GridRow
            key={row}
            source={source}
            row={row}
            ariaRow={row + headRows + 1}
            rowVersion={source.rowVersion(row)}
            top={row * rowHeight}
            pinned={layout.pinned}
            center={view.columns}
            focused={currentRow === row ? focus.at.column : undefined}
            language={language}
            linkOf={linkOf}
            drawCell={drawn}
            rankOf={rankOf}
            struck={statusColumns.some((name) => isSet(source.cell(row, name)))}
          />
        ))}
      </div>
      {help === undefined
        ? null
        : // Outside the grid, which clips what it holds and may only have rows as children.
          createPortal(
            <ColumnHelp
              id={helpId}
              column={help.column}
              language={language}
              near={help}
              fresh={props.freshColumns?.has(help.column.name) === true}
            />,
            document.body,
          )}
    </div>
  );
}
