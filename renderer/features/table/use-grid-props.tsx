// The table browser's props of its grid besides rows and columns: filters under the heads, further entries of a
// column's menu, figures of a selection, links of cells.

import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Statistics } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { useBridge } from '../../client/bridge.tsx';
import type { ColumnEntry } from '../../grid/grid-props.ts';
import { keyLink } from '../../racing/key-links.ts';
import type { CellRange } from '../../grid/data/row-source.ts';
import type { RaceTab } from '../race/race-tabs.ts';
import type { Route } from '../../app/screens.tsx';
import { filterOf, withoutFilter } from './filters/filter-list.ts';
import { FilterCell } from './filters/FilterCell.tsx';
import type { ResultState } from './use-result.ts';

export interface TableGridProps {
  readonly filterCell: (column: Column) => ReactNode;
  readonly columnEntries: (column: Column) => readonly ColumnEntry[];
  readonly statisticsOf: (range: CellRange) => Promise<Statistics>;
  readonly cellLink: (column: Column, row: number) => Route | undefined;
}

export function useGridProps(
  result: ResultState,
  tab: RaceTab,
  openFilterOf: (column: string) => void,
): TableGridProps {
  const { client } = useBridge();
  const { t } = useTranslation('filters');
  const { t: summaries } = useTranslation('summary');
  const { rows, queryResult, edit, openFilter: open, setFilters, setSidePanel } = result;
  const { filters } = result.tableState;

  const filterCell = useCallback(
    (column: Column) => (
      <FilterCell
        column={column}
        filter={filterOf(filters, column.name)}
        hasProblem={queryResult.problems.some((each) => each.column === column.name)}
        isOpen={open?.column === column.name}
        onOpen={edit}
      />
    ),
    [filters, queryResult.problems, open?.column, edit],
  );
  const columnEntries = (column: Column): readonly ColumnEntry[] => [
    { id: 'filter', label: t('filterColumn'), run: () => openFilterOf(column.name) },
    ...(filterOf(filters, column.name) === undefined
      ? []
      : [
          {
            id: 'clearFilter',
            label: t('clearFilter'),
            run: () => setFilters(withoutFilter(filters, column.name)),
          },
        ]),
    { id: 'summary', label: summaries('ofColumn'), run: () => setSidePanel('summary') },
  ];
  const statisticsOf = useCallback(
    ({ from, count, columns }: CellRange) => {
      const { resultId } = rows.applied();
      return client.results.statistics({ resultId, from, to: from + count, columns: [...columns] });
    },
    [client, rows],
  );
  const cellLink = useCallback((column: Column, row: number) => keyLink(rows, column, row, tab), [rows, tab]);
  return { filterCell, columnEntries, statisticsOf, cellLink };
}
