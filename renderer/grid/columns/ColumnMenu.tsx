// The menu of a column's head: every action on the column, each with its keys.

import { useMemo, type ReactNode } from 'react';
import { Menu, MenuItem, MenuSection, Popover, Separator } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { shownKeys } from '../../app/commands/chord.ts';
import { onceFocusIsBack } from '../../components/focus.ts';
import '../grid-menu.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly keys?: string | undefined;
  readonly isDisabled?: boolean;
  /** Whether it has a tick. */
  readonly isChosen?: boolean;
  readonly run: () => void;
}

interface ColumnMenuProps {
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

export function ColumnMenu({ label, anchor, groups, onClose }: ColumnMenuProps): ReactNode {
  const entries = groups.flat();
  const trigger = useMemo(() => ({ current: anchor }), [anchor]);
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="bottom start"
      className="grid-menu-frame"
    >
      <Menu
        className="grid-menu"
        aria-label={label}
        {...ON_OPENING}
        disabledKeys={entries.filter(({ isDisabled }) => isDisabled === true).map(({ id }) => id)}
        onAction={(id) => {
          onClose();
          const chosen = entries.find((entry) => entry.id === id);
          if (chosen !== undefined) onceFocusIsBack(chosen.run);
        }}
        onClose={onClose}
      >
        {groups
          .filter((group) => group.length > 0)
          .map((group, at) => (
            <MenuSection key={group[0]?.id} aria-label={group[0]?.label ?? ''}>
              {at === 0 ? null : <Separator className="grid-menu-rule" />}
              {group.map((entry) => (
                <MenuItem key={entry.id} id={entry.id} textValue={entry.label} className="grid-menu-entry">
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
      <span className="grid-menu-tick" aria-hidden="true">
        {isChosen === true ? '✓' : ''}
      </span>
      <span className="grid-menu-label">
        {label}
        {isChosen === true ? <span className="only-read"> ({t('chosen')})</span> : null}
      </span>
      {keys === undefined ? null : <kbd>{shownKeys(keys)}</kbd>}
    </>
  );
}
