// Reads one day: its races, meetings and payoffs in one request each, and the winners' names after them.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Sheet } from '#shared/bridge/results.ts';
import { cameWhole } from '#shared/racing/race-records.ts';
import { useBridge } from '../../client/bridge.tsx';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { recordsOf } from '../../client/sheet.ts';
import { together, type CompletenessFacts } from '../../components/Completeness.tsx';
import {
  coursesOf,
  MEETING_COLUMNS,
  PAYOFF_COLUMNS,
  RACE_COLUMNS,
  RESULT_COLUMNS,
  type CourseDay,
} from './racing-day.ts';

/** Past days do not change; today's results arrive one by one. */
const REFRESH_TODAY = 60_000;

interface DayAsked {
  readonly racedate: string;
  readonly today: string;
}

export interface RacingDayData {
  readonly courses: readonly CourseDay[];
  readonly verdict: CompletenessFacts | undefined;
  readonly isPending: boolean;
  /** The races could not be read, so nothing can be shown. */
  readonly failed: unknown;
  /** Races are shown, but meetings, payoffs or winners could not be read. */
  readonly partlyFailed: unknown;
  readonly retry: () => void;
}

function useRead(record: DayRecord, day: DayAsked, enabled: boolean): UseQueryResult<Sheet> {
  const { queries } = useBridge();
  const { racedate, today } = day;
  const isPast = racedate < today;
  const input = { source: { kind: 'day', record, racedate } } as const;
  return useQuery(
    queries.results.read.queryOptions({
      input,
      // Once the day is over, the past tables are read, which have more fields.
      queryKey: [...queries.results.read.queryKey({ input }), isPast],
      enabled,
      staleTime: isPast ? Number.POSITIVE_INFINITY : REFRESH_TODAY,
      ...(racedate === today ? { refetchInterval: REFRESH_TODAY } : {}),
    }),
  );
}

export function useRacingDay(racedate: string, today: string): RacingDayData {
  const day = { racedate, today };
  const mayBeRun = racedate <= today;
  const races = useRead('race', day, true);
  const meetings = useRead('meeting', day, true);
  const payoffs = useRead('payoff', day, mayBeRun);
  const results = useRead('result', day, mayBeRun && races.isSuccess && payoffs.isSuccess);

  const courses = useMemo(
    () =>
      races.data === undefined
        ? []
        : coursesOf(
            recordsOf(races.data, RACE_COLUMNS),
            meetings.data === undefined ? [] : recordsOf(meetings.data, MEETING_COLUMNS),
            payoffs.data === undefined ? [] : recordsOf(payoffs.data, PAYOFF_COLUMNS),
            results.data === undefined ? [] : recordsOf(results.data, RESULT_COLUMNS),
            results.data !== undefined && cameWhole(results.data.reasons),
          ),
    [races.data, meetings.data, payoffs.data, results.data],
  );
  const all = [races, meetings, payoffs, results];
  const verdict = together(all.flatMap(({ data }) => (data === undefined ? [] : [data])));
  return {
    courses,
    verdict,
    isPending: races.isPending,
    failed: races.error,
    partlyFailed: meetings.error ?? payoffs.error ?? results.error,
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
}
