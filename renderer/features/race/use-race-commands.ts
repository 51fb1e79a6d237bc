// The commands of a race: its tabs, the races before and after it, the other courses, and its day.

import { useMemo } from 'react';
import { useTranslation } from '../../text/text.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../app/commands/commands.ts';
import { navigation } from '../../app/navigation/navigation.ts';
import { RACE_TABS, type RaceTab } from './race-tabs.ts';
import { inShownTab, shownTab } from './shown-tab.ts';
import type { NeighborRaces, RaceOfDay } from './race-day.ts';

interface Here {
  readonly racekey: string;
  readonly racedate: string | undefined;
  readonly neighbors: NeighborRaces;
}

/** The tab `by` steps further, wrapping around. */
const tabAfter = (tab: RaceTab, by: number): RaceTab =>
  RACE_TABS[(RACE_TABS.indexOf(tab) + by + RACE_TABS.length) % RACE_TABS.length] ?? tab;

export function useRaceCommands({ racekey, racedate, neighbors }: Here): void {
  const { t } = useTranslation('race');
  const commands = useMemo<readonly Command[]>(() => {
    const show = (tab: RaceTab): void => navigation.replace({ screen: 'race', racekey, tab });
    const open = (race: RaceOfDay | undefined) => () => {
      if (race !== undefined) navigation.replace(inShownTab(race.racekey));
    };
    const here = (id: string, label: string, keys: readonly string[], run: () => void): Command => ({
      id: `race.${id}`,
      group: 'here',
      label,
      keys,
      run,
    });
    return foundInBoth(t, 'race', (translate) => [
      here('next', translate('nextRace'), [']'], open(neighbors.next)),
      here('previous', translate('previousRace'), ['['], open(neighbors.previous)),
      here('nextCourse', translate('nextCourse'), ['}'], open(neighbors.nextCourse)),
      here('previousCourse', translate('previousCourse'), ['{'], open(neighbors.previousCourse)),
      here('nextTab', translate('nextTab'), ['Space'], () => show(tabAfter(shownTab(), 1))),
      here('previousTab', translate('previousTab'), ['Shift+Space'], () => show(tabAfter(shownTab(), -1))),
      ...RACE_TABS.map((id, at) =>
        here(`tab.${id}`, translate('tabCommand', { name: translate(`tabs.${id}`) }), [String(at + 1)], () =>
          show(id),
        ),
      ),
      here('day', translate('toDay'), ['u'], () =>
        navigation.go(racedate === undefined ? { screen: 'day' } : { screen: 'day', racedate }),
      ),
    ]);
  }, [t, racekey, racedate, neighbors]);
  useCommands(commands);
}
