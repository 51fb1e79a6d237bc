// The row under the heads: what a screen puts below each of them, such as a filter.

import type { ReactNode } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { LaidColumn } from './use-layout.ts';

interface FilterRowProps {
  readonly pinned: readonly LaidColumn[];
  readonly center: readonly LaidColumn[];
  readonly filterCell: (column: Column) => ReactNode;
}

export function FilterRow({ pinned, center, filterCell }: FilterRowProps): ReactNode {
  const cellOf = (laid: LaidColumn): ReactNode => (
    <div
      key={laid.column.name}
      role="gridcell"
      aria-colindex={laid.index + 1}
      data-filter-of={laid.column.name}
      className={laid.pinned ? 'grid-filter is-pinned' : 'grid-filter'}
      style={{ left: laid.left, width: laid.width }}
    >
      {filterCell(laid.column)}
    </div>
  );
  return (
    <div role="row" aria-rowindex={2} className="grid-filters">
      {pinned.map(cellOf)}
      {center.map(cellOf)}
    </div>
  );
}
