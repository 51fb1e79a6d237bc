// A choice that survives a restart (columns of a table, format of an export): read once
// through the bridge, kept in the query cache, written through when it changes.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { z } from 'zod';
import { useBridge } from './bridge.tsx';

/**
 * The value stored under `key`, or `fallback` if nothing readable is stored, and a function that stores another.
 * `loaded` is false until the main process has responded.
 */
export function useRemembered<T>(
  key: string,
  schema: z.ZodType<T>,
  fallback: T,
): { readonly value: T; readonly loaded: boolean; readonly keep: (value: T) => void } {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const options = queries.settings.recall.queryOptions({
    input: { key },
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const { data, isPending } = useQuery(options);
  const { queryKey } = options;
  const keep = useCallback(
    (value: T) => {
      const json = JSON.stringify(value);
      // The stored value may still be on its way, and must not replace what the user has just chosen.
      void cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, { json });
      // A failed write does not affect the screen; the next change tries again.
      client.settings.remember({ key, json }).catch(() => undefined);
    },
    // The key of the query follows from `key`.
    [cache, client, key, queryKey],
  );
  const stored = useMemo(() => read(data?.json, schema), [data?.json, schema]);
  return { value: stored ?? fallback, loaded: !isPending, keep };
}

function read<T>(json: string | undefined, schema: z.ZodType<T>): T | undefined {
  if (json === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
