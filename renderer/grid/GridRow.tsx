// One row on screen: its three sides, in runs of cells that are drawn again only when they change.

import { memo, type ReactNode } from 'react';
import type { CellContext } from './cell-content.tsx';
import { GridCells } from './GridCells.tsx';
import type { LaidColumn, ColumnLayout } from './columns/layout.ts';
import { Sections } from './Sections.tsx';
import { ASIDE } from './viewport/use-viewport.ts';

interface GridRowProps {
  readonly context: CellContext;
  readonly layout: ColumnLayout;
  readonly runs: readonly (readonly LaidColumn[])[];
  readonly row: number;
  /** From 1, heads included. */
  readonly ariaRow: number;
  readonly rowVersion: number;
  /** Pixels from the top of the element that holds the rows. */
  readonly top: number;
  /** Index of the focused column; -1 if it is in another row. */
  readonly focused: number;
  /** Indices of the first and last selected column; `to` is below `from` if none is. */
  readonly from: number;
  readonly to: number;
  readonly struck: boolean;
}

export const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { context, layout, runs, row, rowVersion, focused, from, to } = props;
  const cells = (columns: readonly LaidColumn[]): ReactNode => {
    const first = columns[0]?.index ?? 0;
    const last = columns.at(-1)?.index ?? -1;
    // Runs without focus or selection get the same props as before, and are not drawn again.
    const isTouched = from <= last && to >= first;
    return (
      <GridCells
        key={first}
        context={context}
        columns={columns}
        row={row}
        rowVersion={rowVersion}
        isAside={props.top === ASIDE}
        focused={focused >= first && focused <= last ? focused : -1}
        from={isTouched ? Math.max(from, first) : 0}
        to={isTouched ? Math.min(to, last) : -1}
      />
    );
  };
  let className = 'grid-row';
  if (focused >= 0) className += ' is-current';
  if (props.struck) className += ' is-struck';
  return (
    <div
      role="row"
      aria-rowindex={props.ariaRow}
      data-row={row}
      className={className}
      style={{ top: props.top }}
    >
      <Sections
        layout={layout}
        start={cells(layout.start.columns)}
        center={runs.map(cells)}
        end={cells(layout.end.columns)}
      />
    </div>
  );
});
