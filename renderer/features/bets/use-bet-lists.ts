// The bet lists that the user keeps, and which of them is open: that survives a restart.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../text/text.ts';
import { z } from 'zod';
import { useBridge } from '../../client/bridge.tsx';
import { freeCopyName } from '../../client/changed-elsewhere.ts';
import { useRemembered } from '../../client/use-remembered.ts';
import { openLists, newId } from './open-lists.ts';
import type { EditedList, ListEditor, StoredList } from './list-editor.ts';
import { withLines } from './with-lines.ts';

/** A list without its text. */
export type ListName = Omit<StoredList, 'text'>;

const currentSchema = z.string().max(64);
const NO_LISTS: readonly ListName[] = [];

/** How often it is read what another window changed, in milliseconds. */
const EVERY = 3000;

/** The first name that no list has. */
export function freeListName(
  lists: readonly Pick<ListName, 'name'>[],
  nameOf: (number: number) => string,
): string {
  const taken = new Set(lists.map(({ name }) => name));
  for (let number = 1; ; number += 1) if (!taken.has(nameOf(number))) return nameOf(number);
}

export interface BetLists {
  /** The one changed last first. */
  readonly lists: readonly ListName[];
  /** Of the list that is open; of a new one that is not stored yet if there is none. Undefined until it is known. */
  readonly editor: ListEditor | undefined;
  /** Why lists could not be read; null if they were. */
  readonly thrown: unknown;
  /** Opens a stored list. */
  readonly open: (id: string) => void;
  /** Adds lines to the open list, and resolves with its name once they are on disk. Errors: those of `bets.save`. */
  readonly addLines: (lines: readonly string[]) => Promise<string>;
  /** Stores another list under a free name and opens it. Errors: those of `bets.save`. */
  readonly create: (given?: Pick<EditedList, 'name' | 'text'>) => Promise<void>;
  /** Deletes the open list. Errors: CHANGED_ELSEWHERE, and those of saving what was written before. */
  readonly remove: () => Promise<void>;
  /** The list that was deleted last. */
  readonly removed: EditedList | undefined;
  /** Stores it again and opens it. Errors: those of `bets.save`. */
  readonly restore: () => Promise<void>;
}

export function useBetLists(): BetLists {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const { t } = useTranslation('bets');
  const namesChanged = (): Promise<void> => cache.invalidateQueries({ queryKey: queries.bets.lists.key() });
  // Until a new list is among the names, its editor has something unsaved: it stays open.
  const opened = openLists(client, namesChanged);
  const current = useRemembered('bets.list', currentSchema, '');
  const [draftId, setDraftId] = useState(() => opened.unsaved()?.edit.list.id ?? newId());
  const [removed, setRemoved] = useState<EditedList>();
  const stored = useQuery({
    ...queries.bets.lists.queryOptions({ input: {} }),
    staleTime: 0,
    refetchInterval: EVERY,
    refetchOnWindowFocus: 'always',
  });
  const lists = stored.data ?? NO_LISTS;
  const find = (wanted: string): ListName | undefined => lists.find((each) => each.id === wanted);
  const isThere = (wanted: string): boolean =>
    find(wanted) !== undefined || opened.editor(wanted)?.isUnsaved === true;
  const id = [opened.shownFor(current.value), draftId].find(isThere) ?? lists[0]?.id ?? draftId;
  const isStored = find(id) !== undefined;
  const isKnown = stored.isSuccess && current.loaded;
  const read = useQuery({
    ...queries.bets.read.queryOptions({ input: { id } }),
    enabled: isKnown && isStored && opened.editor(id) === undefined,
    // The editor follows what is stored.
    staleTime: Infinity,
    gcTime: 0,
  });
  const nameOf = (number: number): string => t('newName', { number });
  const found = isStored ? read.data?.list : { id, name: freeListName(lists, nameOf), text: '' };
  const editor = isKnown
    ? (opened.editor(id) ?? (found?.id === id ? opened.open(found) : undefined))
    : undefined;
  useFollowed(editor, find(id)?.revision);

  const { value: remembered, keep } = current;
  useEffect(() => {
    if (isStored && editor?.edit.list.id === id && remembered !== id) keep(id);
  }, [isStored, editor, id, remembered, keep]);

  /** What could not be saved stays with its editor. */
  const saved = async (written: ListEditor, saving: Promise<void>): Promise<void> => {
    await saving;
    if (written.edit.thrown !== null) throw written.edit.thrown as Error;
  };
  const add = async (list: EditedList): Promise<void> => {
    const added = opened.open(list);
    await saved(added, added.store());
    keep(added.edit.list.id);
  };
  return {
    lists,
    editor,
    thrown: stored.error ?? read.error,
    open: (wanted) => {
      opened.forgetMove(wanted);
      keep(wanted);
    },
    addLines: async (lines) => {
      if (editor === undefined) throw new Error('the lists are read before lines are added');
      await editor.refresh();
      editor.write(withLines(editor.edit.list.text, lines));
      await saved(editor, editor.flush());
      return editor.edit.list.name;
    },
    create: async (given) => {
      const taken = new Set(lists.map(({ name }) => name));
      const name = given === undefined ? freeListName(lists, nameOf) : freeCopyName(given.name, taken);
      await add({ id: newId(), name, text: given?.text ?? '' });
    },
    remove: async () => {
      if (editor === undefined) return;
      await saved(editor, editor.flush());
      const { list, base } = editor.edit;
      try {
        if (base !== undefined) await client.bets.remove({ id: list.id, basis: base.revision });
      } catch (error) {
        await editor.refresh();
        throw error;
      }
      opened.close(list.id);
      setDraftId(newId());
      setRemoved(list);
      await namesChanged();
    },
    removed,
    restore: async () => {
      if (removed === undefined) return;
      await add(removed);
      setRemoved(undefined);
    },
  };
}

const NEVER = () => () => undefined;

/** The list of names follows what is saved here, and the editor what is saved elsewhere. */
function useFollowed(editor: ListEditor | undefined, revision: string | undefined): void {
  const { queries } = useBridge();
  const cache = useQueryClient();
  const edit = useSyncExternalStore(editor?.subscribe ?? NEVER, () => editor?.edit);
  const own = edit?.base?.revision;
  const state = edit?.state;
  useEffect(() => {
    if (own === revision) return;
    void editor?.refresh();
    void cache.invalidateQueries({ queryKey: queries.bets.lists.key() });
  }, [editor, own, state, revision, cache, queries]);
}
