// The user's settings and how to change one: applied at once, stored by the main process.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Settings } from '#shared/bridge/settings.ts';
import { useBridge } from './bridge.tsx';

export interface SettingsState {
  /** Undefined until the main process has responded. */
  readonly settings: Settings | undefined;
  readonly update: (change: Partial<Settings>) => void;
  /** Why a choice could not be stored. */
  readonly thrown: unknown;
}

type Change = { readonly [name in keyof Settings]?: Settings[name] | undefined };

const changed = (before: Settings, change: Change): Settings => ({
  language: change.language ?? before.language,
  theme: change.theme ?? before.theme,
  density: change.density ?? before.density,
  names: change.names ?? before.names,
  sqlSeconds: change.sqlSeconds ?? before.sqlSeconds,
  asksForUpdates: change.asksForUpdates ?? before.asksForUpdates,
});

export function useSettings(): SettingsState {
  const { queries } = useBridge();
  const client = useQueryClient();
  const options = queries.settings.get.queryOptions({
    staleTime: Number.POSITIVE_INFINITY,
    // Another window or a terminal may have changed them while this window was hidden.
    refetchOnWindowFocus: 'always',
  });
  const query = useQuery(options);
  const { queryKey } = options;
  const mutation = useMutation(
    queries.settings.update.mutationOptions({
      onMutate: (change) => {
        client.setQueryData<Settings>(queryKey, (before) => before && changed(before, change));
      },
      onSuccess: (settings) => client.setQueryData(queryKey, settings),
      onError: () => client.invalidateQueries({ queryKey }),
    }),
  );
  const { mutate, error } = mutation;
  const update = useCallback((change: Partial<Settings>) => mutate(change), [mutate]);
  return { settings: query.data, update, thrown: error ?? query.error };
}
