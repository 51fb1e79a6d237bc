// The saved exports of a table, and what changes them.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedExport } from '#shared/bridge/export-saved.ts';
import { useBridge } from '../../client/bridge.tsx';

export interface SavedExportList {
  /** Undefined until the main process has answered. */
  readonly list: readonly SavedExport[] | undefined;
  readonly save: (saved: SavedExport) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Why the last change failed; null unless it did. */
  readonly thrown: unknown;
}

/** Those of groups, or those of rows. `isWanted`: whether they are shown; the command line or another window may have changed them before. */
export function useSavedExports(table: string, isOfGroups: boolean, isWanted: boolean): SavedExportList {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const [thrown, setThrown] = useState<unknown>(null);
  const options = queries.savedExports.list.queryOptions({ input: { table } });
  const { data } = useQuery({ ...options, enabled: isWanted, staleTime: 0 });
  const change = async (act: () => Promise<unknown>): Promise<void> => {
    setThrown(null);
    try {
      await act();
      await cache.invalidateQueries({ queryKey: options.queryKey });
    } catch (error) {
      setThrown(error);
    }
  };
  return {
    list: data?.filter(({ groups }) => (groups !== undefined) === isOfGroups),
    save: (saved) => change(() => client.savedExports.save(saved)),
    remove: (id) => change(() => client.savedExports.remove({ id })),
    thrown,
  };
}
