// What every tab of a race is given.

import type { Stage } from '#shared/racing/race-facts.ts';
import type { Values } from '#shared/racing/race-rows.ts';
import type { RunnersOfRace } from './use-race-records.ts';

export interface RaceTabProps {
  /** The race's program record. */
  readonly race: Values;
  readonly racekey: string;
  readonly stage: Stage;
  readonly runners: RunnersOfRace;
  /** What the tab remembers has names that begin so. */
  readonly memoryName: string;
}
