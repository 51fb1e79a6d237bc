// Tabs over panels, of which the one of the chosen tab is seen.

import { use, useMemo, type ReactNode } from 'react';
import { useTabPanel } from 'react-aria';
import { Tab, TabList, TabListStateContext, Tabs as AriaTabs } from 'react-aria-components';
import './Tabs.css';

export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Tooltip: the content of the tab, or why it is empty. */
  readonly title?: string;
}

interface TabsProps<Id extends string> {
  /** Name of the list of tabs. */
  readonly label: string;
  /** The same array while the tabs are the same: React Aria builds its collection anew for each other one. */
  readonly tabs: readonly TabItem<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** In the line of the tabs, ahead of them and behind them. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** Content of the chosen tab: its `Panel`, and if they stay drawn those of other tabs, out of sight. */
  readonly children: ReactNode;
}

export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  before,
  after,
  children,
}: TabsProps<Id>) {
  const list = useMemo(
    () => (
      <TabList aria-label={label} className="tabs-list">
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className="tabs-tab">
            <span title={tab.title}>{tab.label}</span>
          </Tab>
        ))}
      </TabList>
    ),
    [label, tabs],
  );
  return (
    <AriaTabs
      className="tabs"
      selectedKey={selected}
      onSelectionChange={(key) => {
        const chosen = tabs.find(({ id }) => id === key);
        if (chosen !== undefined) onSelect(chosen.id);
      }}
    >
      <div className="tabs-line">
        <DrawnOnce>{before}</DrawnOnce>
        {list}
        <DrawnOnce>{after}</DrawnOnce>
      </div>
      <DrawnOnce>{children}</DrawnOnce>
    </AriaTabs>
  );
}

/** React Aria draws what stands in its tabs twice: at first, where nobody sees it, to find out which tabs there are. */
function DrawnOnce({ children }: { readonly children: ReactNode }) {
  return use(TabListStateContext) === null ? null : children;
}

/** Stands for the panel in the call to React Aria below. */
const NO_ELEMENT = { current: null };

/**
 * What a tab shows. Something in it must be focusable, since the panel itself is not. React Aria's own `TabPanel` draws the
 * panel that is left once more, for an animation on its way out that these do not have, and so the screen a frame later. Its
 * `useTabPanel` looks for something to focus whenever anything in a panel changes, hidden ones included, and the page is
 * laid out for each look.
 */
export function Panel({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const state = use(TabListStateContext);
  const { tabPanelProps } = useTabPanel({ id }, state, NO_ELEMENT);
  const isShown = state?.selectedKey === id;
  return (
    <div {...(isShown && { ...tabPanelProps, tabIndex: undefined })} className="tabs-panel">
      {children}
    </div>
  );
}
