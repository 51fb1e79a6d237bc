// Every action of a table's result in the palette, with its keys.

import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../text/text.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../app/commands/commands.ts';

const NAMESPACES = ['filters', 'summary', 'views', 'table'] as const;

export interface TableActions {
  readonly quickSearch: () => void;
  readonly filterColumn: () => void;
  readonly filterCellValue: () => void;
  readonly clearFilter: () => void;
  readonly switchAll: () => void;
  readonly clearFilters: () => void;
  readonly columns: () => void;
  readonly summary: () => void;
  readonly record: () => void;
  readonly openRace: () => void;
  readonly openHorse: () => void;
  readonly hideEmpty: () => void;
  readonly refresh: () => void;
  readonly save: () => void;
  readonly saveAs: () => void;
  readonly restore: () => void;
  readonly rename: () => void;
  readonly remove: () => void;
  readonly makeDefault: () => void;
  readonly freeze: () => void;
  readonly layouts: () => void;
  readonly write: () => void;
  readonly writeAll: () => void;
}

/** Views, as commands. */
interface Named {
  readonly id: string;
  readonly name: string;
}

interface Options {
  /** Without views only the actions on rows and columns. */
  readonly hasViews: boolean;
  readonly actions: TableActions;
  readonly views: readonly Named[];
  readonly onView: (id: string) => void;
}

export function useTableCommands({ actions, views, hasViews, onView }: Options): void {
  const { t } = useTranslation(NAMESPACES);
  const latest = useRef({ actions, onView });
  useEffect(() => {
    latest.current = { actions, onView };
  });
  const names = useMemo(() => views.map(({ id, name }) => ({ id, name })), [views]);
  const commands = useMemo<readonly Command[]>(() => {
    const run = (action: keyof TableActions) => () => latest.current.actions[action]();
    return foundInBoth(t, NAMESPACES, (translate) => {
      const row = (id: keyof TableActions, label: string, keys?: readonly string[]): Command => ({
        id: `result.${id}`,
        group: 'here',
        label,
        ...(keys === undefined ? {} : { keys }),
        run: run(id),
      });
      const view = (label: string): string => `${translate('views:view')}: ${label}`;
      const ofRows = [
        row('quickSearch', translate('filters:quick'), ['/', 'Ctrl+f']),
        row('filterColumn', translate('filters:filterColumn'), ['f']),
        row('filterCellValue', translate('filters:filterCellValue'), ['=']),
        row('clearFilter', translate('filters:clearFilter')),
        row('switchAll', translate('filters:switchAll')),
        row('clearFilters', translate('filters:clearFilters')),
        row('columns', translate('table:columnsTitle'), ['c']),
        row('summary', translate('summary:open'), ['s']),
        row('record', translate('table:openRecord')),
        row('openRace', translate('table:openRace'), ['r']),
        row('openHorse', translate('table:openHorse'), ['h']),
        row('hideEmpty', translate('summary:hideEmpty')),
        row('refresh', translate('table:refresh')),
      ];
      if (!hasViews) return ofRows;
      return [
        ...ofRows,
        row('save', view(translate('views:save')), ['Ctrl+s']),
        row('saveAs', view(translate('views:saveAs'))),
        row('restore', view(translate('views:restore'))),
        row('rename', view(translate('views:rename'))),
        row('remove', view(translate('views:remove'))),
        row('makeDefault', view(translate('views:makeDefault'))),
        row('freeze', translate('views:freeze')),
        row('layouts', translate('views:layouts')),
        row('write', translate('views:write')),
        row('writeAll', translate('views:writeAll')),
        ...names.map(({ id, name }): Command => ({
          id: `view.${id}`,
          group: 'here',
          label: translate('views:viewNamed', { name }),
          run: () => latest.current.onView(id),
        })),
      ];
    });
  }, [t, names, hasViews]);
  useCommands(commands);
}
