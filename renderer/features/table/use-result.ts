// An opened result as its screen sees it: the tableState, the rows arranged as the tableState says, the views it can be laid in.

import { useCallback, useMemo, useState } from 'react';
import type { RowQuery } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { Table } from '#shared/catalogue/table.ts';
import { shownColumns } from '../../grid/columns/column-state.ts';
import { inScreenOrder, placesOf } from '../../grid/columns/column-order.ts';
import { LINK_KEYS } from '../../racing/key-links.ts';
import { resultColumns } from '../../grid/data/result-columns.ts';
import { useArchiveChanges } from '../../grid/data/use-archive-changes.ts';
import { useArranged, useWindowSource, type OpenState } from '../../grid/data/use-open-result.ts';
import { navigation, useStepMemory } from '../../app/navigation/navigation.ts';
import { queryOf, rowQuery, type TableFilter, type RowsWanted } from './table-state.ts';
import type { Filters } from './filters/filter-list.ts';
import type { Beside } from './ResultBar.tsx';
import { PINNED, STATUS } from './table-looks.ts';
import { ROWS_MEMORY, useTableState } from './use-table-state.ts';
import { useEmptyColumns } from './use-empty-columns.ts';
import { useViewActions } from './views/use-view-actions.ts';
import { useViews } from './views/use-views.ts';

/** The filter that is open, and what it is opened beside. */
export interface OpenFilter {
  readonly column: string;
  readonly anchor: HTMLElement;
}

export function useResult(table: Table, opened: OpenState) {
  const { source, summary } = opened;
  const [beside, setBeside] = useStepMemory<Beside>('beside', 'nothing');
  const [current, setCurrent] = useState(0);
  const [openFilter, setOpenFilter] = useState<OpenFilter>();

  const { all, fresh } = useMemo(() => resultColumns(source, summary), [source, summary]);
  const query = queryOf(source);
  const views = useViews(table.code);
  const state = useTableState(table.code, all, query, views);
  const { tableState, arrange } = state;
  const { arrangement, sort, filters, quick } = tableState;
  const shown = useMemo(() => shownColumns(all, arrangement), [all, arrangement]);
  const names = useMemo(
    () => inScreenOrder(placesOf(shown, arrangement, PINNED[table.grain])),
    [shown, arrangement, table.grain],
  );
  const always = useMemo(() => {
    const known = new Set(all.map((column) => column.name));
    return [...LINK_KEYS, ...STATUS].filter((name) => known.has(name));
  }, [all]);
  const wanted = useMemo(() => rowQuery({ sort, filters, quick }, names), [sort, filters, quick, names]);
  // One press brings them in.
  const soon = useMemo(() => filters.filter(({ on }) => !on).map(({ column }) => column), [filters]);
  const rows = useWindowSource(opened, wanted, always, soon);
  const arranged = useArranged(rows);
  const arrangedAs = (part: Partial<RowsWanted>): RowQuery =>
    rowQuery({ sort, filters, quick, ...part }, names);
  const want = (part: Partial<RowsWanted>): void => {
    // Asked before the screen is drawn anew: the rows are ordered meanwhile.
    rows.arrange(arrangedAs(part), soon);
    state.want(part);
  };

  const ask = (filter: TableFilter, memory: RowsWanted): void =>
    navigation.go({ screen: 'table', table: table.code, filter }, { [ROWS_MEMORY]: memory });
  return {
    /** All columns of the result, those the catalogue does not know, those on screen and their names in its order. */
    all,
    fresh,
    shown,
    names,
    find: (name: string | undefined): Column | undefined => all.find((column) => column.name === name),
    query,
    views,
    state,
    tableState,
    wanted,
    want,
    /** What is pointed at would want this: it is got ready. */
    aim: (part: Partial<RowsWanted>): void => rows.aim(arrangedAs(part)),
    rows,
    arranged,
    beside,
    setBeside,
    current,
    setCurrent,
    openFilter,
    setOpenFilter,
    edit: useCallback((column: string, anchor: HTMLElement) => setOpenFilter({ column, anchor }), []),
    setFilters: (next: Filters): void => want({ filters: [...next] }),
    clearAll: (): void => want({ filters: [], quick: '' }),
    empty: useEmptyColumns(rows, shown, arrangement, arrange),
    changes: useArchiveChanges(source, summary),
    actions: useViewActions({ table: table.code, views, state, query, names, ask }),
  };
}

export type ResultState = ReturnType<typeof useResult>;
