// The commands of the tabs. Their keys are taken by neither Electron nor a browser, except Ctrl+T, Ctrl+Shift+T
// and Ctrl+Tab, which only Electron passes on. Alt+Shift+T would lead to Chrome's toolbar.

import { useMemo } from 'react';
import { useTranslation } from '../../text/text.ts';
import { foundInBoth } from '../commands/both-languages.ts';
import { useCommands, type Command } from '../commands/commands.ts';
import { copyAddress } from '../open-address.ts';
import { tabActions, useNavigationStore } from '../navigation/navigation.ts';
import { currentStep } from '../navigation/trail.ts';

const KEYWORDS = ['tab', 'タブ'];

function openDay(): void {
  tabActions.open({ screen: 'day' }, { isShown: true });
}

function duplicate(): void {
  const { trail, title } = useNavigationStore.getState();
  const { route, memory } = currentStep(trail);
  tabActions.open(route, { title, memory, isShown: true });
}

function copyPresent(): void {
  void copyAddress(currentStep(useNavigationStore.getState().trail), window);
}

function moveBy(by: 1 | -1): void {
  const { id, before } = useNavigationStore.getState();
  tabActions.move(id, before.length + by);
}

export function useTabCommands(): void {
  const { t } = useTranslation('places');
  const hasTabs = useNavigationStore(({ before, after }) => before.length + after.length > 0);
  const canReopen = useNavigationStore(({ closed }) => closed.length > 0);
  const commands = useMemo<readonly Command[]>(
    () =>
      foundInBoth(t, 'places', (translate) => {
        const command = (id: string, label: string, keys: readonly string[], run: () => void): Command => ({
          id: `tab.${id}`,
          group: 'screen',
          label,
          keywords: KEYWORDS,
          keys,
          run,
        });
        const opening = [
          command('new', translate('newTab'), ['Alt+t', 'Ctrl+t'], openDay),
          command('duplicate', translate('duplicateTab'), [], duplicate),
          {
            ...command('address', translate('copyAddress'), ['Alt+a'], copyPresent),
            keywords: ['URL', 'address', 'アドレス'],
          },
          ...(canReopen
            ? [command('reopen', translate('reopenTab'), ['Alt+Shift+w', 'Ctrl+Shift+t'], tabActions.reopen)]
            : []),
        ];
        if (!hasTabs) return opening;
        return [
          ...opening,
          command('close', translate('closeTab'), ['Alt+w'], () =>
            tabActions.close(useNavigationStore.getState().id),
          ),
          command('next', translate('nextTab'), ['Alt+PageDown', 'Ctrl+Tab'], () => tabActions.step(1)),
          command('previous', translate('previousTab'), ['Alt+PageUp', 'Ctrl+Shift+Tab'], () =>
            tabActions.step(-1),
          ),
          command('right', translate('moveTabRight'), ['Alt+Shift+PageDown'], () => moveBy(1)),
          command('left', translate('moveTabLeft'), ['Alt+Shift+PageUp'], () => moveBy(-1)),
        ];
      }),
    [t, hasTabs, canReopen],
  );
  useCommands(commands);
}
