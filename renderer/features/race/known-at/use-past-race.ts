// The times at which versions of a race were fetched, and which of them is shown.

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from '../../../text/text.ts';
import { foundInBoth } from '../../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../../app/commands/commands.ts';
import { useStepMemory } from '../../../app/navigation/navigation.ts';
import { useBridge } from '../../../client/bridge.tsx';
import { useLatest } from '../../../components/use-latest.ts';
import type { PastRace } from './known-race.ts';

/** How often another fetch is looked for, in milliseconds: any screen may have requested the race's day again. */
const FRESH_MS = 10_000;

const NONE: readonly number[] = [];

export interface PastChoice {
  /** Epoch milliseconds, ascending. */
  readonly times: readonly number[];
  /** The place of the shown time among `times`; their number stands for now. */
  readonly place: number;
  readonly show: (place: number) => void;
  /** What is shown, with its own time: while another time is read, that is still the one before. */
  readonly past: PastRace | undefined;
  /** Why it could not be read; null unless that failed. */
  readonly thrown: unknown;
}

export function usePastRace(racekey: string, enabled = true): PastChoice {
  const { client, queries } = useBridge();
  const [wanted, setWanted] = useStepMemory<number | null>(`race.${racekey}.knownAt`, null);
  const { data: times = NONE, error: timesError } = useQuery({
    ...queries.races.versionTimes.queryOptions({ input: { racekey } }),
    enabled,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
  const found = wanted === null ? -1 : times.indexOf(wanted);
  const place = found < 0 ? times.length : found;
  const at = found < 0 ? undefined : times[found];
  const { data: past, error } = useQuery({
    queryKey: [...queries.races.knownAt.key(), racekey, at],
    queryFn: async ({ signal }): Promise<PastRace> => ({
      at: at ?? 0,
      records: await client.races.knownAt({ racekey, at: at ?? 0 }, { signal }),
    }),
    enabled: at !== undefined,
    placeholderData: (before, query) => (query?.queryKey.includes(racekey) ? before : undefined),
    // What was known at a time never changes.
    staleTime: Infinity,
  });
  const show = useLatest((next: number) => setWanted(times[next] ?? null));
  usePastCommands({ place, count: times.length, show });
  return { times, place, show, past: at === undefined ? undefined : past, thrown: error ?? timesError };
}

interface Position {
  readonly place: number;
  readonly count: number;
  readonly show: (place: number) => void;
}

function usePastCommands({ place, count, show }: Position): void {
  const { t } = useTranslation('knownAt');
  const commands = useMemo<readonly Command[]>(() => {
    if (count < 2) return [];
    const command = (id: string, label: string, key: string, to: number): Command => ({
      id: `race.knownAt.${id}`,
      group: 'here',
      label,
      keys: [key],
      run: () => show(Math.min(Math.max(to, 0), count)),
    });
    return foundInBoth(t, 'knownAt', (translate) => [
      command('earlier', translate('earlier'), ',', place - 1),
      command('later', translate('later'), '.', place + 1),
      ...(place === count ? [] : [command('now', translate('toNow'), 'Escape', count)]),
    ]);
  }, [t, place, count, show]);
  useCommands(commands);
}
