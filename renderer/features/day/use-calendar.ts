// The racing calendar of the weeks around a date, and of the weeks that the strip shows: the days ahead and the past days,
// requested in parallel.

import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { RaceDay } from '#shared/bridge/days.ts';
import { useBridge, type Bridge } from '../../client/bridge.tsx';
import { knownToday } from '../../client/use-today.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { keptAround, splitAtToday, weeksAround, type CalendarRange } from './calendar.ts';

/** How long a loaded calendar stays fresh, in milliseconds. */
const FRESH = 10 * 60_000;

/** The days of some weeks. */
interface Weeks {
  /** Known so far, oldest first. */
  readonly days: readonly RaceDay[];
  /** Days that could not be requested. */
  readonly unknown: readonly string[];
  /** These weeks are known as far as they can be. */
  readonly isWhole: boolean;
  /** The days from today on are known, which may include the day to open. */
  readonly isAheadKnown: boolean;
  /** The past weeks are loaded, for these weeks or those shown before. */
  readonly hasBehind: boolean;
  /** The error of a failed request; null if none failed. */
  readonly failed: unknown;
  readonly retry: () => void;
}

/** The weeks around a date; what is unknown, failed or tried again is so of the strip's weeks too. */
export interface Calendar extends Weeks {
  /** The days that the strip shows. */
  readonly strip: readonly RaceDay[];
}

const periodQuery = ({ queries }: Bridge, period: CalendarRange | undefined) =>
  queries.days.list.queryOptions({
    input: period ?? { from: '', to: '' },
    enabled: period !== undefined,
    staleTime: FRESH,
  });

/** Starts reading the calendar around a day that will be shown. */
export function readCalendar(bridge: Bridge, cache: QueryClient, around: string): void {
  const today = knownToday(bridge, cache);
  if (today === undefined) return;
  const { past, ahead } = splitAtToday(weeksAround(around, today), today);
  for (const period of [past, ahead])
    if (period !== undefined) void cache.prefetchQuery(periodQuery(bridge, period));
}

function usePeriod(period: CalendarRange | undefined) {
  return useQuery({ ...periodQuery(useBridge(), period), placeholderData: keepPreviousData });
}

function useWeeks(around: string, today: string): Weeks {
  const { past, ahead } = splitAtToday(weeksAround(around, today), today);
  const behind = usePeriod(past);
  const coming = usePeriod(ahead);
  const isKnown = (query: typeof behind, period: CalendarRange | undefined): boolean =>
    period === undefined || (query.isSuccess && !query.isPlaceholderData);
  const known = [past === undefined ? undefined : behind.data, ahead === undefined ? undefined : coming.data];
  const [before, after] = known;
  const days = useMemo(() => [...(before?.days ?? []), ...(after?.days ?? [])], [before, after]);
  const unknown = useMemo(() => [...(before?.unknown ?? []), ...(after?.unknown ?? [])], [before, after]);
  return {
    days,
    unknown,
    isWhole: isKnown(behind, past) && isKnown(coming, ahead),
    isAheadKnown: isKnown(coming, ahead),
    hasBehind: past === undefined || before !== undefined || behind.isError,
    failed: behind.error ?? coming.error,
    retry: () => {
      if (past !== undefined && (behind.isError || unknown.length > 0)) void behind.refetch();
      if (ahead !== undefined && (coming.isError || unknown.length > 0)) void coming.refetch();
    },
  };
}

/** The days ahead alone would shift when the days before them arrive. */
const NONE: readonly RaceDay[] = [];

export function useCalendar(around: string, today: string): Calendar {
  const [stored, store] = useStepMemory<string | undefined>('day.strip', undefined);
  const kept = keptAround(stored, around, today);
  useEffect(() => {
    if (kept !== stored) store(kept);
  }, [kept, stored, store]);
  const near = useWeeks(around, today);
  const shown = useWeeks(kept, today);
  const unknown = useMemo(
    () => [...new Set([...near.unknown, ...shown.unknown])].toSorted(),
    [near.unknown, shown.unknown],
  );
  return {
    ...near,
    strip: shown.hasBehind ? shown.days : NONE,
    unknown,
    failed: near.failed ?? shown.failed,
    retry: () => {
      near.retry();
      if (kept !== around) shown.retry();
    },
  };
}
