// The views of a table in the window: read through the bridge, cached by react-query, written through.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ViewList } from '#shared/bridge/views.ts';
import type { SavedLayout, SavedView } from '#shared/saved-views/view.ts';
import type { ViewsFile } from '#shared/saved-views/views-file.ts';
import { useBridge } from '../../../client/bridge.tsx';
import { useLanguage } from '../../../text/text.ts';
import type { ResultCode } from '../result-table.ts';
import { saveOver, type Overwrite } from './save-view.ts';

const NOTHING: ViewList = { views: [], layouts: [] };

/** The list, the changes, and why the last change failed. Each change rejects with its failure. */
export function useViews(code: ResultCode) {
  // A query has none, and nothing is asked for it.
  const hasViews = code !== 'sql';
  const table = hasViews ? code : 'races';
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const language = useLanguage();
  const options = queries.views.list.queryOptions({
    input: { table },
    enabled: hasViews,
    staleTime: Infinity,
    // Another window may have changed them while this one was hidden, or while another table was open.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const { data: read = NOTHING, isPending, error: unread } = useQuery(options);
  const data = hasViews ? read : NOTHING;
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => cache.invalidateQueries({ queryKey: queries.views.list.key() }),
  });
  const { mutateAsync, error, reset } = change;

  const acts = useMemo(() => {
    /** Resolves with the answer after the list was read again. */
    const run = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
      const answer: Answer[] = [];
      await mutateAsync(async () => answer.push(await act()));
      const [first] = answer;
      if (first === undefined) throw new Error('a change of views had no answer');
      return first;
    };
    return {
      save: (view: SavedView, basis?: string) => run(() => client.views.save({ ...view, basis })),
      saveOver: (wanted: Overwrite) => run(() => saveOver(client, wanted)),
      remove: (id: string, basis: string) => run(() => client.views.remove({ id, basis })),
      setDefault: (id: string) => run(() => client.views.setDefault({ table, id })),
      /** Leaves the default that another window has chosen meanwhile. */
      restoreDefault: (id: string) => run(() => client.views.setDefault({ table, id, over: null })),
      removeDefault: (id: string) => run(() => client.views.setDefault({ table, over: id })),
      freeze: (name: string, columns: readonly string[]) =>
        run(() => client.views.freeze({ table, name, columns: [...columns] })),
      restoreLayout: (layout: SavedLayout) => run(() => client.views.restoreLayout(layout)),
      removeLayout: (id: string) => run(() => client.views.removeLayout({ id })),
      write: (all: boolean) => run(() => client.views.write({ language, ...(all ? {} : { table }) })),
      adopt: (file: ViewsFile) => run(() => client.views.adopt(file)),
    };
  }, [client, table, language, mutateAsync]);

  return {
    ...acts,
    list: data,
    loaded: !hasViews || !isPending,
    failed: error ?? unread,
    forgetFailure: reset,
  };
}

export type SavedViews = ReturnType<typeof useViews>;
