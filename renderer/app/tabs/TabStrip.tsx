// The tabs of the window. With one tab there is nothing to choose from, and no strip.

import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from '../../text/text.ts';
import { EntryMenu, type MenuEntry } from '../../components/EntryMenu.tsx';
import { indexAfter } from '../../components/tab-keys.ts';
import { followPointer } from '../../components/follow-pointer.ts';
import { copyAddress } from '../open-address.ts';
import { tabActions, useNavigationStore } from '../navigation/navigation.ts';
import { useRouteTitle } from '../navigation/route-title.ts';
import { allTabs, type Tab } from '../navigation/tabs.ts';
import { currentStep } from '../navigation/trail.ts';
import './TabStrip.css';

/** More tabs have a close button only while they are shown or pointed at. */
const ROOMY = 8;

export function TabStrip(): ReactNode {
  const { t } = useTranslation('places');
  const tabs = useNavigationStore();
  const titleOf = useRouteTitle();
  const strip = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ readonly tab: Tab; readonly anchor: HTMLElement }>();
  const all = allTabs(tabs);
  const shownId = tabs.id;
  useEffect(() => {
    // A strip of many tabs scrolls.
    shownButton(strip.current)?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shownId, all.length]);
  if (all.length === 1) return null;

  const buttons = (): HTMLElement[] => [
    ...(strip.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? []),
  ];
  const drag = (event: PointerEvent<HTMLElement>, { id }: Tab): void => {
    if (event.button !== 0) return;
    const dragged = event.currentTarget;
    followPointer(
      ({ clientX }) => tabActions.move(id, indexAt(buttons(), dragged, clientX)),
      () => undefined,
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, { id }: Tab): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return;
    const list = buttons();
    const to = indexAfter(event.key, list.indexOf(event.currentTarget), list.length);
    if (to !== undefined) list[to]?.focus();
    else if (event.key === 'Delete') {
      tabActions.close(id);
      // Of a strip that is gone nothing can have the focus: the screen takes it.
      requestAnimationFrame(() => (shownButton(strip.current) ?? document.querySelector('h1'))?.focus());
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label={t('tabs')}
      className={all.length > ROOMY ? 'tab-strip is-crowded' : 'tab-strip'}
      title={t('tabsHelp')}
    >
      {all.map((tab) => {
        const name = titleOf(currentStep(tab.trail).route, tab.title);
        const isShown = tab.id === tabs.id;
        return (
          <div key={tab.id} role="presentation" className={`tab-strip-tab ${isShown ? 'is-shown' : ''}`}>
            <button
              type="button"
              role="tab"
              aria-selected={isShown}
              aria-controls="content"
              tabIndex={isShown ? 0 : -1}
              className="tab-strip-name"
              title={tab.title === undefined || tab.title === name ? name : `${name}: ${tab.title}`}
              onClick={() => tabActions.show(tab.id)}
              onPointerDown={(event) => drag(event, tab)}
              onKeyDown={(event) => onKeyDown(event, tab)}
              onAuxClick={(event) => {
                if (event.button === 1) tabActions.close(tab.id);
              }}
              onContextMenu={(event) => {
                event.preventDefault();
                setMenu({ tab, anchor: event.currentTarget });
              }}
            >
              {name}
            </button>
            <button
              type="button"
              className="tab-strip-close"
              // Delete on the tab and the command do the same: a list of tabs may contain nothing but tabs.
              aria-hidden="true"
              tabIndex={-1}
              title={t('closeNamed', { name })}
              onClick={() => tabActions.close(tab.id)}
            >
              ×
            </button>
          </div>
        );
      })}
      {menu === undefined ? null : <TabMenu {...menu} all={all} onClose={() => setMenu(undefined)} />}
    </div>
  );
}

const shownButton = (strip: HTMLElement | null): HTMLElement | null =>
  strip?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]') ?? null;

/** The index for the dragged tab: behind the others whose middle the pointer has passed. */
const indexAt = (buttons: readonly HTMLElement[], dragged: HTMLElement, x: number): number =>
  buttons.filter((button) => {
    const { left, width } = (button.parentElement ?? button).getBoundingClientRect();
    return button !== dragged && left + width / 2 < x;
  }).length;

interface TabMenuProps {
  readonly tab: Tab;
  readonly anchor: HTMLElement;
  readonly all: readonly Tab[];
  readonly onClose: () => void;
}

function TabMenu({ tab, anchor, all, onClose }: TabMenuProps): ReactNode {
  const { t } = useTranslation('places');
  const canReopen = useNavigationStore(({ closed }) => closed.length > 0);
  const at = all.findIndex(({ id }) => id === tab.id);
  const entry = (id: string, label: string, run: () => void, isDisabled = false): MenuEntry => ({
    id,
    label,
    run,
    isDisabled,
  });
  return (
    <EntryMenu
      label={t('tabs')}
      anchor={anchor}
      onClose={onClose}
      groups={[
        [
          entry('close', t('closeTab'), () => tabActions.close(tab.id)),
          entry('others', t('closeOthers'), () => {
            for (const { id } of all) if (id !== tab.id) tabActions.close(id);
          }),
          entry('reopen', t('reopenTab'), tabActions.reopen, !canReopen),
        ],
        [
          entry('left', t('moveTabLeft'), () => tabActions.move(tab.id, at - 1), at === 0),
          entry('right', t('moveTabRight'), () => tabActions.move(tab.id, at + 1), at === all.length - 1),
        ],
        [entry('copy', t('copyLink'), () => void copyAddress(currentStep(tab.trail), window))],
      ]}
    />
  );
}
