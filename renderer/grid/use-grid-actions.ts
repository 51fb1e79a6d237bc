// What each of the grid's actions does, whatever called for it: a key, a menu, the command palette.

import { useRef, useState, type RefObject } from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import type { Language } from '#shared/text.ts';
import { navigation } from '../app/navigation/navigation.ts';
import { DEFAULT_COLUMN_STATE } from './columns/column-state.ts';
import { moreIsBetter } from '../racing/best-three.ts';
import { foldGroup, hideColumns, moveBy, pinColumn, type Side } from './columns/column-order.ts';
import { fitWidth, measureAs } from './columns/fit-width.ts';
import type { GridProps } from './grid-props.ts';
import type { LaidColumn } from './columns/layout.ts';
import type { Scroller } from './viewport/scroller.ts';
import { everything, rowsIn, wholeColumns } from './selection/selection.ts';
import type { GridAction } from './keyboard/shortcuts.ts';
import { nextSort } from './columns/sort-choice.ts';
import type { Copying } from './selection/use-copy.ts';
import { cellAt, type Focus } from './keyboard/use-focus.ts';
import type { Laid } from './columns/use-layout.ts';
import type { SelectionState } from './selection/use-selection.ts';
import type { CopyChoice } from './selection/copy-text.ts';

interface Parts {
  readonly props: GridProps;
  readonly language: Language;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly scroller: Scroller;
  readonly rowHeight: number;
  readonly laid: Laid;
  readonly focus: Focus;
  readonly selecting: SelectionState;
  readonly copying: Copying;
  /** Writes down which cell is left from, when an action leads away. */
  readonly leaveFrom: (from: { readonly row: number; readonly column: number }) => void;
}

/** What stands open over the grid. */
export type Overlay =
  | { readonly kind: 'menu'; readonly index: number; readonly anchor: HTMLElement | null }
  | { readonly kind: 'copy'; readonly anchor: HTMLElement | null }
  | { readonly kind: 'help'; readonly index: number; readonly left: number; readonly bottom: number }
  | { readonly kind: 'jump' };

const NO_SORT: Sort = [];

/** Rows around those on screen whose values a column is fitted to. */
const FITTED_ROWS = 200;

export function useGridActions(parts: Parts) {
  const { props, language, element, scroller, rowHeight, laid, focus, selecting, copying } = parts;
  const { source, columnState = DEFAULT_COLUMN_STATE, onColumnState, onSort, sort = NO_SORT } = props;
  const { layout, places, setWidths } = laid;
  const [overlay, setOverlay] = useState<Overlay>();
  const columnAt = (index: number): LaidColumn | undefined => layout.all[index];
  const nameAt = (index: number): string => columnAt(index)?.column.name ?? '';

  const moved = useRef<string>(undefined);
  /** The focus goes along with a column that moved: it is found again in the next layout. */
  const follow = (): void => {
    const index = layout.all.findIndex(({ column }) => column.name === moved.current);
    if (moved.current !== undefined && index >= 0) focus.set({ row: focus.at.row, column: index });
    moved.current = undefined;
  };
  const arrange = (next: typeof columnState): void => {
    if (next !== columnState) onColumnState?.(next);
  };
  const fit = (columns: readonly LaidColumn[]): void => {
    const cell = element.current;
    if (cell === null) return;
    const measure = measureAs(cell);
    const middle = Math.floor(scroller.view().top / rowHeight);
    const from = Math.max(0, middle - FITTED_ROWS);
    const rows = Array.from({ length: Math.min(source.rows - from, 2 * FITTED_ROWS) }, (_, at) => from + at);
    setWidths(
      Object.fromEntries(
        columns.map(({ column }) => {
          const values = rows.map((row) => source.cell(row, column.name));
          return [column.name, fitWidth(column, values, language, measure)];
        }),
      ),
    );
  };
  const open = (row: number, index: number): void => {
    const column = columnAt(index)?.column;
    if (column === undefined || row < 0) return;
    const place = props.cellLink?.(column, row);
    parts.leaveFrom({ row, column: index });
    if (place === undefined) props.onOpen?.(row);
    else navigation.go(place);
  };
  const copy = (choice?: CopyChoice): Promise<void> => {
    const { rectangle } = selecting;
    const { row, column } = focus.at;
    const area = rectangle ?? { top: row, bottom: row, left: column, right: column };
    const columns = layout.all.slice(area.left, area.right + 1).map((each) => each.column);
    if (area.top < 0) return Promise.resolve();
    return copying.copy({ from: area.top, count: rowsIn(area), columns }, choice);
  };
  const showHelp = (index: number): void => {
    const cell = cellAt(element.current, -1, index);
    if (cell === undefined) return setOverlay(undefined);
    const { left, bottom } = cell.getBoundingClientRect();
    setOverlay({ kind: 'help', index, left, bottom });
  };
  const pin = (index: number, side: Side): void => {
    const name = nameAt(index);
    moved.current = name;
    arrange(pinColumn(columnState, places, name, side));
  };
  const move = (index: number, by: 1 | -1): void => {
    const name = nameAt(index);
    moved.current = name;
    arrange(moveBy(columnState, places, name, by));
  };
  const sortBy = ({ column }: LaidColumn, add: boolean): Sort => {
    const first = moreIsBetter(column, props.rankedColumns) ? 'descending' : 'ascending';
    return nextSort(sort, column.name, add, first);
  };
  const run = (action: GridAction, index: number, row = focus.at.row): void => {
    const column = columnAt(index);
    if (column === undefined) return;
    const { name } = column.column;
    switch (action) {
      case 'open':
        return open(row, index);
      case 'sort':
      case 'sortAdd':
        return onSort?.(sortBy(column, action === 'sortAdd'));
      case 'menu':
        return setOverlay({
          kind: 'menu',
          index,
          anchor: cellAt(element.current, -1, index) ?? element.current,
        });
      case 'help':
        return showHelp(index);
      case 'jump':
        return setOverlay({ kind: 'jump' });
      case 'copy':
        return void copy();
      case 'copyAs':
        return setOverlay({ kind: 'copy', anchor: cellAt(element.current, row, index) ?? element.current });
      case 'selectAll':
        return selecting.select(everything(source.rows, layout.all.length));
      case 'selectColumn':
        return selecting.select(wholeColumns(source.rows, index, index));
      case 'clear':
        return selecting.select(undefined);
      case 'moveLeft':
        return move(index, -1);
      case 'moveRight':
        return move(index, 1);
      case 'narrower':
        return setWidths({ [name]: column.width - 10 });
      case 'wider':
        return setWidths({ [name]: column.width + 10 });
      case 'pinStart':
        return pin(index, 'start');
      case 'pinEnd':
        return pin(index, 'end');
      case 'unpin':
        return pin(index, 'none');
      case 'hide':
        // The focus goes to the column that takes its place, or to the last that is left.
        moved.current = nameAt(index + 1) || nameAt(index - 1);
        return arrange(hideColumns(columnState, places, new Set([name])));
      case 'fit':
        return fit([column]);
      case 'fitAll':
        return fit(layout.all);
      case 'fold':
        return arrange(foldGroup(columnState, column.column.group));
    }
  };
  return { run, open, copy, overlay, setOverlay, arrange, follow };
}

export type GridActions = ReturnType<typeof useGridActions>;
