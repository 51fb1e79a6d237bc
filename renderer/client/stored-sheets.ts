// Sheets that a screen needs and that are stored, read by one question before the screen asks for each: every question
// costs a round trip, and its parts would come in one after another.

import {
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Sheet } from '#shared/bridge/results.ts';
import type { RecordSource } from '#shared/bridge/source.ts';
import { useEffect } from 'react';
import { useBridge } from './bridge.tsx';

export interface StoredRead {
  readonly source: RecordSource;
  /** All by default. */
  readonly columns?: readonly string[] | undefined;
}

export interface StoredSheets {
  /** The cache key: what is read, and the day on which. */
  readonly key: QueryKey;
  readonly reads: readonly StoredRead[];
  /** The keys under which the screen's own queries look for the sheets, in the order of `reads`; none if it needs none of them. */
  readonly keysOf: (sheets: readonly (Sheet | null)[]) => readonly QueryKey[];
  /** Undefined days are not known yet. */
  readonly enabled: boolean;
}

const storedOptions = (
  client: BridgeClient,
  cache: QueryClient,
  { key, reads, keysOf, enabled }: StoredSheets,
) =>
  queryOptions({
    queryKey: ['stored-sheets', ...key],
    queryFn: async ({ signal }) => {
      const wanted = reads.map(({ source, columns }) => ({
        source,
        ...(columns && { columns: [...columns] }),
      }));
      const { sheets } = await client.results.readStored({ reads: wanted }, { signal });
      for (const [at, own] of keysOf(sheets).entries()) {
        const sheet = sheets[at];
        if (sheet != null && cache.getQueryData(own) === undefined) cache.setQueryData(own, sheet);
      }
      return sheets.filter((sheet) => sheet !== null).length;
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Puts what is stored where the screen's own queries find it. True once the archive was asked, whatever it had: from
 * then on those queries read what is missing.
 */
export function useStoredSheets(stored: StoredSheets): boolean {
  const { client } = useBridge();
  return !useQuery(storedOptions(client, useQueryClient(), stored)).isPending;
}

/** How long a screen is looked at before more is read for it, in milliseconds: paging through races reads only those. */
const DWELL_MS = 400;

/** Reads, one after another, what the person is likely to open from here. `ahead`: the same list each time. */
export function useStoredAhead(ahead: readonly StoredSheets[]): void {
  const { client } = useBridge();
  const cache = useQueryClient();
  useEffect(() => {
    let isOver = false;
    const read = async (): Promise<void> => {
      for (const stored of ahead) {
        if (isOver) return;
        if (stored.enabled) await cache.prefetchQuery(storedOptions(client, cache, stored));
      }
    };
    const timer = setTimeout(() => void read(), DWELL_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ahead, client, cache]);
}
