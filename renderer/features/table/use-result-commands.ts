// What the palette and the keys do with a result.

import { useMemo, type RefObject } from 'react';
import { horsePlace, rowRace } from '../../racing/key-links.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import type { RaceTab } from '../race/race-tabs.ts';
import type { Route } from '../../app/screens.tsx';
import { onlyPicked } from './filters/condition-edit.ts';
import { withFilter, withoutFilter } from './filters/filter-list.ts';
import type { SidePanelName } from './ResultBar.tsx';
import type { ResultState } from './use-result.ts';
import { useTableCommands } from './use-table-commands.ts';

interface Options {
  readonly result: ResultState;
  readonly refresh: () => void;
  /** Opens the filter of a column by its name. */
  readonly openFilterOf: (column: string) => void;
  readonly quickField: RefObject<HTMLInputElement | null>;
  /** The column that has the focus. */
  readonly columnName: string | undefined;
  /** The tab on which a record's race opens. */
  readonly tab: RaceTab;
  readonly hasViews: boolean;
}

export function useResultCommands({
  result,
  refresh,
  openFilterOf,
  quickField,
  columnName,
  tab,
  hasViews,
}: Options): void {
  const { state, actions, rows, current, sidePanel, setSidePanel, setFilters } = result;
  const { filters } = result.tableState;
  const { own, builtIn } = state;
  const toggle = (which: SidePanelName): void => setSidePanel(sidePanel === which ? 'nothing' : which);
  const go = (place: Route | undefined): void => {
    if (place !== undefined) navigation.go(place);
  };
  useTableCommands({
    hasViews,
    views: useMemo(() => [...own, ...builtIn], [own, builtIn]),
    onView: (id) => {
      const chosen = [...own, ...builtIn].find((view) => view.id === id);
      if (chosen !== undefined) actions.choose(chosen);
    },
    actions: {
      quickSearch: () => {
        quickField.current?.focus();
        quickField.current?.select();
      },
      filterColumn: () => {
        const name = columnName ?? result.names[0];
        if (name !== undefined) openFilterOf(name);
      },
      filterCellValue: () => {
        const column = result.find(columnName);
        const raw = column === undefined ? undefined : rows.cell(current, column.name);
        if (column === undefined || raw === undefined) return;
        setFilters(withFilter(filters, column.name, onlyPicked(column, raw)));
      },
      clearFilter: () => {
        if (columnName !== undefined) setFilters(withoutFilter(filters, columnName));
      },
      switchAll: () => {
        const on = filters.every((filter) => !filter.on);
        setFilters(filters.map((filter) => ({ ...filter, on })));
      },
      clearFilters: result.clearAll,
      columns: () => toggle('columns'),
      summary: () => toggle('summary'),
      record: () => setSidePanel('record'),
      openRace: () => go(rowRace(rows, current, tab)),
      openHorse: () => go(horsePlace(rows.cell(current, 'horse_id'))),
      hideEmpty: result.empty.hide,
      refresh,
      save: actions.save,
      saveAs: () => actions.open('saveAs'),
      restore: actions.restore,
      rename: () => {
        if (actions.own !== undefined) actions.open('rename');
      },
      remove: actions.remove,
      makeDefault: actions.makeDefault,
      freeze: () => actions.open('freeze'),
      layouts: () => actions.open('layouts'),
      write: () => actions.write(false),
      writeAll: () => actions.write(true),
    },
  });
}
