// The tab of the race that is shown, read when a link or a command is followed: links that named it would be drawn anew
// with every change of tabs.

import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { currentStep } from '../../app/navigation/trail.ts';
import type { Route } from '../../app/screens.tsx';
import type { RaceTab } from './race-tabs.ts';

export function shownTab(): RaceTab {
  const { route } = currentStep(useNavigationStore.getState().trail);
  return route.screen === 'race' ? route.tab : 'card';
}

/** Another race, with the tab that is shown now. */
export const inShownTab = (racekey: string): Route => ({ screen: 'race', racekey, tab: shownTab() });
