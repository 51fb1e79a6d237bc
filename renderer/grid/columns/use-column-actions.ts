// The user's actions on columns: move, pin, hide, fold, resize. The focus follows a column that moved.

import { useRef, type RefObject } from 'react';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';
import { besideIn } from '../data/row-source.ts';
import type { GridProps } from '../grid-props.ts';
import type { Focus } from '../keyboard/use-focus.ts';
import type { Scroller } from '../viewport/scroller.ts';
import { DEFAULT_COLUMN_STATE, foldGroup, type Side } from './column-state.ts';
import { setShown, setWidths, type ColumnTable } from './column-table.ts';
import { moveBy, pinColumn } from './pinning.ts';
import { fitWidth, measureAs } from './fit-width.ts';
import type { ColumnLayout, LaidColumn } from './layout.ts';

export interface ColumnActionsOptions {
  readonly props: GridProps;
  readonly language: Language;
  readonly names: NameStyle;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly scroller: Scroller;
  readonly rowHeight: number;
  readonly table: ColumnTable;
  readonly layout: ColumnLayout;
  readonly focus: Focus;
}

/** Rows around those on screen whose values a column is fitted to. */
const FITTED_ROWS = 200;

/** Pixels by which a key makes a column wider or narrower. */
const STEP = 10;

export function useColumnActions(options: ColumnActionsOptions) {
  const { props, language, names, element, scroller, rowHeight, table, layout, focus } = options;
  const { source, columnState = DEFAULT_COLUMN_STATE, onColumnState } = props;
  const nameAt = (index: number): string | undefined => layout.all[index]?.column.name;

  const moved = useRef<string>(undefined);
  /** Puts the focus on the column that moved, in the layout after it. */
  const follow = (): void => {
    const index = layout.all.findIndex(({ column }) => column.name === moved.current);
    if (moved.current !== undefined && index >= 0) focus.set({ row: focus.at.row, column: index });
    moved.current = undefined;
  };
  const pin = (side: Side) => (laid: LaidColumn) => {
    moved.current = laid.column.name;
    pinColumn(table, laid.column.name, side);
  };
  const move = (by: 1 | -1) => (laid: LaidColumn) => {
    moved.current = laid.column.name;
    moveBy(table, laid.column.name, by);
  };
  const widen = (by: number) => (laid: LaidColumn) =>
    setWidths(table, { [laid.column.name]: laid.width + by });
  const fit = (columns: readonly LaidColumn[]): void => {
    if (element.current === null) return;
    const measure = measureAs(element.current);
    const middle = Math.floor(scroller.view().top / rowHeight);
    const from = Math.max(0, middle - FITTED_ROWS);
    const rows = Array.from({ length: Math.min(source.rows - from, 2 * FITTED_ROWS) }, (_, at) => from + at);
    const widthOf = ({ column }: LaidColumn): [string, number] => {
      const values = rows.map((row) => source.cell(row, column.name));
      const besides = rows.map((row) => besideIn(source, row, column));
      return [column.name, fitWidth(column, values, { language, names, measure }, besides)];
    };
    setWidths(table, Object.fromEntries(columns.map(widthOf)));
  };
  return {
    follow,
    acts: {
      moveLeft: move(-1),
      moveRight: move(1),
      narrower: widen(-STEP),
      wider: widen(STEP),
      pinStart: pin('start'),
      pinEnd: pin('end'),
      unpin: pin('center'),
      hide: ({ column, index }: LaidColumn) => {
        // The focus goes to the column that takes its place, or to the last one left.
        moved.current = nameAt(index + 1) ?? nameAt(index - 1);
        setShown(table, [column.name], false);
      },
      fit: (laid: LaidColumn) => fit([laid]),
      fitAll: () => fit(layout.all),
      fold: ({ column }: LaidColumn) => onColumnState?.(foldGroup(columnState, column.group)),
    },
  };
}
