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
  /** Whether a race that is not among them is not stored: after other races were given, the archive has yet to respond. */
  readonly isCurrent: boolean;
}

export function useRunRaces(races: readonly RunRace[]): RunRaces {
  const { queries } = useBridge();
  const racekeys = useMemo(() => races.map(({ racekey }) => racekey).toSorted(), [races]);
  const { data, isPlaceholderData } = useQuery({
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
      isCurrent: !isPlaceholderData,
    }),
    [data, isPlaceholderData, racekeys],
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
  /** What the service lacks of all races that were requested: one fetch after another may add to it. */
  const lacking = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => () => running.current?.abort(HIDDEN), []);

  const run = async (races: readonly RunRace[], { signal }: AbortController): Promise<void> => {
    const idle = (): typeof at => ({ ...IDLE, missing: [...lacking.current] });
    let ended = idle();
    try {
      for await (const event of await client.races.fetch({ races: [...races], record }, { signal })) {
        if (event.type === 'progress') setAt({ ...idle(), ...event, state: 'running' });
        else {
          lacking.current = new Set([...lacking.current, ...event.missing]);
          ended = { ...idle(), state: 'done' };
        }
      }
    } catch (thrown) {
      ended = { ...idle(), thrown };
    }
    if (signal.aborted && ended.state !== 'done') ended = { ...idle(), wasCut: signal.reason === HIDDEN };
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
      const again = new Set(races.map(({ racekey }) => racekey));
      lacking.current = new Set([...lacking.current].filter((racekey) => !again.has(racekey)));
      setAt({ ...IDLE, state: 'running', missing: [...lacking.current] });
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
  const addStarted = (races: readonly RunRace[]): void =>
    setStarted(new Set([...started, ...races.map(({ racekey }) => racekey)]));
  const left = fetch.wasCut ? unknown : unknown.filter(({ racekey }) => !started.has(racekey));
  const begin = useLatest(() => {
    addStarted(left);
    setByPerson(false);
    fetch.start(left);
  });
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
      addStarted(races);
      setByPerson(true);
      fetch.start(races);
    },
    stop: () => {
      // Those that became known meanwhile are not wanted either.
      addStarted(unknown);
      fetch.stop();
    },
  };
}

/** Part of the source of every horse's runs. */
const RUNS = { kind: 'subject', subject: 'runs' } as const;
