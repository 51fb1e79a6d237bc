// The report on the text of a list, and fetching the payoffs that it lacks.

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LONGEST_BET_LIST } from '#shared/bridge/bets.ts';
import type { BetReport } from '#shared/betting/report.ts';
import type { Failure } from '../../client/failure.ts';
import { useBridge } from '../../client/bridge.tsx';

/** How long typing rests before the list is checked, in milliseconds. */
const REST = 200;
/** How often a list with open races is checked again, in milliseconds: their payoffs may arrive by any way. */
const EVERY = 5000;
/** A list of more lines is checked again less often: it takes longer. */
const MANY_LINES = 5000;
const EVERY_MANY = 60_000;

export interface MissingRace {
  readonly racekey?: string | undefined;
  readonly racedate?: string | undefined;
}

export interface CheckedList {
  /** Of the text, or of the one before while this is being checked; undefined until the first. */
  readonly report: BetReport | undefined;
  readonly missing: readonly MissingRace[];
  /** Whether the report is not of this text yet. */
  readonly isOld: boolean;
  readonly thrown: unknown;
  readonly again: () => void;
}

const NOTHING: readonly MissingRace[] = [];

export function useBetReport(text: string): CheckedList {
  const { queries } = useBridge();
  const rested = useRested(text);
  const checked = useQuery({
    ...queries.bets.check.queryOptions({ input: { text: rested } }),
    enabled: rested.length <= LONGEST_BET_LIST,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    // To compare a report of 20,000 lines with the one before takes longer than to draw it.
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.report.open === 0) return false;
      return data.report.bets.length > MANY_LINES ? EVERY_MANY : EVERY;
    },
  });
  return {
    report: checked.data?.report as BetReport | undefined,
    missing: checked.data?.missing ?? NOTHING,
    isOld: rested !== text || checked.isPlaceholderData,
    thrown: checked.error,
    again: () => void checked.refetch(),
  };
}

/** The value once it has not changed for a while. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

export type Requested = ReadonlyMap<string, Failure | null>;

/** A day is requested as a whole. */
export const nameOfMissing = ({ racedate, racekey }: MissingRace): string => racedate ?? racekey ?? '';

export interface PayoffFetch {
  readonly isRunning: boolean;
  /**
   * Of the days and races that were requested since the screen was opened, by `nameOfMissing`: why the request for them
   * last failed, or null if it was answered; what is missing then, the service does not have.
   */
  readonly requested: Requested;
  readonly done: number;
  readonly total: number;
  /** Why it failed; null unless it did. */
  readonly thrown: unknown;
  readonly start: (races: readonly MissingRace[]) => void;
  readonly stop: () => void;
}

const IDLE = { isRunning: false, done: 0, total: 0, thrown: null } as const;

/** Fetches payoffs while the screen is open; what arrived is counted once it is over. */
export function usePayoffFetch(): PayoffFetch {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const [at, setAt] = useState<Omit<PayoffFetch, 'requested' | 'start' | 'stop'>>(IDLE);
  const [requested, setRequested] = useState<Requested>(new Map());
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (races: readonly MissingRace[], { signal }: AbortController): Promise<void> => {
    try {
      let failure: Failure | null = null;
      for await (const event of await client.bets.fetch({ races: [...races] }, { signal })) {
        setAt({ ...IDLE, done: event.done, total: event.total, isRunning: true });
        failure = event.failure ?? null;
      }
      setRequested(
        (before) => new Map([...before, ...races.map((race) => [nameOfMissing(race), failure] as const)]),
      );
      setAt(IDLE);
    } catch (thrown) {
      setAt(signal.aborted ? IDLE : { ...IDLE, thrown });
    }
    await cache.invalidateQueries({ queryKey: queries.bets.check.key() });
  };
  return {
    ...at,
    requested,
    start: (races) => {
      running.current?.abort();
      running.current = new AbortController();
      setAt({ ...IDLE, isRunning: true });
      void run(races, running.current);
    },
    stop: () => running.current?.abort(),
  };
}
