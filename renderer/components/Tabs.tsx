// Tabs over panels, of which the one of the chosen tab is seen.

import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
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
        {before}
        <TabList aria-label={label} className="tabs-list">
          {tabs.map((tab) => (
            <Tab key={tab.id} id={tab.id} className="tabs-tab">
              <span title={tab.title}>{tab.label}</span>
            </Tab>
          ))}
        </TabList>
        {after}
      </div>
      {children}
    </AriaTabs>
  );
}

/** What a tab shows. */
export function Panel({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <TabPanel id={id} className="tabs-panel" shouldForceMount>
      {children}
    </TabPanel>
  );
}
