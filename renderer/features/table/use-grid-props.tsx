// The table browser's props of its grid besides rows and columns: filters under the heads, further entries of a
// column's menu, figures of a selection, links of cells.

import { useCallback, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import type { Statistics } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { useBridge } from '../../client/bridge.tsx';
import type { ColumnEntry } from '../../grid/grid-props.ts';
import { keyLink } from '../../racing/key-links.ts';
import type { CellRange } from '../../grid/data/row-source.ts';
import type { RaceTab } from '../race/race-tabs.ts';
import type { Route } from '../../app/screens.tsx';
import { navigation, useStepMemory } from '../../app/navigation/navigation.ts';
import { onlyPicked, withoutValue } from './filters/condition-edit.ts';
import { filterOf, withFilter, withoutFilter } from './filters/filter-list.ts';
import { FilterCell } from './filters/FilterCell.tsx';
import { NO_GROUPING } from './summary/GroupSummary.tsx';
import type { ResultState } from './use-result.ts';

export interface TableGridProps {
  readonly filterCell: (column: Column) => ReactNode;
  readonly columnEntries: (column: Column) => readonly ColumnEntry[];
  readonly cellEntries: (column: Column, row: number) => readonly ColumnEntry[];
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
  const [grouping, setGrouping] = useStepMemory('grouping', NO_GROUPING);
  const [, setSummarySide] = useStepMemory<'groups' | 'column'>('summary', 'column');

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
      const rowOrder = rows.rowOrder();
      const range = { from, to: from + count, columns: [...columns] };
      return client.results.statistics({
        resultId,
        ...range,
        ...(rowOrder !== undefined && { rowOrder }),
      });
    },
    [client, rows],
  );
  const cellLink = useCallback((column: Column, row: number) => keyLink(rows, column, row, tab), [rows, tab]);
  const cellEntries = (column: Column, row: number): readonly ColumnEntry[] => {
    const raw = rows.cell(row, column.name);
    // The value has not arrived yet.
    if (raw === undefined) return [];
    const { name } = column;
    const link = cellLink(column, row);
    const filter = filterOf(filters, name);
    // The rows on screen are not those of a filter that is switched off.
    const text = filter?.on === true ? filter.text : '';
    const set = (next: string) => setFilters(withFilter(filters, name, next));
    return [
      ...(link === undefined ? [] : [{ id: 'open', label: t('openCell'), run: () => navigation.go(link) }]),
      { id: 'only', label: t('onlyValue'), run: () => set(onlyPicked(column, raw)) },
      { id: 'without', label: t('withoutValue'), run: () => set(withoutValue(text, column, raw)) },
      {
        id: 'group',
        label: t('groupByColumn'),
        run: () => {
          setGrouping({ ...grouping, by: name });
          setSummarySide('groups');
          setSidePanel('summary');
        },
      },
    ];
  };
  return { filterCell, columnEntries, cellEntries, statisticsOf, cellLink };
}
