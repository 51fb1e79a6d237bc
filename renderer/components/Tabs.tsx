// Tabs over panels, of which the one of the chosen tab is seen.

import { createContext, use, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { indexAfter } from './tab-keys.ts';
import './Tabs.css';

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Tooltip: the content of the tab, or why it is empty. */
  readonly title?: string;
}

interface TabListProps<Id extends string> {
  /** Name of the list of tabs. */
  readonly label: string;
  readonly tabs: readonly TabItem<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}

interface TabsProps<Id extends string> extends TabListProps<Id> {
  /** In the line of the tabs, behind them: what comes later must not move them. */
  readonly after?: ReactNode;
  /** Content of the chosen tab: its `Panel`, and if they stay drawn those of other tabs, out of sight. */
  readonly children: ReactNode;
}

/** What the ids of tabs and panels begin with. */
const IdsContext = createContext('');

const tabId = (ids: string, id: string): string => `${ids}-tab-${id}`;
const panelId = (ids: string, id: string): string => `${ids}-panel-${id}`;

/**
 * Without a library's tabs: React Aria's component stands around the panels, so that React looks through all that is drawn
 * in them for each press, and its hooks change the tab again after the panel is seen (which one Tab reaches, whether its
 * text can be selected), each time with a frame of its own.
 */
export function Tabs<Id extends string>({ after, children, ...list }: TabsProps<Id>) {
  const ids = useId();
  return (
    <IdsContext value={ids}>
      <div className="tabs">
        <div className="tabs-line">
          <TabList {...list} />
          {after}
        </div>
        {children}
      </div>
    </IdsContext>
  );
}

/** The Tab key reaches the chosen tab, and the arrow keys choose the tab that they lead to. */
function TabList<Id extends string>({ label, tabs, selected, onSelect }: TabListProps<Id>) {
  const ids = use(IdsContext);
  const list = useRef<HTMLDivElement>(null);
  const choose = (id: Id): void => {
    if (id !== selected) onSelect(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, at: number): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = indexAfter(event.key, at, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    const button = list.current?.children[next];
    if (button instanceof HTMLElement) button.focus();
    choose(tab.id);
  };
  return (
    <div ref={list} role="tablist" aria-label={label} className="tabs-list">
      {tabs.map(({ id, label: text, title }, at) => {
        const isSelected = id === selected;
        return (
          <button
            key={id}
            type="button"
            role="tab"
            id={tabId(ids, id)}
            className="tabs-tab"
            tabIndex={isSelected ? 0 : -1}
            aria-selected={isSelected}
            aria-controls={isSelected ? panelId(ids, id) : undefined}
            title={title}
            // A mouse chooses as it is pressed; a finger may be scrolling, and a screen reader only clicks.
            onPointerDown={({ pointerType, button, ctrlKey }) => {
              if (pointerType === 'mouse' && button === 0 && !ctrlKey) choose(id);
            }}
            onClick={() => choose(id)}
            onKeyDown={(event) => onKeyDown(event, at)}
          >
            {text}
          </button>
        );
      })}
    </div>
  );
}

interface PanelProps {
  /** Of its tab. */
  readonly id: string;
  /** Whether its tab is the chosen one: a panel that stays drawn out of sight is not a panel for anybody. */
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** What a tab shows. Something in it must be focusable, since the panel itself is not. */
export function Panel({ id, isShown, children }: PanelProps) {
  const ids = use(IdsContext);
  return (
    <div
      {...(isShown && { id: panelId(ids, id), role: 'tabpanel', 'aria-labelledby': tabId(ids, id) })}
      className="tabs-panel"
    >
      {children}
    </div>
  );
}
