// The saved exports of a table, and what changes them.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedExport, StoredExport } from '#shared/bridge/export-saved.ts';
import { useBridge } from '../../client/bridge.tsx';

export interface SavedExportList {
  /** Undefined until the main process has answered, and if they cannot be read. */
  readonly list: readonly StoredExport[] | undefined;
  /** `reading` also while the list of an earlier dialog is compared with what is stored now. */
  readonly state: 'reading' | 'ready' | 'failed';
  /** Why they cannot be read; null unless they cannot. */
  readonly unread: unknown;
  /** In place of the one that has this revision, or as a new one. Returns whether it was saved. */
  readonly save: (saved: SavedExport, basis: string | undefined) => Promise<boolean>;
  readonly remove: (removed: StoredExport) => Promise<boolean>;
  /** Why the last change failed; null unless it did. */
  readonly thrown: unknown;
}

/** Those of groups, or those of rows. `isWanted`: whether they are shown; the command line or another window may have changed them before. */
export function useSavedExports(table: string, isOfGroups: boolean, isWanted: boolean): SavedExportList {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const [thrown, setThrown] = useState<unknown>(null);
  const options = queries.savedExports.list.queryOptions({ input: { table } });
  const { data, error, isFetching } = useQuery({ ...options, enabled: isWanted, staleTime: 0 });
  const change = async (act: () => Promise<unknown>): Promise<boolean> => {
    setThrown(null);
    const failure = await act().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    // Also if another window was first: what it saved is there when this says so.
    await cache.invalidateQueries({ queryKey: options.queryKey });
    if (failure !== undefined) setThrown(failure.error);
    return failure === undefined;
  };
  return {
    list: error === null ? data?.filter(({ groups }) => (groups !== undefined) === isOfGroups) : undefined,
    state: isFetching ? 'reading' : error === null ? 'ready' : 'failed',
    unread: error,
    save: (saved, basis) => change(() => client.savedExports.save({ ...saved, basis })),
    remove: ({ id, revision }) => change(() => client.savedExports.remove({ id, basis: revision })),
    thrown,
  };
}
