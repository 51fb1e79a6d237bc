// The record of a person as one line, and broken down by course, surface, distance, going, class, and whom with.

import { type ReactNode } from 'react';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import type { RowModel } from '../../grid/data/row-model.ts';
import type { Breakdown } from '../record/breakdowns.ts';
import { RecordFigures } from '../record/RecordFigures.tsx';
import { RecordTable } from '../record/RecordTable.tsx';
import { usePersonGroups } from './use-person-groups.ts';

interface BreakdownTableProps {
  readonly rows: RowModel;
  readonly filters: readonly ColumnFilter[];
  readonly breakdown: Breakdown;
  /** Opens the rows of a line. */
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
  readonly onRetry: () => void;
}

export function BreakdownTable({ rows, filters, ...table }: BreakdownTableProps): ReactNode {
  const { groups, isOld, thrown } = usePersonGroups(rows, filters, table.breakdown.by);
  return <RecordTable {...table} memoryName="person" groups={groups?.groups} isOld={isOld} thrown={thrown} />;
}

/** The record over all rows of the period. */
export function PersonRecord({
  rows,
  filters,
  by,
}: Pick<BreakdownTableProps, 'rows' | 'filters'> & Pick<Breakdown, 'by'>) {
  const { groups, isOld } = usePersonGroups(rows, filters, by);
  return groups === undefined ? <Skeleton rows={1} /> : <RecordFigures whole={groups.whole} isOld={isOld} />;
}
