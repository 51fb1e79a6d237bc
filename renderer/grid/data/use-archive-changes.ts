// A download writes to the archive while its rows are on screen: they are renewed in place, automatically while the
// user is idle, otherwise on request.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Summary } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { useBridge } from '../../client/bridge.tsx';
import { isResultClosed } from '../../client/failure.ts';
import { openSource } from '../../client/open-source.ts';
import { useLatest } from '../../components/use-latest.ts';
import { summaryKey, useReopened, type CachedSummary } from './use-open-result.ts';

export interface ArchiveChanges {
  /** Whether the archive was written where this result reads, since it was opened or renewed. */
  readonly isBehind: boolean;
  /** Reads the rows again from the archive; the record of `row` keeps its place on screen. */
  readonly renew: (row: number) => void;
  /** Milliseconds between two renewals. */
  readonly rest: number;
  /** Why the last renewal failed: the rows are those from before it. */
  readonly failed: unknown;
}

/** A download writes several times a second: rows that changed as often could not be read. */
const LEAST_REST = 2000;
/** The rest is this many times the last renewal, so that renewing a large result does not load the machine. */
const SHARE_OF_REST = 20;

/** Renews automatically unless the user is busy with something that new rows would interrupt. */
export function useLiveRows(changes: ArchiveChanges, isBusy: boolean, row: () => number): void {
  const { isBehind, rest, failed } = changes;
  const renew = useLatest(() => changes.renew(row()));
  const isDue = isBehind && !isBusy && failed === undefined;
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(renew, rest);
    return () => clearTimeout(timer);
  }, [isDue, rest, renew]);
}

export function useArchiveChanges(source: ResultSource, summary: Summary): ArchiveChanges {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const [behind, setBehind] = useState<Summary>();
  const [failed, setFailed] = useState<unknown>();
  const [rest, setRest] = useState(LEAST_REST);
  const { resultId } = summary;
  const reopened = useReopened(source);

  // A race is fetched whole, and the rest of its day follows in the background, which does not change the race.
  const isOfOneRace = source.kind === 'table' && source.filter.racekey !== undefined;

  useEffect(() => {
    if (isOfOneRace) return undefined;
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      try {
        for await (const { writes } of await client.results.changed({ resultId }, { signal: stop.signal }))
          setBehind(writes > 0 ? summary : undefined);
      } catch (thrown) {
        // Nothing tells any more whether the archive has other rows by now.
        if (isResultClosed(thrown)) setBehind(summary);
      }
    };
    void follow();
    return () => stop.abort();
  }, [client, resultId, summary, isOfOneRace]);

  const renewNow = useCallback(
    async (row: number): Promise<void> => {
      const began = performance.now();
      const renewed = await client.results.renew({ resultId, anchor: { row } }).catch((thrown: unknown) => {
        if (!isResultClosed(thrown)) throw thrown;
        return undefined;
      });
      if (renewed === undefined) return reopened(await openSource(client, source));
      setRest(Math.max(LEAST_REST, SHARE_OF_REST * (performance.now() - began)));
      setBehind(undefined);
      cache.setQueryData<CachedSummary>(summaryKey(queries.results.open.key(), source), {
        source,
        summary: renewed.summary,
        moved: { from: summary, by: (renewed.row ?? row) - row },
      });
    },
    [client, cache, queries, resultId, source, summary, reopened],
  );
  const renew = useCallback(
    (row: number): void => {
      setFailed(undefined);
      renewNow(row).catch(setFailed);
    },
    [renewNow],
  );
  return { isBehind: behind === summary, renew, rest, failed };
}
