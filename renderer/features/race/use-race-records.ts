// The runners of a race according to all of its records, read once so that the tabs never contradict each other.

import { useCallback, useMemo } from 'react';
import { cameWhole } from '#shared/racing/race-records.ts';
import { byRunner, runnerKey, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { isRun } from '#shared/racing/result-rows.ts';
import { withdrawalOf, withdrawals, type RaceRecords } from '#shared/racing/runner-words.ts';
import type { Language } from '#shared/text.ts';
import { useLanguage } from '../../text/text.ts';
import type { RaceStage } from '#shared/racing/race-facts.ts';
import { useRaceSheet } from './use-race-sheet.ts';

export interface RunnersOfRace {
  readonly records: RaceRecords;
  /** Why a horse does not run, by horse number. */
  readonly out: ReadonlyMap<number, string>;
  /** The numbers of `out`. */
  readonly withdrawn: ReadonlySet<number>;
  /** Why the horse of a record does not run, also before it has a number. */
  readonly reasonOf: (runner: RecordValues) => string | undefined;
  /** Whether the result is still being read: who ran, and the columns of the outcome, are not known yet. */
  readonly isLoading: boolean;
  /** Requests all of it again with the program: the header and every tab show it. */
  readonly again: () => void;
}

const NONE: readonly RecordValues[] = [];

/**
 * `stage` is undefined until the program gives the day of the race; until then nothing is requested. On race day it is
 * read again each minute, whichever tab is shown: withdrawals, going and the result come then.
 */
export function useRaceRecords(
  race: RecordValues | undefined,
  racekey: string,
  stage: RaceStage | undefined,
): RunnersOfRace {
  const language = useLanguage();
  const isPast = stage === 'past';
  const mayBeRun = stage !== undefined && stage !== 'coming';
  const comesIn = stage === 'today';
  // Read without `isPast` before the day is known, and under the same key after.
  const program = useRaceSheet('race', racekey, { comesIn, enabled: stage !== undefined });
  const card = useRaceSheet('entry', racekey, { isPast, enabled: stage !== undefined });
  const result = useRaceSheet('result', racekey, { isPast, comesIn, enabled: mayBeRun });
  // The result shows who took part; before it, the pre-race records have the late withdrawals.
  const isOpen = mayBeRun && result.state !== 'loading' && !isRun(result.records);
  const prerace = useRaceSheet('prerace', racekey, { isPast, comesIn, enabled: isOpen });
  // They may have been read for their own tab: who ran must not depend on that.
  const late = isOpen ? prerace.records : NONE;
  const reasons = result.loaded?.reasons;
  const isLoading = mayBeRun && result.state === 'loading';
  const [readProgram, readCard, readResult, readPrerace] = [
    program.again,
    card.again,
    result.again,
    prerace.again,
  ];
  const again = useCallback(() => {
    readProgram();
    readCard();
    if (mayBeRun) readResult();
    if (isOpen) readPrerace();
  }, [readProgram, readCard, readResult, readPrerace, mayBeRun, isOpen]);
  return useMemo(() => {
    const records = {
      race,
      card: card.records,
      prerace: late,
      results: result.records,
      areResultsWhole: reasons !== undefined && cameWhole(reasons),
    };
    const out = withdrawals(records, language);
    const reasonOf = withdrawalReasons(records, out, language);
    return { records, out, withdrawn: new Set(out.keys()), reasonOf, isLoading, again };
  }, [race, card.records, late, result.records, reasons, isLoading, again, language]);
}

/** `out`: the reasons of those that have a number. */
function withdrawalReasons(
  records: RaceRecords,
  out: ReadonlyMap<number, string>,
  language: Language,
): RunnersOfRace['reasonOf'] {
  const [prerace, results] = [byRunner(records.prerace), byRunner(records.results)];
  const unnumbered = new Map(
    records.card.flatMap((runner) => {
      const key = runnerNumber(runner) === undefined ? runnerKey(runner) : undefined;
      if (key === undefined) return [];
      const own = (of: ReadonlyMap<string, RecordValues>) => [of.get(key) ?? []].flat();
      const reason = withdrawalOf(
        { race: records.race, card: [runner], prerace: own(prerace), results: own(results) },
        language,
      );
      return reason === undefined ? [] : [[key, reason] as const];
    }),
  );
  return (runner) => {
    const number = runnerNumber(runner);
    return number === undefined ? unnumbered.get(runnerKey(runner) ?? '') : out.get(number);
  };
}
