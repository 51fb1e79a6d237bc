// What a download adds to the archive while its rows are looked at: told at once, shown when the person wants it,
// without losing the place.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Summary } from '#shared/bridge/results.ts';
import type { Source } from '#shared/bridge/source.ts';
import { useBridge } from '../client/bridge.tsx';
import { summaryKey, type Remembered } from './use-open-result.ts';

interface ArchiveChanges {
  /** Whether the archive was written where this result reads, since it was opened or renewed. */
  readonly isBehind: boolean;
  /** Reads the rows again as they are held now; `onRow` is told where the record of `row` stands then. */
  readonly renew: (row: number, onRow: (row: number) => void) => void;
  /** What the last renewal failed with: the rows are those from before it. */
  readonly failed: unknown;
}

export function useArchiveChanges(source: Source, summary: Summary): ArchiveChanges {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const [behind, setBehind] = useState<Summary>();
  const [failed, setFailed] = useState<unknown>();
  const { resultId } = summary;

  // A race is asked for whole, and the rest of its day follows by itself: no news of the race.
  const isOfOneRace = source.kind === 'table' && source.filter.racekey !== undefined;

  useEffect(() => {
    if (isOfOneRace) return undefined;
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const { writes } of await client.results.changed({ resultId }, { signal: stop.signal }))
        setBehind(writes > 0 ? summary : undefined);
    };
    // A result that was let go is opened anew as it is held then.
    follow().catch(() => undefined);
    return () => stop.abort();
  }, [client, resultId, summary, isOfOneRace]);

  const renewNow = useCallback(
    async (row: number, onRow: (row: number) => void): Promise<void> => {
      const renewed = await client.results.renew({ resultId, anchor: { row } });
      setBehind(undefined);
      cache.setQueryData<Remembered>(summaryKey(queries.results.open.key(), source), {
        source,
        summary: renewed.summary,
      });
      if (renewed.row !== undefined) onRow(renewed.row);
    },
    [client, cache, queries, resultId, source],
  );
  const renew = useCallback(
    (row: number, onRow: (row: number) => void): void => {
      setFailed(undefined);
      renewNow(row, onRow).catch(setFailed);
    },
    [renewNow],
  );
  return { isBehind: behind === summary, renew, failed };
}
