// The runners of a race according to all of its records, read once so that the tabs never contradict each other.

import { useMemo } from 'react';
import { cameWhole } from '#shared/racing/race-records.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { isRun } from '#shared/racing/result-rows.ts';
import { withdrawals, type RaceRecords } from '#shared/racing/runner-words.ts';
import { useLanguage } from '../../text/text.ts';
import type { RaceStage } from '#shared/racing/race-facts.ts';
import { useRaceSheet } from './use-race-sheet.ts';

export interface RunnersOfRace {
  readonly records: RaceRecords;
  /** Why a horse does not run, by horse number. */
  readonly out: ReadonlyMap<number, string>;
  /** The numbers of `out`. */
  readonly withdrawn: ReadonlySet<number>;
  /** Whether the result is still being read: who ran, and the columns of the outcome, are not known yet. */
  readonly isLoading: boolean;
}

const NONE: readonly RecordValues[] = [];

/** `stage` is undefined until the program gives the day of the race; until then nothing is requested. */
export function useRaceRecords(
  race: RecordValues | undefined,
  racekey: string,
  stage: RaceStage | undefined,
): RunnersOfRace {
  const language = useLanguage();
  const isPast = stage === 'past';
  const mayBeRun = stage !== undefined && stage !== 'coming';
  const card = useRaceSheet('entry', racekey, { isPast, enabled: stage !== undefined });
  const result = useRaceSheet('result', racekey, { isPast, enabled: mayBeRun });
  // The result shows who took part; before it, the pre-race records have the late withdrawals.
  const isOpen = mayBeRun && result.state !== 'loading' && !isRun(result.records);
  const prerace = useRaceSheet('prerace', racekey, { isPast, enabled: isOpen });
  // They may have been read for their own tab: who ran must not depend on that.
  const late = isOpen ? prerace.records : NONE;
  const reasons = result.loaded?.reasons;
  const isLoading = mayBeRun && result.state === 'loading';
  return useMemo(() => {
    const records = {
      race,
      card: card.records,
      prerace: late,
      results: result.records,
      areResultsWhole: reasons !== undefined && cameWhole(reasons),
    };
    const out = withdrawals(records, language);
    return { records, out, withdrawn: new Set(out.keys()), isLoading };
  }, [race, card.records, late, result.records, reasons, isLoading, language]);
}
