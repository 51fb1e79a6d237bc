// The row under the heads: what a screen puts below each of them, such as a filter.

import { memo, type ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { LaidColumn, ColumnLayout } from './columns/layout.ts';
import { Sections } from './Sections.tsx';

interface FilterRowProps {
  readonly layout: ColumnLayout;
  readonly runs: readonly (readonly LaidColumn[])[];
  readonly ariaRow: number;
  readonly filterCell: (column: Column) => ReactNode;
}

export const FilterRow = memo(function FilterRow(props: FilterRowProps): ReactNode {
  const { layout, runs, filterCell } = props;
  const cellOf = (laid: LaidColumn): ReactNode => (
    <div
      key={laid.column.name}
      role="gridcell"
      aria-colindex={laid.index + 1}
      data-filter-of={laid.column.name}
      data-filter-index={laid.index}
      className="grid-filter"
      style={laid.style}
    >
      {filterCell(laid.column)}
    </div>
  );
  return (
    <div role="row" aria-rowindex={props.ariaRow} className="grid-filters">
      <Sections
        layout={layout}
        start={layout.start.columns.map(cellOf)}
        center={runs.flat().map(cellOf)}
        end={layout.end.columns.map(cellOf)}
      />
    </div>
  );
});
