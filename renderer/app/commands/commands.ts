// Every action of the window with its keys: the frame's and those of the screen that is open. The palette lists
// them and the keyboard runs them. To add one, call `useCommands([...])` in the screen that it belongs to.

import { useEffect } from 'react';
import { create } from 'zustand';

export interface Command {
  /** Unique: "day.next". */
  readonly id: string;
  readonly group: 'here' | 'screen' | 'table' | 'look' | 'app';
  readonly label: string;
  /** Further search words: the name in the other language, the field name. */
  readonly keywords?: readonly string[];
  /** "Ctrl+k", "g d", "]"; the first is shown. */
  readonly keys?: readonly string[];
  /** Keys that the focused element handles itself: shown, but not bound for the window. */
  readonly shownKeys?: string;
  readonly run: () => void;
}

interface CommandStore {
  /** By owner, in the order of registration. */
  readonly lists: readonly (readonly Command[])[];
}

const useCommandStore = create<CommandStore>(() => ({ lists: [] }));

/** Registers the commands while the component is mounted; pass a memoized list. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    useCommandStore.setState(({ lists }) => ({ lists: [...lists, commands] }));
    return () =>
      useCommandStore.setState(({ lists }) => ({ lists: lists.filter((each) => each !== commands) }));
  }, [commands]);
}

export const presentCommands = (): readonly Command[] => useCommandStore.getState().lists.flat();

/** As `presentCommands`, but updates with them. */
export function usePresentCommands(): readonly Command[] {
  const lists = useCommandStore(({ lists: all }) => all);
  return lists.flat();
}
