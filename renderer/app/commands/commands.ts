// Every action of the window with its keys: the frame's and those of the screen that is open. The palette lists
// them and the keyboard runs them. How to add one: `useCommands([...])` in the screen that it belongs to.

import { useEffect } from 'react';
import { create } from 'zustand';

export interface Command {
  /** Never two of a kind: "day.next". */
  readonly id: string;
  readonly group: 'here' | 'go' | 'screen' | 'table' | 'look' | 'app';
  readonly label: string;
  /** Further words that find it: another language's name, the interface's name. */
  readonly keywords?: readonly string[];
  /** "Ctrl+k", "g d", "]"; the first is shown. */
  readonly keys?: readonly string[];
  /** Keys that what has the focus listens for by itself: shown, and not bound for the window. */
  readonly shownKeys?: string;
  readonly run: () => void;
}

interface CommandStore {
  /** By owner, in the order in which they came. */
  readonly lists: readonly (readonly Command[])[];
}

const useCommandStore = create<CommandStore>(() => ({ lists: [] }));

/** Makes these commands available while the component is there; pass a memoized list. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    useCommandStore.setState(({ lists }) => ({ lists: [...lists, commands] }));
    return () =>
      useCommandStore.setState(({ lists }) => ({ lists: lists.filter((each) => each !== commands) }));
  }, [commands]);
}

export const presentCommands = (): readonly Command[] => useCommandStore.getState().lists.flat();

/** As `presentCommands`, followed. */
export function usePresentCommands(): readonly Command[] {
  const lists = useCommandStore(({ lists: all }) => all);
  return lists.flat();
}
