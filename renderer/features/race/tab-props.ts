// The props of every tab of a race.

import type { RaceStage } from '#shared/racing/race-facts.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import type { RunnersOfRace } from './use-race-records.ts';

export interface RaceTabProps {
  /** The race's program record. */
  readonly race: RecordValues;
  readonly racekey: string;
  readonly stage: RaceStage;
  readonly runners: RunnersOfRace;
  /** Prefix of the names under which the tab stores its memory. */
  readonly memoryName: string;
}
