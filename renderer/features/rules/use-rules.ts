// The rules of the data folder, and what changes them.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Rule } from '#shared/rules/rule.ts';
import { useBridge } from '../../client/bridge.tsx';

export function useRules() {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const [thrown, setThrown] = useState<unknown>(null);
  const list = useQuery({ ...queries.rules.list.queryOptions(), staleTime: 0 });
  /** Undefined if it failed; `thrown` then says why. */
  const change = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
    setThrown(null);
    try {
      const done = await act();
      await cache.invalidateQueries({ queryKey: queries.rules.key() });
      return done;
    } catch (error) {
      setThrown(error);
      return undefined;
    }
  };
  return {
    list: list.data,
    isPending: list.isPending,
    thrown: thrown ?? list.error,
    save: (rule: Rule, id: string | undefined) =>
      change(() => client.rules.save(id === undefined ? { rule } : { id, rule })),
    remove: (id: string) => change(() => client.rules.remove({ id })),
    adopt: (file: File) =>
      change(async () => client.rules.adopt({ name: file.name, text: await file.text() })),
  };
}

export type RuleStore = ReturnType<typeof useRules>;
