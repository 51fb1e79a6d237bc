// Lists whose last change could not be saved, for as long as the window is open: leaving the screen loses nothing.

import type { EditedList } from './use-bet-lists.ts';

const UNSAVED = new Map<string, EditedList>();

export const unsavedList = (id: string): EditedList | undefined => UNSAVED.get(id);

/** The list that was kept last. */
export const lastUnsaved = (): EditedList | undefined => [...UNSAVED.values()].at(-1);

export function keepUnsaved(list: EditedList): void {
  UNSAVED.delete(list.id);
  UNSAVED.set(list.id, list);
}

export const forgetUnsaved = (id: string): void => void UNSAVED.delete(id);
