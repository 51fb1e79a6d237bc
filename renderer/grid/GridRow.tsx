// One row on screen. It is drawn again only when its cells, its columns or its focus change.

import { memo, type ReactNode } from 'react';
import type { Place } from '../navigation/place.ts';
import type { Language } from '#shared/text.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { Cell } from './Cell.tsx';
import { isNumeric } from './column-width.ts';
import type { RowSource } from './row-source.ts';
import type { LaidColumn } from './use-layout.ts';

interface GridRowProps {
  readonly source: RowSource;
  readonly row: number;
  /** From 1, heads included. */
  readonly ariaRow: number;
  /** Changes when a cell of the row does. */
  readonly rowVersion: number;
  /** Pixels from the top of the grid's body. */
  readonly top: number;
  readonly pinned: readonly LaidColumn[];
  readonly center: readonly LaidColumn[];
  /** The column whose cell takes the focus, when it is in this row. */
  readonly focused: number | undefined;
  readonly language: Language;
  readonly linkOf: (column: Column, row: number) => Place | undefined;
  /** A screen's own drawing, if it has one for this cell. */
  readonly drawCell: (column: Column, row: number, raw: string) => ReactNode;
  /** 1 to 3 when the cell is among the best three of its column. */
  readonly rankOf: ((column: string, row: number) => number | undefined) | undefined;
  readonly struck: boolean;
}

export const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { source, row, top, pinned, center, focused, struck } = props;
  const cellOf = (laid: LaidColumn): ReactNode => {
    const { column } = laid;
    const raw = source.cell(row, column.name);
    const rank = raw == null ? undefined : props.rankOf?.(column.name, row);
    const link = raw == null || raw === '' ? undefined : props.linkOf(column, row);
    const classes = ['grid-cell'];
    if (isNumeric(column)) classes.push('is-numeric');
    if (column.kind === 'mark') classes.push('is-mark');
    if (laid.pinned) classes.push('is-pinned');
    if (laid.pinned && laid.index === pinned.length - 1) classes.push('is-last-pinned');
    if (rank !== undefined) classes.push(`is-rank-${rank}`);
    const drawn =
      raw === undefined ? (
        <span className="grid-skeleton" aria-hidden="true" />
      ) : (
        ((raw === null ? undefined : props.drawCell(column, row, raw)) ?? (
          <Cell column={column} raw={raw} language={props.language} />
        ))
      );
    return (
      <div
        key={column.name}
        role="gridcell"
        aria-colindex={laid.index + 1}
        tabIndex={focused === laid.index ? 0 : -1}
        data-row={row}
        data-index={laid.index}
        className={classes.join(' ')}
        style={{ left: laid.left, width: laid.width }}
      >
        {link === undefined ? (
          drawn
        ) : (
          <button type="button" tabIndex={-1} className="grid-link" data-link="">
            {drawn}
          </button>
        )}
        {rank === undefined ? null : <sub className="grid-rank">{rank}</sub>}
      </div>
    );
  };
  const classes = ['grid-row'];
  if (row % 2 === 1) classes.push('is-odd');
  if (focused !== undefined) classes.push('is-current');
  if (struck) classes.push('is-struck');
  return (
    <div role="row" aria-rowindex={props.ariaRow} className={classes.join(' ')} style={{ top }}>
      {pinned.map(cellOf)}
      {center.map(cellOf)}
    </div>
  );
});
