// Reads one day: its races, meetings and payoffs in one request each, and the winners' names: of today after them. Of today
// also which races have pre-race data.

import { useMemo } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Sheet } from '#shared/bridge/results.ts';
import { DAY_RESULT_COLUMNS } from '#shared/racing/day-columns.ts';
import { cameWhole } from '#shared/racing/race-records.ts';
import { recordsOf } from '../../client/sheet.ts';
import { useDaySheet, useRequestDay } from '../../client/use-day-sheet.ts';
import { together, type CompletenessFacts } from '../../components/Completeness.tsx';
import { coursesOf, MEETING_COLUMNS, PAYOFF_COLUMNS, RACE_COLUMNS, type CourseDay } from './racing-day.ts';

/** What was read of the day. Payoffs and results are not read of a day to come, pre-race data only of today. */
export interface DaySheets {
  readonly races: UseQueryResult<Sheet>;
  readonly meetings: UseQueryResult<Sheet>;
  readonly payoffs: UseQueryResult<Sheet>;
  readonly results: UseQueryResult<Sheet>;
  readonly prerace: UseQueryResult<Sheet>;
}

export interface RacingDayData {
  readonly courses: readonly CourseDay[];
  readonly sheets: DaySheets;
  readonly verdict: CompletenessFacts | undefined;
  readonly isPending: boolean;
  /** Nothing of the day is still being read for the first time. */
  readonly isSettled: boolean;
  /** The races could not be read, so nothing can be shown. */
  readonly failed: unknown;
  /** Races are shown, but meetings, payoffs, winners or pre-race data could not be read. */
  readonly partlyFailed: unknown;
  readonly retry: () => void;
  /** Requests the day again, even if it is stored. */
  readonly again: () => void;
  /** Its races are being read. */
  readonly isReading: boolean;
}

const PROGRAM = [{ record: 'race' }, { record: 'meeting' }] as const;
const OUTCOME = [{ record: 'payoff' }, { record: 'result', columns: DAY_RESULT_COLUMNS }] as const;

/** The keys of the races that have records. */
const racesIn = (sheet: Sheet): ReadonlySet<string> =>
  new Set(recordsOf(sheet, ['racekey']).flatMap(({ racekey }) => racekey ?? []));

export function useRacingDay(racedate: string, today: string): RacingDayData {
  const mayBeRun = racedate <= today;
  const isPast = racedate < today;
  const races = useDaySheet('race', racedate, today, true);
  const meetings = useDaySheet('meeting', racedate, today, true);
  const payoffs = useDaySheet('payoff', racedate, today, mayBeRun);
  const results = useDaySheet(
    'result',
    racedate,
    today,
    // The results of a past day are stored or requested with the rest; today's come in race by race.
    isPast || (mayBeRun && races.isSuccess && payoffs.isSuccess),
    DAY_RESULT_COLUMNS,
  );
  // A past race has its result, so whether it had pre-race data does not matter.
  const prerace = useDaySheet('prerace', racedate, today, mayBeRun && !isPast && races.isSuccess);
  const request = useRequestDay(racedate, today);

  const courses = useMemo(
    () =>
      races.data === undefined
        ? []
        : coursesOf(
            recordsOf(races.data, RACE_COLUMNS),
            meetings.data === undefined ? [] : recordsOf(meetings.data, MEETING_COLUMNS),
            payoffs.data === undefined ? [] : recordsOf(payoffs.data, PAYOFF_COLUMNS),
            results.data === undefined ? [] : recordsOf(results.data, DAY_RESULT_COLUMNS),
            {
              areResultsWhole: results.data !== undefined && cameWhole(results.data.reasons),
              withPrerace: prerace.data === undefined ? new Set() : racesIn(prerace.data),
              isOutcomeKnown:
                !mayBeRun ||
                (payoffs.data !== undefined &&
                  results.data !== undefined &&
                  (isPast || prerace.data !== undefined)),
            },
          ),
    [races.data, meetings.data, payoffs.data, results.data, prerace.data, mayBeRun, isPast],
  );
  const all = [races, meetings, payoffs, results, prerace];
  const verdict = together(all.flatMap(({ data }) => (data === undefined ? [] : [data])));
  return {
    courses,
    sheets: { races, meetings, payoffs, results, prerace },
    verdict,
    isPending: races.isPending,
    isSettled: !all.some(({ isLoading }) => isLoading),
    // A request that fails leaves the races that were read before on screen.
    failed: courses.length === 0 ? races.error : null,
    partlyFailed: races.error ?? meetings.error ?? payoffs.error ?? results.error ?? prerace.error,
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
    again: () => void request(mayBeRun ? [...PROGRAM, ...OUTCOME] : PROGRAM),
    isReading: races.isFetching,
  };
}
