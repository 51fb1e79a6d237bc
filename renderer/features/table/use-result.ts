// An opened result as its screen needs it: the state of the table, the rows that it queries, and the views.

import { useCallback, useMemo, useState } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { placementOf, screenOrder, shownColumns, slicesOf } from '../../grid/columns/column-state.ts';
import { linkKeys } from '../../racing/key-links.ts';
import { resultColumns } from '../../grid/data/result-columns.ts';
import { useArchiveChanges } from '../../grid/data/use-archive-changes.ts';
import { useQueryResult, useRowModel, type OpenState } from '../../grid/data/use-open-result.ts';
import { navigation, useStepMemory } from '../../app/navigation/navigation.ts';
import { queryOf, ROWS_MEMORY, rowQueryOf, type TableFilter, type RowsWanted } from './table-state.ts';
import type { Filters } from './filters/filter-list.ts';
import type { SidePanelName } from './ResultBar.tsx';
import type { ResultTable } from './result-table.ts';
import { PINNED, STATUS } from './table-looks.ts';
import { useTableState } from './use-table-state.ts';
import { useEmptyColumns } from './use-empty-columns.ts';
import { useViewActions } from './views/use-view-actions.ts';
import { useViews } from './views/use-views.ts';

const NO_COLUMNS: readonly string[] = [];

/** The filter that is open, and the element beside which it opens. */
export interface OpenFilter {
  readonly column: string;
  readonly anchor: HTMLElement;
}

export function useResult(table: ResultTable, opened: OpenState) {
  const { source, summary } = opened;
  const [sidePanel, setSidePanel] = useStepMemory<SidePanelName>('beside', 'nothing');
  const [current, setCurrent] = useState(0);
  const [openFilter, setOpenFilter] = useState<OpenFilter>();

  const { all, fresh } = useMemo(() => resultColumns(source, summary), [source, summary]);
  const query = queryOf(source);
  const views = useViews(table.code);
  const state = useTableState(table.code, all, query, views);
  const { tableState } = state;
  const { columnState, sort, filters, quick } = tableState;
  const shown = useMemo(() => shownColumns(all, columnState), [all, columnState]);
  const names = useMemo(
    () => screenOrder(placementOf(slicesOf(all, columnState, { pinned: PINNED[table.grain] }))),
    [all, columnState, table.grain],
  );
  const always = useSameNames(
    useMemo(() => {
      const known = new Set(all.map((column) => column.name));
      return [...new Set([...linkKeys(shown), ...STATUS.map(({ name }) => name)])].filter((name) =>
        known.has(name),
      );
    }, [all, shown]),
  );
  // The order of columns is part of the query only while the quick search looks in them.
  const searched = quick.trim() === '' ? NO_COLUMNS : names;
  const rowQuery = useMemo(
    () => rowQueryOf({ sort, filters, quick }, searched),
    [sort, filters, quick, searched],
  );
  const rows = useRowModel(opened, rowQuery, always);
  const queryResult = useQueryResult(rows);

  const { code } = table;
  const openQuery = (filter: TableFilter, memory: RowsWanted): void => {
    if (code !== 'sql') navigation.go({ screen: 'table', table: code, filter }, { [ROWS_MEMORY]: memory });
  };
  return {
    /** All columns of the result, those the catalogue does not know, those shown, and the names of these in screen order. */
    all,
    fresh,
    shown,
    names,
    find: (name: string | undefined): Column | undefined => all.find((column) => column.name === name),
    query,
    views,
    state,
    tableState,
    rowQuery,
    rows,
    queryResult,
    sidePanel,
    setSidePanel,
    current,
    setCurrent,
    openFilter,
    setOpenFilter,
    edit: useCallback((column: string, anchor: HTMLElement) => setOpenFilter({ column, anchor }), []),
    setFilters: (next: Filters): void => state.want({ filters: [...next] }),
    clearAll: (): void => state.want({ filters: [], quick: '' }),
    empty: useEmptyColumns({ rows, rowQuery, shown, state }),
    changes: useArchiveChanges(source, summary),
    actions: useViewActions({ table: table.code, views, state, query, names, openQuery }),
  };
}

/** The same list as long as it has the same names: another one would load the rows anew. */
function useSameNames(names: readonly string[]): readonly string[] {
  // A column of a query may have any name.
  const text = JSON.stringify(names);
  return useMemo(() => JSON.parse(text) as string[], [text]);
}

export type ResultState = ReturnType<typeof useResult>;
