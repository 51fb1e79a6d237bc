// The grid's actions in the command palette, for the column that has the focus.

import { useMemo } from 'react';
import { useTranslation } from '../../text/text.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../app/commands/commands.ts';
import { keysFor, type GridAction } from './shortcuts.ts';
import { useLatest } from '../../components/use-latest.ts';

const OF_ALL = ['jump', 'copy', 'copyAs', 'selectAll', 'selectColumn', 'fitAll', 'menu'] as const;
const OF_COLUMNS = ['pinStart', 'pinEnd', 'unpin', 'hide', 'fold', 'fit'] as const;

const WORDS = {
  jump: 'jump', copy: 'copy', copyAs: 'copyAs', selectAll: 'selectAll', selectColumn: 'selectColumn', fitAll: 'fitAll',
  menu: 'columnMenu', pinStart: 'pinStart', pinEnd: 'pinEnd', unpin: 'unpin', hide: 'hideColumn', fold: 'foldGroup',
  fit: 'fit',
} as const satisfies Partial<Record<GridAction, string>>; // prettier-ignore

interface Options {
  readonly run: (action: GridAction) => void;
  readonly showPlain: () => void;
  readonly canEditColumns: boolean;
}

export function useGridCommands({ run, showPlain, canEditColumns }: Options): void {
  const { t } = useTranslation('grid');
  const act = useLatest(run);
  const plain = useLatest(showPlain);
  const commands = useMemo<readonly Command[]>(
    () =>
      foundInBoth(t, 'grid', (translate) => [
        ...[...OF_ALL, ...(canEditColumns ? OF_COLUMNS : [])].map((action): Command => {
          const keys = keysFor(action);
          return {
            id: `grid.${action}`,
            group: 'here',
            label: translate(WORDS[action]),
            ...(keys === undefined ? {} : { shownKeys: keys }),
            run: () => act(action),
          };
        }),
        { id: 'grid.plain', group: 'here', label: translate('plainTable'), run: plain },
      ]),
    [t, act, plain, canEditColumns],
  );
  useCommands(commands);
}
