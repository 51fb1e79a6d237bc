// Tabs over panels, of which the one of the chosen tab is seen.

import { createContext, use, useId, useMemo, useRef, type ReactNode } from 'react';
import { mergeProps, useFocusRing, useHover, useTab, useTabList } from 'react-aria';
import { Item, useTabListState, type TabListState } from 'react-stately';
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
  /** The same array while the tabs are the same: React Aria builds its collection anew for each other one. */
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
 * Made from React Aria's hooks: its own `Tabs` component stands around the panels, and whenever a tab is chosen or the
 * focus moves among the tabs, React looks through all that is drawn in them, hidden panels included, for what uses its
 * context.
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

function TabList<Id extends string>({ label, tabs, selected, onSelect }: TabListProps<Id>) {
  const ref = useRef<HTMLDivElement>(null);
  const items = useMemo(
    () =>
      tabs.map((tab) => (
        <Item key={tab.id} textValue={tab.label}>
          <span title={tab.title}>{tab.label}</span>
        </Item>
      )),
    [tabs],
  );
  const state = useTabListState({
    children: items,
    selectedKey: selected,
    onSelectionChange: (key) => {
      const chosen = tabs.find(({ id }) => id === key);
      if (chosen !== undefined) onSelect(chosen.id);
    },
  });
  const { tabListProps } = useTabList({ 'aria-label': label }, state, ref);
  return (
    <div {...tabListProps} ref={ref} className="tabs-list">
      {tabs.map(({ id }) => (
        <TabButton key={id} id={id} state={state} />
      ))}
    </div>
  );
}

interface TabButtonProps {
  readonly id: string;
  readonly state: TabListState<object>;
}

function TabButton({ id, state }: TabButtonProps) {
  const ref = useRef<HTMLDivElement>(null);
  const ids = use(IdsContext);
  const { tabProps, isSelected } = useTab({ key: id }, state, ref);
  const { focusProps, isFocusVisible } = useFocusRing();
  const { hoverProps, isHovered } = useHover({});
  return (
    <div
      {...mergeProps(tabProps, focusProps, hoverProps)}
      ref={ref}
      id={tabId(ids, id)}
      aria-controls={isSelected ? panelId(ids, id) : undefined}
      className="tabs-tab"
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
      data-focus-visible={isFocusVisible || undefined}
    >
      {state.collection.getItem(id)?.rendered}
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
