// The name and text of the open list while they are edited; they are saved once typing rests, and when the screen is left.

import { useEffect, useRef, useState } from 'react';
import { LONGEST_BET_LIST } from '#shared/bridge/bets.ts';
import { useLatest } from '../../components/use-latest.ts';
import { forgetUnsaved, keepUnsaved, unsavedList } from './unsaved-lists.ts';
import type { EditedList } from './use-bet-lists.ts';

/** Milliseconds. */
const REST = 400;

export interface ListEdit {
  readonly list: EditedList;
  readonly state: 'saved' | 'saving' | 'unsaved' | 'too_long';
  /** Why the last change could not be saved; null if it was. */
  readonly thrown: unknown;
  readonly write: (text: string) => void;
  readonly rename: (name: string) => void;
  /** Saves at once what is not saved. */
  readonly flush: () => Promise<void>;
}

/**
 * `save`: resolves once the list is on disk. What could not be saved is tried again with the next change, on `flush`, and
 * when the screen is opened again.
 */
export function useEditedList(stored: EditedList, save: (list: EditedList) => Promise<void>): ListEdit {
  const [list, setList] = useState(() => unsavedList(stored.id) ?? stored);
  const [isSaving, setSaving] = useState(list !== stored);
  const [thrown, setThrown] = useState<unknown>(null);
  const unsaved = useRef(list === stored ? undefined : list);
  const isTooLong = list.text.length > LONGEST_BET_LIST;

  const flush = useLatest(async (): Promise<void> => {
    const wanted = unsaved.current;
    // A list without a name is still being renamed.
    if (wanted === undefined || wanted.name.trim() === '' || wanted.text.length > LONGEST_BET_LIST) return;
    unsaved.current = undefined;
    try {
      await save({ ...wanted, name: wanted.name.trim() });
      forgetUnsaved(wanted.id);
      setThrown(null);
    } catch (error) {
      unsaved.current ??= wanted;
      keepUnsaved(unsaved.current);
      setSaving(false);
      setThrown(error);
    }
    if (unsaved.current === undefined) setSaving(false);
  });
  useEffect(() => {
    if (!isSaving) return undefined;
    const timer = setTimeout(() => void flush(), REST);
    return () => clearTimeout(timer);
  }, [list, isSaving, flush]);
  useEffect(() => () => void flush(), [flush]);

  const change = (next: EditedList): void => {
    unsaved.current = next;
    setList(next);
    setSaving(true);
  };
  return {
    list,
    state: isTooLong ? 'too_long' : isSaving ? 'saving' : thrown === null ? 'saved' : 'unsaved',
    thrown,
    write: (text) => change({ ...list, text }),
    rename: (name) => change({ ...list, name }),
    flush,
  };
}
