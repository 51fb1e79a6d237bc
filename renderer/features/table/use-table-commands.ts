// Every action of a table's result in the palette, with its keys.

import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
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
  readonly actions: TableActions;
  readonly views: readonly Named[];
  readonly onView: (id: string) => void;
}

export function useTableCommands({ actions, views, onView }: Options): void {
  const { t } = useTranslation(NAMESPACES);
  const latest = useRef({ actions, onView });
  useEffect(() => {
    latest.current = { actions, onView };
  });
  const names = useMemo(() => views.map(({ id, name }) => ({ id, name })), [views]);
  const commands = useMemo<readonly Command[]>(() => {
    const run = (action: keyof TableActions) => () => latest.current.actions[action]();
    return foundInBoth(t, NAMESPACES, (say) => {
      const row = (id: keyof TableActions, label: string, keys?: readonly string[]): Command => ({
        id: `result.${id}`,
        group: 'here',
        label,
        ...(keys === undefined ? {} : { keys }),
        run: run(id),
      });
      const view = (label: string): string => `${say('views:view')}: ${label}`;
      return [
        row('quickSearch', say('filters:quick'), ['/', 'Ctrl+f']),
        row('filterColumn', say('filters:filterColumn'), ['f']),
        row('filterCellValue', say('filters:filterCellValue'), ['=']),
        row('clearFilter', say('filters:clearFilter')),
        row('switchAll', say('filters:switchAll')),
        row('clearFilters', say('filters:clearFilters')),
        row('columns', say('table:columnsTitle'), ['c']),
        row('summary', say('summary:open'), ['s']),
        row('record', say('table:openRecord')),
        row('openRace', say('table:openRace'), ['r']),
        row('openHorse', say('table:openHorse'), ['h']),
        row('hideEmpty', say('summary:hideEmpty')),
        row('refresh', say('table:refresh')),
        row('save', view(say('views:save')), ['Ctrl+s']),
        row('saveAs', view(say('views:saveAs'))),
        row('restore', view(say('views:restore'))),
        row('rename', view(say('views:rename'))),
        row('remove', view(say('views:remove'))),
        row('makeDefault', view(say('views:makeDefault'))),
        row('freeze', say('views:freeze')),
        row('layouts', say('views:layouts')),
        row('write', say('views:write')),
        row('writeAll', say('views:writeAll')),
        ...names.map(({ id, name }): Command => ({
          id: `view.${id}`,
          group: 'here',
          label: say('views:viewNamed', { name }),
          run: () => latest.current.onView(id),
        })),
      ];
    });
  }, [t, names]);
  useCommands(commands);
}
