// What each action of the grid does, whether a key, a menu or the command palette runs it.

import { useState } from 'react';
import { linkText } from '../app/navigation/links.ts';
import { destinationOf, navigation, tabActions } from '../app/navigation/navigation.ts';
import type { LaidColumn } from './columns/layout.ts';
import { useColumnActions, type ColumnActionsOptions } from './columns/use-column-actions.ts';
import type { GridAction } from './keyboard/shortcuts.ts';
import { cellAt } from './keyboard/use-focus.ts';
import type { CopyChoice } from './selection/copy-text.ts';
import { everything, rowsIn, wholeColumns } from './selection/selection.ts';
import type { Copying } from './selection/use-copy.ts';
import type { SelectionState } from './selection/use-selection.ts';

interface Options extends ColumnActionsOptions {
  readonly selecting: SelectionState;
  readonly copying: Copying;
  /** Stores the cell that the user leaves from, when an action leads away. */
  readonly leaveFrom: (from: { readonly row: number; readonly column: number }) => void;
}

/** What is open over the grid. */
export type Overlay =
  | { readonly kind: 'menu'; readonly index: number; readonly anchor: HTMLElement | null }
  | { readonly kind: 'copy'; readonly anchor: HTMLElement | null }
  | { readonly kind: 'help'; readonly index: number; readonly left: number; readonly bottom: number }
  | { readonly kind: 'jump' };

type Act = (laid: LaidColumn, row: number) => void;

export function useGridActions(options: Options) {
  const { props, element, table, layout, focus, selecting, copying } = options;
  const { source } = props;
  const [overlay, setOverlay] = useState<Overlay>();
  const columns = useColumnActions(options);
  const anchorAt = (row: number, index: number): HTMLElement | null =>
    cellAt(element.current, row, index) ?? element.current;

  const open = (row: number, index: number): void => {
    const column = layout.all[index]?.column;
    if (column === undefined || row < 0) return;
    const act = props.cellAction?.(column, row);
    if (act !== undefined) {
      // A click on the cell's button leaves the focus there: it belongs to the cell, to come back to.
      cellAt(element.current, row, index)?.focus({ preventScroll: true });
      act();
      return;
    }
    const place = props.cellLink?.(column, row);
    options.leaveFrom({ row, column: index });
    if (place === undefined) props.onOpen?.(row);
    else navigation.go(place);
  };
  /** Where the cell, or else the row, leads. */
  const destination = (row: number, index: number) => {
    const column = layout.all[index]?.column;
    if (column === undefined || row < 0) return undefined;
    const route = props.cellLink?.(column, row);
    return route === undefined ? destinationOf(() => props.onOpen?.(row)) : { route };
  };
  const openInTab = (row: number, index: number): void => {
    const to = destination(row, index);
    const cell = cellAt(element.current, row, index);
    if (to !== undefined)
      tabActions.open(to.route, { title: linkText(cell), memory: to.memory, isShown: false });
  };
  const copy = (choice?: CopyChoice): Promise<void> => {
    const { row, column } = focus.at;
    const area = selecting.rectangle ?? { top: row, bottom: row, left: column, right: column };
    if (area.top < 0) return Promise.resolve();
    const copied = layout.all.slice(area.left, area.right + 1).map((each) => each.column);
    return copying.copy({ from: area.top, count: rowsIn(area), columns: copied }, choice);
  };
  const showHelp = (index: number): void => {
    const cell = cellAt(element.current, -1, index);
    if (cell === undefined) return setOverlay(undefined);
    const { left, bottom } = cell.getBoundingClientRect();
    setOverlay({ kind: 'help', index, left, bottom });
  };
  const sort =
    (adds: boolean): Act =>
    ({ column }) =>
      table.getColumn(column.name)?.toggleSorting(undefined, adds);
  const acts: Readonly<Record<GridAction, Act>> = {
    ...columns.acts,
    open: ({ index }, row) => open(row, index),
    openInTab: ({ index }, row) => openInTab(row, index),
    about: ({ column }, row) => props.onFigure?.('about', column, row),
    cite: ({ column }, row) => props.onFigure?.('cite', column, row),
    sort: sort(false),
    sortAdd: sort(true),
    menu: ({ index }) => setOverlay({ kind: 'menu', index, anchor: anchorAt(-1, index) }),
    help: ({ index }) => showHelp(index),
    jump: () => setOverlay({ kind: 'jump' }),
    copy: () => void copy(),
    copyAs: ({ index }, row) => setOverlay({ kind: 'copy', anchor: anchorAt(row, index) }),
    selectAll: () => selecting.select(everything(source.rows, layout.all.length)),
    selectColumn: ({ index }) => selecting.select(wholeColumns(source.rows, index, index)),
    clear: () => selecting.select(undefined),
  };
  const run = (action: GridAction, index: number, row = focus.at.row): void => {
    const laid = layout.all[index];
    if (laid !== undefined) acts[action](laid, row);
  };
  return { run, open, destination, copy, overlay, setOverlay, follow: columns.follow };
}

export type GridActions = ReturnType<typeof useGridActions>;
