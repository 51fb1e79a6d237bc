// The bet lists that the person keeps, and which of them is open: that survives a restart.

import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { BetList } from '#shared/bridge/bets.ts';
import { useBridge, type Bridge } from '../../client/bridge.tsx';
import { useRemembered } from '../../client/use-remembered.ts';
import { forgetUnsaved, lastUnsaved } from './unsaved-lists.ts';

export type EditedList = Omit<BetList, 'at'>;
export type ListName = Omit<BetList, 'text'>;

const currentSchema = z.string().max(64);
const NO_LISTS: readonly ListName[] = [];

/** The first name that no list has. */
export function freeListName(
  lists: readonly Pick<ListName, 'name'>[],
  nameOf: (number: number) => string,
): string {
  const taken = new Set(lists.map(({ name }) => name));
  for (let number = 1; ; number += 1) if (!taken.has(nameOf(number))) return nameOf(number);
}

/** Stores a list; what shows lists follows. Errors: those of `bets.save`. */
export async function saveBetList(
  { client, queries }: Bridge,
  cache: QueryClient,
  list: EditedList,
): Promise<void> {
  try {
    const { at } = await client.bets.save(list);
    cache.setQueryData(queries.bets.read.queryKey({ input: { id: list.id } }), { list: { ...list, at } });
  } finally {
    await cache.invalidateQueries({ queryKey: queries.bets.lists.key() });
  }
}

export interface BetLists {
  /** The one changed last first. */
  readonly lists: readonly ListName[];
  /** The list that is open; a new one that is not stored yet if there is none. Undefined until it is known. */
  readonly list: EditedList | undefined;
  /** Why lists could not be read; null if they were. */
  readonly thrown: unknown;
  /** Opens a stored list. */
  readonly open: (id: string) => void;
  /** Stores a list, and opens it if it is not open. Errors: those of `bets.save`. */
  readonly save: (list: EditedList) => Promise<void>;
  /** Stores another list under a free name and opens it. Errors: as for `save`. */
  readonly create: (given?: Pick<EditedList, 'name' | 'text'>) => Promise<void>;
  readonly remove: (list: EditedList) => Promise<void>;
  /** The list that was deleted last; `save` restores it. */
  readonly removed: EditedList | undefined;
}

export function useBetLists(): BetLists {
  const bridge = useBridge();
  const { client, queries } = bridge;
  const cache = useQueryClient();
  const { t } = useTranslation('bets');
  const current = useRemembered('bets.list', currentSchema, '');
  const [draftId, setDraftId] = useState(() => lastUnsaved()?.id ?? newId());
  const [removed, setRemoved] = useState<EditedList>();
  const stored = useQuery({ ...queries.bets.lists.queryOptions({ input: {} }), staleTime: 0 });
  const lists = stored.data ?? NO_LISTS;
  const id = lists.some((each) => each.id === current.value) ? current.value : lists[0]?.id;
  const read = useQuery({
    ...queries.bets.read.queryOptions({ input: { id: id ?? 'none' } }),
    enabled: id !== undefined,
    // Every change goes through this window, which stores it here as well.
    staleTime: Infinity,
  });
  const nameOf = (number: number): string => t('newName', { number });
  const isKnown = stored.isSuccess && current.loaded;
  const draft = { id: draftId, name: nameOf(1), text: '' };
  return {
    lists,
    list: !isKnown ? undefined : id === undefined ? draft : read.data?.list,
    thrown: stored.error ?? read.error,
    open: current.keep,
    save: async (list) => {
      await saveBetList(bridge, cache, list);
      if (list.id === removed?.id) setRemoved(undefined);
      if (list.id !== current.value) current.keep(list.id);
    },
    create: async (given) => {
      const list = {
        id: newId(),
        name: freeListName(lists, (number) =>
          given === undefined ? nameOf(number) : number === 1 ? given.name : `${given.name} ${number}`,
        ),
        text: given?.text ?? '',
      };
      await saveBetList(bridge, cache, list);
      current.keep(list.id);
    },
    remove: async (list) => {
      await client.bets.remove({ id: list.id });
      forgetUnsaved(list.id);
      setDraftId(newId());
      setRemoved(list);
      await cache.invalidateQueries({ queryKey: queries.bets.lists.key() });
    },
    removed,
  };
}

const newId = (): string => crypto.randomUUID();
