// What changed on this day since the user last marked it as seen. The memory is one snapshot per day that is not over.

import { useCallback, useEffect, useMemo, useState } from 'react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Sheet } from '#shared/bridge/results.ts';
import { cameWhole } from '#shared/racing/race-records.ts';
import { recordsOf, runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useRemembered } from '../../client/use-remembered.ts';
import {
  changesSince,
  newsFor,
  rememberDay,
  seenNow,
  seenDaysSchema,
  snapshotOf,
  withNews,
  type DayChange,
  type DaySnapshot,
  type SeenDays,
} from './day-changes.ts';

/** The records that are compared; a table that this day does not have yet is undefined. */
export interface ComparedSheets {
  readonly races: UseQueryResult<Sheet>;
  readonly meetings: UseQueryResult<Sheet>;
  readonly entries: UseQueryResult<Sheet>;
  readonly prerace: UseQueryResult<Sheet> | undefined;
  readonly results: UseQueryResult<Sheet> | undefined;
}

export interface DayChanges {
  readonly changes: readonly DayChange[];
  /** When the day was last marked as seen, or else seen first, epoch milliseconds; undefined until it was. */
  readonly since: number | undefined;
  /** The day is on screen for the first time, and was not marked as seen. */
  readonly isFirst: boolean;
  /** `failed`: some records could not be read, so nothing is compared. */
  readonly state: 'loading' | 'failed' | 'compared';
  /** Whether records may be missing here that the service has, so that changes may be missing too. */
  readonly mayLack: boolean;
  /** Horse names by race key and number ("05265601 7"). */
  readonly names: ReadonlyMap<string, string>;
  readonly markSeen: () => void;
}

const KEY = 'day.seen';
const NONE: SeenDays = {};
const NO_CHANGES: readonly DayChange[] = [];

const valuesOf = (sheet: Sheet | undefined): readonly RecordValues[] =>
  sheet === undefined ? [] : recordsOf(sheet);

/** The day as it is now; undefined while `readAt`, the time at which it was read, is not known. */
function useSnapshot(
  sheets: ComparedSheets,
  entries: readonly RecordValues[],
  readAt: number | undefined,
): DaySnapshot | undefined {
  // The queries are new objects in every render; their data are not.
  const races = sheets.races.data;
  const meetings = sheets.meetings.data;
  const prerace = sheets.prerace?.data;
  const results = sheets.results?.data;
  return useMemo(
    () =>
      readAt === undefined
        ? undefined
        : snapshotOf(
            {
              races: valuesOf(races),
              meetings: valuesOf(meetings),
              entries,
              prerace: valuesOf(prerace),
              results: valuesOf(results),
            },
            readAt,
          ),
    [readAt, races, meetings, entries, prerace, results],
  );
}

/**
 * True once the memory was read for this screen: the day may have been seen in another window since this one started. It is
 * read again whenever the person comes back to this window.
 */
function useReadAnew(): boolean {
  const options = useBridge().queries.settings.recall.queryOptions({ input: { key: KEY } });
  const forever = { staleTime: Infinity, gcTime: Infinity };
  const anew = { refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const;
  return useQuery({ ...options, ...forever, ...anew }).isFetchedAfterMount;
}

/**
 * The time since which changes are listed is that of the first look, until the person marks the day as seen. Opening it
 * again, leaving it or restarting does not move that time, since nobody has confirmed then to have read the list; what
 * becomes known for the first time is added to the snapshot without moving it.
 */
export function useDayChanges(sheets: ComparedSheets, racedate: string, today: string): DayChanges {
  const { races, meetings, entries, prerace, results } = sheets;
  const { value: seen, change } = useRemembered(KEY, seenDaysSchema, NONE);
  const loaded = useReadAnew();
  const queries = [races, meetings, entries, prerace, results].filter((query) => query !== undefined);
  // A past day is not remembered, even if its records are cached.
  const isRead = racedate >= today && queries.every(({ data }) => data !== undefined);
  const readAt = Math.max(0, ...queries.map(({ dataUpdatedAt }) => dataUpdatedAt));
  const entryRecords = useMemo(() => valuesOf(entries.data), [entries.data]);
  const snapshot = useSnapshot(sheets, entryRecords, isRead ? readAt : undefined);
  const before = seen[racedate];
  const changes = useMemo(
    () =>
      // A later read was marked as seen in another window: the differences from that would be changes backwards.
      before === undefined || snapshot === undefined || snapshot.at < before.at
        ? NO_CHANGES
        : changesSince(before, snapshot),
    [before, snapshot],
  );
  const markSeen = useCallback(() => {
    if (snapshot === undefined) return;
    change((stored) => rememberDay(stored, racedate, seenNow(stored[racedate], snapshot), today));
  }, [racedate, snapshot, today, change]);
  const [firstAt, setFirstAt] = useState<number>();
  if (loaded && before === undefined && snapshot !== undefined && firstAt === undefined)
    setFirstAt(snapshot.at);
  const known =
    before === undefined || snapshot === undefined ? (before ?? snapshot) : withNews(before, snapshot);
  const hasNews = loaded && known !== undefined && known !== before;
  useEffect(() => {
    if (hasNews && snapshot !== undefined)
      change((stored) => rememberDay(stored, racedate, newsFor(stored[racedate], before, snapshot), today));
  }, [hasNews, change, racedate, before, snapshot, today]);
  const names = useMemo(
    () =>
      new Map(
        entryRecords.map((entry) => [runnerKey(entry) ?? '', entry['horse_name']?.trim() ?? ''] as const),
      ),
    [entryRecords],
  );
  return {
    changes,
    since: before?.at,
    isFirst: before === undefined || before.at === firstAt,
    state: isRead && loaded ? 'compared' : queries.some(({ isError }) => isError) ? 'failed' : 'loading',
    mayLack: queries.some(({ data }) => data !== undefined && !cameWhole(data.reasons)),
    names,
    markSeen,
  };
}
