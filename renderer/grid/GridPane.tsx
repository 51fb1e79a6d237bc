// Everything drawn of the grid: heads and rows, moved to where the scrolled element is.

import { useRef, useSyncExternalStore, type ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { FilterRow } from './FilterRow.tsx';
import type { CellContext } from './cell-content.tsx';
import { GridHead, type HeadContext } from './GridHead.tsx';
import { GridRow } from './GridRow.tsx';
import { GroupRow } from './GroupRow.tsx';
import type { Heights } from './viewport/heights.ts';
import type { ColumnLayout } from './columns/layout.ts';
import { GROUP_HEADS, HEADS, type Position } from './keyboard/movement.ts';
import { isStruck, type StatusColumn } from './data/row-source.ts';
import type { Scroller } from './viewport/scroller.ts';
import type { Rectangle } from './selection/selection.ts';
import { useViewport } from './viewport/use-viewport.ts';

interface GridPaneProps {
  readonly scroller: Scroller;
  readonly layout: ColumnLayout;
  readonly heights: Heights;
  readonly virtual: boolean;
  readonly focused: Position;
  /** Index of the column with the focus, also of its filter: it must not leave the page. */
  readonly keepColumn: number;
  readonly selected: Rectangle | undefined;
  readonly cells: CellContext;
  readonly heads: HeadContext;
  readonly statusColumns: readonly StatusColumn[];
  readonly filterCell: ((column: Column) => ReactNode) | undefined;
}

const NOTHING: Rectangle = { top: 0, bottom: -1, left: 0, right: -1 };

export function GridPane(props: GridPaneProps): ReactNode {
  const { layout, heights, focused, cells, heads, statusColumns, filterCell, selected = NOTHING } = props;
  const { source, language } = cells;
  useSyncExternalStore(source.subscribe, source.version);
  const pane = useRef<HTMLDivElement>(null);
  const { rows, runs } = useViewport({
    scroller: props.scroller,
    pane,
    source,
    layout,
    rowHeight: heights.row,
    headsHeight: heights.heads,
    virtual: props.virtual,
    keepRow: focused.row,
    keepColumn: props.keepColumn,
  });
  const focusIn = (row: number): number => (focused.row === row ? focused.column : -1);
  const hasGroups = heights.groups > 0;
  const headRow = hasGroups ? 2 : 1;
  return (
    <div ref={pane} role="presentation" className="grid-pane">
      <div role="rowgroup" className="grid-heads" style={{ height: heights.heads }}>
        {hasGroups ? (
          <GroupRow
            layout={layout}
            runs={runs}
            focused={focusIn(GROUP_HEADS)}
            height={heights.groups}
            language={language}
          />
        ) : null}
        <GridHead context={heads} layout={layout} runs={runs} ariaRow={headRow} focused={focusIn(HEADS)} />
        {filterCell === undefined ? null : (
          <FilterRow layout={layout} runs={runs} ariaRow={headRow + 1} filterCell={filterCell} />
        )}
      </div>
      <div
        role="rowgroup"
        className="grid-body"
        style={props.virtual ? undefined : { height: heights.row * source.rows }}
      >
        <div role="presentation" className="grid-rows">
          {rows.map(({ row, key, top }) => {
            const isSelected = row >= selected.top && row <= selected.bottom;
            return (
              <GridRow
                key={key}
                context={cells}
                layout={layout}
                runs={runs}
                row={row}
                ariaRow={row + heights.headRows + 1}
                rowVersion={source.rowVersion(row)}
                top={top}
                focused={focusIn(row)}
                from={isSelected ? selected.left : NOTHING.left}
                to={isSelected ? selected.right : NOTHING.right}
                struck={isStruck(source, row, statusColumns)}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
