// A choice that survives a restart (columns of a table, format of an export): read once
// through the bridge, kept in the query cache, written through when it changes.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { z } from 'zod';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { useBridge } from './bridge.tsx';
import { isChangedElsewhere } from './changed-elsewhere.ts';

interface Remembered<T> {
  readonly value: T;
  /** False until the main process has responded. */
  readonly loaded: boolean;
  /** Stores another value, whatever is stored meanwhile. */
  readonly keep: (value: T) => void;
  /** Stores what `next` makes of the value that is stored by then: what another window stored is not lost. */
  readonly change: (next: (stored: T) => T) => void;
}

/** The value stored under `key`, or `fallback` if nothing readable is stored, and what stores another. */
export function useRemembered<T>(key: string, schema: z.ZodType<T>, fallback: T): Remembered<T> {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const options = queries.settings.recall.queryOptions({
    input: { key },
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const { data, isPending } = useQuery(options);
  const { queryKey } = options;
  const show = useCallback(
    (json: string) => {
      // The stored value may still be on its way, and must not replace what the user has just chosen.
      void cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, { json });
    },
    // The key of the query follows from `key`.
    [cache, queryKey],
  );
  const keep = useCallback(
    (value: T) => {
      const json = JSON.stringify(value);
      show(json);
      // A failed write does not affect the screen; the next change tries again.
      client.settings.remember({ key, json }).catch(() => undefined);
    },
    [client, key, show],
  );
  const changes = useRef(0);
  const change = useCallback(
    (next: (stored: T) => T) => {
      changes.current += 1;
      const own = changes.current;
      const nextText = (json: string | undefined): string =>
        JSON.stringify(next(read(json, schema) ?? fallback));
      show(nextText(cache.getQueryData(queryKey)?.json));
      const store = async (): Promise<void> => {
        const json = await changeStored(client, key, nextText);
        // A later change is on screen already, and is made from this one when it is stored.
        if (own === changes.current) show(json);
      };
      store().catch(() => undefined);
    },
    [cache, client, fallback, key, queryKey, schema, show],
  );
  const stored = useMemo(() => read(data?.json, schema), [data?.json, schema]);
  return { value: stored ?? fallback, loaded: !isPending, keep, change };
}

function read<T>(json: string | undefined, schema: z.ZodType<T>): T | undefined {
  if (json === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** Stores what `next` makes of the stored text, anew for as long as other windows store theirs in between. */
async function changeStored(
  client: BridgeClient,
  key: string,
  next: (stored: string | undefined) => string,
): Promise<string> {
  for (;;) {
    const { json: stored } = await client.settings.recall({ key });
    const json = next(stored);
    if (json === stored) return json;
    try {
      await client.settings.remember({ key, json, over: stored ?? '' });
      return json;
    } catch (thrown) {
      if (!isChangedElsewhere(thrown)) throw thrown;
    }
  }
}
