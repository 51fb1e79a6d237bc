// What changed on this day since the user last marked it as seen. The memory is one snapshot per day that has not run,
// taken at one moment: it is renewed when the user marks the day as seen, or when nothing changed and more is known.

import { useCallback, useEffect, useMemo } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Sheet } from '#shared/bridge/results.ts';
import { cameWhole } from '#shared/racing/race-records.ts';
import { recordsOf, runnerKey, type RecordValues } from '#shared/racing/race-rows.ts';
import { useRemembered } from '../../client/use-remembered.ts';
import {
  changesSince,
  knowsMore,
  rememberDay,
  seenDaysSchema,
  snapshotOf,
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
  /** When the day was last seen, epoch milliseconds; undefined the first time. */
  readonly since: number | undefined;
  /** `failed`: some records could not be read, so nothing is compared. */
  readonly state: 'loading' | 'failed' | 'compared';
  /** Whether records may be missing here that the service has, so that changes may be missing too. */
  readonly mayLack: boolean;
  /** Horse names by race key and number ("05265601 7"). */
  readonly names: ReadonlyMap<string, string>;
  readonly markSeen: () => void;
}

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

export function useDayChanges(sheets: ComparedSheets, racedate: string, today: string): DayChanges {
  const { races, meetings, entries, prerace, results } = sheets;
  const memory = useRemembered('day.seen', seenDaysSchema, NONE);
  const { value: seen, loaded, keep } = memory;
  const queries = [races, meetings, entries, prerace, results].filter((query) => query !== undefined);
  // A past day is not remembered, even if its records are cached.
  const isRead = racedate >= today && queries.every(({ data }) => data !== undefined);
  const readAt = Math.max(0, ...queries.map(({ dataUpdatedAt }) => dataUpdatedAt));
  const entryRecords = useMemo(() => valuesOf(entries.data), [entries.data]);
  const snapshot = useSnapshot(sheets, entryRecords, isRead ? readAt : undefined);
  const before = seen[racedate];
  const changes = useMemo(
    () => (before === undefined || snapshot === undefined ? NO_CHANGES : changesSince(before, snapshot)),
    [before, snapshot],
  );
  const markSeen = useCallback(() => {
    if (snapshot !== undefined) keep(rememberDay(seen, racedate, snapshot, today));
  }, [seen, racedate, snapshot, today, keep]);
  const isNews =
    snapshot !== undefined && changes.length === 0 && (before === undefined || knowsMore(before, snapshot));
  useEffect(() => {
    if (loaded && isNews) markSeen();
  }, [loaded, isNews, markSeen]);
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
    state: isRead && loaded ? 'compared' : queries.some(({ isError }) => isError) ? 'failed' : 'loading',
    mayLack: queries.some(({ data }) => data !== undefined && !cameWhole(data.reasons)),
    names,
    markSeen,
  };
}
