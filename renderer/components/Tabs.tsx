// Tabs over panels, of which the one of the chosen tab is seen.

import { use, useRef, type ReactNode } from 'react';
import { mergeProps, useFocusRing, useTabPanel } from 'react-aria';
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
        <DrawnOnce>{before}</DrawnOnce>
        <TabList aria-label={label} className="tabs-list">
          {tabs.map((tab) => (
            <Tab key={tab.id} id={tab.id} className="tabs-tab">
              <span title={tab.title}>{tab.label}</span>
            </Tab>
          ))}
        </TabList>
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

/**
 * What a tab shows. React Aria's own `TabPanel` draws the panel that is left once more, for an animation on its way out that
 * these do not have, and so the screen a frame later.
 */
export function Panel({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const state = use(TabListStateContext);
  const ref = useRef<HTMLDivElement>(null);
  const { tabPanelProps } = useTabPanel({ id }, state, ref);
  const { focusProps, isFocusVisible } = useFocusRing();
  const isShown = state?.selectedKey === id;
  return (
    <div
      {...(isShown ? mergeProps(tabPanelProps, focusProps) : {})}
      ref={ref}
      className="tabs-panel"
      data-focus-visible={isFocusVisible || undefined}
    >
      {children}
    </div>
  );
}
