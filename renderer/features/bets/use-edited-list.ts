// The open list while it is edited; it is saved once typing rests, and when the screen or the window is left.

import { useEffect, useSyncExternalStore } from 'react';
import type { ListEdit, ListEditor } from './list-editor.ts';

/** Milliseconds. */
const REST = 400;

export function useEditedList(editor: ListEditor): ListEdit {
  const edit = useSyncExternalStore(editor.subscribe, () => editor.edit);
  const { list } = edit;
  useEffect(() => {
    if (!editor.isUnsaved) return undefined;
    const timer = setTimeout(() => void editor.flush(), REST);
    return () => clearTimeout(timer);
  }, [editor, list]);
  useEffect(() => {
    const flush = (): void => void editor.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [editor]);
  return edit;
}
