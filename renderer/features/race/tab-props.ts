// What every tab of a race is given.

import type { Stage } from './race-facts.ts';
import type { Values } from '../../racing/race-rows.ts';

export interface RaceTabProps {
  /** The race's program record. */
  readonly race: Values;
  readonly racekey: string;
  readonly stage: Stage;
  /** What the tab remembers has names that begin so. */
  readonly memoryName: string;
}
