// The rules of the data folder, and what changes them.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keptRule, type Rule } from '#shared/rules/rule.ts';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { useBridge } from '../../client/bridge.tsx';
import { freeCopyName, isChangedElsewhere, mergedChanges } from '../../client/changed-elsewhere.ts';
import { textOfFile } from '../../client/text-of-file.ts';
import type { Draft, RuleOrigin } from './rule-draft.ts';

/** How often it is read what another window changed, in milliseconds. */
const EVERY = 5000;

export interface SavedDraft {
  readonly draft: Draft & { readonly from: RuleOrigin };
  /** What another window did to the rule that was changed here. */
  readonly elsewhere?: { readonly did: 'change' | 'delete'; readonly name: string };
}

/** Saves a rule; one that another window has changed in the same fields becomes a rule of its own. */
async function savedDraft(client: BridgeClient, { id, rule: typed, from }: Draft): Promise<SavedDraft> {
  // Fields are compared as JSON, in the order in which they are read back.
  const rule = keptRule(typed);
  const save = async (
    wanted: Rule,
    of?: { readonly id: string; readonly basis?: string },
  ): Promise<SavedDraft> => {
    const saved = await client.rules.save({ rule: wanted, ...of });
    return { draft: { id: saved.id, rule: wanted, from: { rule: wanted, revision: saved.revision } } };
  };
  if (id === undefined) return save(rule);
  try {
    return await save(rule, { id, ...(from === undefined ? {} : { basis: from.revision }) });
  } catch (error) {
    if (!isChangedElsewhere(error)) throw error;
  }
  const { rules } = await client.rules.list();
  const theirs = rules.find((each) => each.id === id);
  if (theirs === undefined) return { ...(await save(rule)), elsewhere: { did: 'delete', name: rule.name } };
  const merged = from === undefined ? undefined : mergedChanges(from.rule, rule, theirs.rule);
  if (merged !== undefined) return save(merged, { id, basis: theirs.revision });
  const name = freeCopyName(rule.name, new Set(rules.map((each) => each.rule.name)));
  return { ...(await save({ ...rule, name })), elsewhere: { did: 'change', name: theirs.rule.name } };
}

export function useRules() {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const [thrown, setThrown] = useState<unknown>(null);
  const list = useQuery({
    ...queries.rules.list.queryOptions(),
    staleTime: 0,
    refetchInterval: EVERY,
    refetchOnWindowFocus: 'always',
  });
  /** Undefined if it failed; `thrown` then says why. */
  const change = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
    setThrown(null);
    try {
      return await act();
    } catch (error) {
      setThrown(error);
      return undefined;
    } finally {
      await cache.invalidateQueries({ queryKey: queries.rules.key() });
    }
  };
  return {
    list: list.data,
    isPending: list.isPending,
    thrown: thrown ?? list.error,
    save: (draft: Draft) => change(() => savedDraft(client, draft)),
    remove: (id: string, basis: string) => change(() => client.rules.remove({ id, basis })),
    adopt: (file: File) =>
      change(async () => client.rules.adopt({ name: file.name, text: await textOfFile(file) })),
  };
}

export type RuleStore = ReturnType<typeof useRules>;
