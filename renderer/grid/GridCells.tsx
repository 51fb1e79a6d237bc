// A few neighboring cells of a row, drawn again only when one of them changes.

import { memo, type ReactNode } from 'react';
import { cellContent, type CellContext } from './cell-content.tsx';
import type { LaidColumn } from './columns/layout.ts';

/** Of the line in a cell, which stays the same in every density. */
const TREND_HEIGHT = 18;

interface GridCellsProps {
  readonly context: CellContext;
  readonly columns: readonly LaidColumn[];
  readonly row: number;
  /** Changes when a cell of the row does. */
  readonly rowVersion: number;
  /** Index of the column whose cell takes the focus; -1 if none of these does. */
  readonly focused: number;
  /** Drawn for the focus alone and not on screen: cells that were evicted show no skeleton. */
  readonly isAside: boolean;
  /** Indices of the first and last selected column; `to` is below `from` if none is. */
  readonly from: number;
  readonly to: number;
}

const LINK_CLASS = { place: 'grid-link', action: 'grid-link opens-here' } as const;

const skeleton = <span className="grid-skeleton" aria-hidden="true" />;

export const GridCells = memo(function GridCells(props: GridCellsProps): ReactNode {
  const { context, columns, row, focused, isAside, from, to } = props;
  const { source } = context;
  return columns.map((laid) => {
    const { column, index } = laid;
    const raw = source.cell(row, column.name);
    const cell = cellContent(context, laid, row, raw, TREND_HEIGHT);
    const content = raw === undefined ? (isAside ? null : skeleton) : cell.content;
    const lead = raw == null || raw === '' ? undefined : context.leadOf(column, row);
    const isSelected = index >= from && index <= to;
    let className = `grid-cell${cell.className}`;
    if (isSelected) className += ' is-selected';
    return (
      <div
        key={index}
        role="gridcell"
        aria-colindex={index + 1}
        aria-selected={isSelected || undefined}
        tabIndex={focused === index ? 0 : -1}
        data-index={index}
        className={className}
        style={laid.style}
      >
        {cell.trend}
        {lead === undefined ? (
          content
        ) : (
          <button type="button" tabIndex={-1} className={LINK_CLASS[lead]} data-link="">
            {content}
          </button>
        )}
        {cell.rank}
      </div>
    );
  });
});
