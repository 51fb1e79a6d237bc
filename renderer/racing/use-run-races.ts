// The conditions of past runs, as far as the archive has them, and the action that fetches the rest.

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Conditions, FetchedRecord } from '#shared/bridge/races.ts';
import { useBridge } from '../client/bridge.tsx';
import { ARCHIVE_READ_FRESH_MS } from '../client/query-client.ts';
import { useLatest } from '../components/use-latest.ts';
import type { RunRace } from './run-races.ts';

const NONE: readonly Conditions[] = [];

export interface RunRaces {
  /** Undefined until the archive has responded. */
  readonly byKey: ReadonlyMap<string, Conditions> | undefined;
}

export function useRunRaces(races: readonly RunRace[]): RunRaces {
  const { queries } = useBridge();
  const racekeys = useMemo(() => races.map(({ racekey }) => racekey).toSorted(), [races]);
  const { data } = useQuery({
    ...queries.races.conditions.queryOptions({ input: { racekeys } }),
    enabled: racekeys.length > 0,
    staleTime: ARCHIVE_READ_FRESH_MS,
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () => ({
      byKey:
        data === undefined && racekeys.length > 0
          ? undefined
          : new Map((data ?? NONE).map((race) => [race.racekey ?? '', race])),
    }),
    [data, racekeys],
  );
}

export interface RaceFetch {
  readonly state: 'idle' | 'running' | 'done';
  readonly done: number;
  readonly total: number;
  /** Races that the service does not have, once they were requested. */
  readonly missing: readonly string[];
  /** Null unless it failed. */
  readonly thrown: unknown;
  /** It ended because its part of the screen was hidden, not because the user stopped it. */
  readonly wasCut: boolean;
  readonly start: (races: readonly RunRace[]) => void;
  readonly stop: () => void;
}

const IDLE = { state: 'idle', done: 0, total: 0, missing: [], thrown: null, wasCut: false } as const;

/** Why a fetch is aborted when its part of the screen is hidden or closed. */
const HIDDEN = new Error('hidden');

/** Fetches programs of races, or their results, while the screen is open; they are shown once all have arrived or the user stops. */
export function useRaceFetch(record: FetchedRecord = 'race'): RaceFetch {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const [at, setAt] = useState<Omit<RaceFetch, 'start' | 'stop'>>(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(HIDDEN), []);

  const run = async (races: readonly RunRace[], { signal }: AbortController): Promise<void> => {
    let ended: typeof at = IDLE;
    try {
      for await (const event of await client.races.fetch({ races: [...races], record }, { signal })) {
        if (event.type === 'progress') setAt({ ...IDLE, ...event, state: 'running' });
        else ended = { ...IDLE, state: 'done', missing: event.missing };
      }
    } catch (thrown) {
      ended = { ...IDLE, thrown };
    }
    if (signal.aborted && ended.state !== 'done') ended = { ...IDLE, wasCut: signal.reason === HIDDEN };
    // It runs until what was fetched is on screen.
    await Promise.all([
      cache.invalidateQueries({ queryKey: queries.races.conditions.key() }),
      cache.invalidateQueries({ queryKey: queries.races.rivals.key() }),
      // A horse's runs carry the conditions of their races too.
      cache.invalidateQueries({ queryKey: queries.results.read.key({ input: { source: RUNS } }) }),
    ]);
    if (running.current?.signal === signal) setAt(ended);
  };
  return {
    ...at,
    start: (races) => {
      running.current?.abort();
      running.current = new AbortController();
      setAt({ ...IDLE, state: 'running' });
      void run(races, running.current);
    },
    stop: () => running.current?.abort(),
  };
}

/**
 * Like `useRaceFetch`, but the screen starts it, once for each race: past runs get their conditions without a button. If
 * that fails, the button is offered, and no error stands beside what is stored.
 */
export function useAutomaticRaceFetch(
  unknown: readonly RunRace[],
  record: FetchedRecord = 'race',
): RaceFetch {
  const fetch = useRaceFetch(record);
  const [started, setStarted] = useState<ReadonlySet<string>>(new Set());
  const [isByPerson, setByPerson] = useState(false);
  const start = (races: readonly RunRace[]): void => {
    setStarted(new Set([...started, ...races.map(({ racekey }) => racekey)]));
    fetch.start(races);
  };
  const left = fetch.wasCut ? unknown : unknown.filter(({ racekey }) => !started.has(racekey));
  const begin = useLatest(() => start(left));
  const isDue = left.length > 0 && fetch.state !== 'running';
  useEffect(() => {
    if (isDue) begin();
  }, [isDue, begin]);
  return {
    ...fetch,
    // Drawn as if it ran, or what waits for it would be seen without it for a moment.
    state: isDue ? 'running' : fetch.state,
    thrown: isByPerson ? fetch.thrown : null,
    start: (races) => {
      setByPerson(true);
      start(races);
    },
  };
}

/** Part of the source of every horse's runs. */
const RUNS = { kind: 'subject', subject: 'runs' } as const;
