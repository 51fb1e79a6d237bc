// A menu of actions, each with its keys; an entry with a single key runs at that key.

import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { Menu, MenuItem, MenuSection, Popover, Separator } from 'react-aria-components';
import { useTranslation } from '../text/text.ts';
import { shownKeys } from '../app/commands/chord.ts';
import { useLatest } from './use-latest.ts';
import { onceFocusIsBack } from './focus.ts';
import './EntryMenu.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly keys?: string | undefined;
  readonly isDisabled?: boolean;
  /** Whether it has a tick. */
  readonly isChosen?: boolean;
  readonly run: () => void;
}

interface EntryMenuProps {
  /** Its name, for screen readers. */
  readonly label: string;
  /** Where it opens. */
  readonly anchor: HTMLElement | null;
  /** In groups, with a rule between them. */
  readonly groups: readonly (readonly MenuEntry[])[];
  readonly onClose: () => void;
}

/** A menu takes the focus when it opens, so that keys work in it. */
const ON_OPENING = { autoFocus: 'first' } as const;

export function EntryMenu({ label, anchor, groups, onClose }: EntryMenuProps): ReactNode {
  const entries = groups.flat();
  const trigger = useMemo(() => ({ current: anchor }), [anchor]);
  const choose = (chosen: MenuEntry | undefined): void => {
    onClose();
    if (chosen !== undefined) onceFocusIsBack(chosen.run);
  };
  const onKey = useLatest((event: KeyboardEvent): void => {
    // Opened by the mouse, the menu itself has the focus until an arrow key moves it: Enter runs the marked first entry.
    if (event.key === 'Enter' && document.activeElement?.getAttribute('role') === 'menu') {
      event.preventDefault();
      event.stopImmediatePropagation();
      choose(entries.find(({ isDisabled }) => isDisabled !== true));
      return;
    }
    if (event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) return;
    const chosen = entries.find(({ keys, isDisabled }) => keys === event.key && isDisabled !== true);
    if (chosen === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    choose(chosen);
  });
  // Of the whole window: a quick second key comes before the menu has the focus.
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [onKey]);
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="bottom start"
      className="entry-menu-frame"
    >
      <Menu
        className="entry-menu"
        aria-label={label}
        {...ON_OPENING}
        disabledKeys={entries.filter(({ isDisabled }) => isDisabled === true).map(({ id }) => id)}
        onAction={(id) => choose(entries.find((entry) => entry.id === id))}
        onClose={onClose}
      >
        {groups
          .filter((group) => group.length > 0)
          .map((group, at) => (
            <MenuSection key={group[0]?.id} aria-label={group[0]?.label ?? ''}>
              {at === 0 ? null : <Separator className="entry-menu-rule" />}
              {group.map((entry) => (
                <MenuItem key={entry.id} id={entry.id} textValue={entry.label} className="entry-menu-entry">
                  <Entry {...entry} />
                </MenuItem>
              ))}
            </MenuSection>
          ))}
      </Menu>
    </Popover>
  );
}

function Entry({ label, keys, isChosen }: MenuEntry): ReactNode {
  const { t } = useTranslation('grid');
  return (
    <>
      <span className="entry-menu-tick" aria-hidden="true">
        {isChosen === true ? '✓' : ''}
      </span>
      <span className="entry-menu-label">
        {label}
        {isChosen === true ? <span className="only-read"> ({t('chosen')})</span> : null}
      </span>
      {keys === undefined ? null : <kbd>{shownKeys(keys)}</kbd>}
    </>
  );
}
