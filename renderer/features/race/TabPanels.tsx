// What the tabs of a race show. A tab that was shown stays drawn, out of sight, and those of a past race are drawn before
// they are wanted, in moments when nothing else is to be done: a tab then shows at once.

import { useQueryClient } from '@tanstack/react-query';
import { Activity, memo, startTransition, use, useEffect, useState, type ComponentType } from 'react';
import { useBridge } from '../../client/bridge.tsx';
import { PanelStack } from '../../components/PanelStack.tsx';
import { Panel } from '../../components/Tabs.tsx';
import { CardTab } from './CardTab.tsx';
import { CompareTab } from './compare/CompareTab.tsx';
import { PastRaceContext } from './known-at/known-race.ts';
import { PastTab } from './PastTab.tsx';
import { PayoffsTab } from './PayoffsTab.tsx';
import { PreRaceTab } from './PreRaceTab.tsx';
import { memoryName, type RaceTab } from './race-tabs.ts';
import { ResultTab } from './ResultTab.tsx';
import type { RaceTabProps } from './tab-props.ts';
import { TrainingTab } from './TrainingTab.tsx';
import { readPastRides } from './use-past-riders.ts';
import { readFirstWorks, useOtherTabs } from './use-race-page.ts';

const TABS: Readonly<Record<RaceTab, ComponentType<RaceTabProps>>> = {
  card: CardTab,
  prerace: PreRaceTab,
  training: TrainingTab,
  past: PastTab,
  result: ResultTab,
  payoffs: PayoffsTab,
  compare: CompareTab,
};

/** In this order. What is compared depends on a choice, so that tab is drawn when it is wanted. */
const DRAWN_AHEAD: readonly RaceTab[] = ['card', 'prerace', 'past', 'result', 'training', 'payoffs'];

/**
 * How long nothing was drawn before a tab is drawn ahead, in milliseconds. Who pages through races looks at each for less
 * than the first, and must not wait for tabs that nobody wants.
 */
const FIRST_REST_MS = 700;
const REST_MS = 150;

interface TabPanelsProps extends Omit<RaceTabProps, 'memoryName'> {
  readonly tab: RaceTab;
}

export function TabPanels({ tab, racekey, ...props }: TabPanelsProps) {
  const drawn = useDrawnTabs(racekey, tab);
  return (
    <PanelStack>
      {drawn.map((each) => (
        <Activity key={`${racekey} ${each}`} mode={each === tab ? 'visible' : 'hidden'}>
          <Panel id={each} isShown={each === tab}>
            <TabContent {...props} tab={each} racekey={racekey} memoryName={memoryName(racekey, each)} />
          </Panel>
        </Activity>
      ))}
    </PanelStack>
  );
}

/** Drawn again only for what it shows, not because another tab was drawn. */
const TabContent = memo(function TabContent({ tab, ...props }: RaceTabProps & { readonly tab: RaceTab }) {
  const Content = TABS[tab];
  return <Content {...props} />;
});

/** What is drawn of a race. */
interface Drawn {
  readonly of: string;
  readonly tabs: readonly RaceTab[];
}

/** The tabs that are drawn, the shown one among them. */
function useDrawnTabs(racekey: string, shown: RaceTab): readonly RaceTab[] {
  const [drawn, setDrawn] = useState<Drawn>({ of: racekey, tabs: [shown] });
  if (drawn.of !== racekey) setDrawn({ of: racekey, tabs: [shown] });
  else if (!drawn.tabs.includes(shown)) setDrawn({ of: racekey, tabs: [...drawn.tabs, shown] });

  const isNow = use(PastRaceContext) === undefined;
  const isRead = useOtherTabs(racekey);
  const next = isRead && isNow ? DRAWN_AHEAD.find((tab) => !drawn.tabs.includes(tab)) : undefined;
  const isFirst = drawn.tabs.length === 1;
  const bridge = useBridge();
  const cache = useQueryClient();
  useEffect(() => {
    if (next === undefined) return undefined;
    // The user may have chosen it, or another race, before it is drawn.
    const add = (drawnNow: Drawn): Drawn =>
      drawnNow.of !== racekey || drawnNow.tabs.includes(next)
        ? drawnNow
        : { of: racekey, tabs: [...drawnNow.tabs, next] };
    const timer = setTimeout(
      () => {
        if (next === 'training') readFirstWorks(bridge, cache, racekey);
        const draw = (): void => startTransition(() => setDrawn(add));
        if (next === 'past') void readPastRides(bridge, cache, racekey).then(draw);
        else draw();
      },
      isFirst ? FIRST_REST_MS : REST_MS,
    );
    return () => clearTimeout(timer);
  }, [bridge, cache, racekey, next, isFirst]);
  return drawn.tabs;
}
