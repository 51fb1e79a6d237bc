// Hides the columns on screen that no row that passes has a value in, and says how many they were.

import { useCallback, useState } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import { useBridge } from '../../client/bridge.tsx';
import type { ColumnState } from '../../grid/columns/column-state.ts';
import type { RowModel } from '../../grid/data/row-model.ts';

interface EmptyColumns {
  /** How many the last time hid; undefined before, and once they are shown again. */
  readonly hidden: number | undefined;
  readonly thrown: unknown;
  readonly hide: () => void;
  /** Shows them again. */
  readonly undo: () => void;
  readonly forget: () => void;
}

interface Done {
  readonly hidden: number;
  readonly before: ColumnState;
}

export function useEmptyColumns(
  rows: RowModel,
  shown: readonly Column[],
  columnState: ColumnState,
  setColumnState: (columnState: ColumnState) => void,
): EmptyColumns {
  const { client } = useBridge();
  const [done, setDone] = useState<Done>();
  const [thrown, setThrown] = useState<unknown>();
  const forget = useCallback(() => {
    setDone(undefined);
    setThrown(undefined);
  }, []);
  const hideNow = async (): Promise<void> => {
    const { resultId } = rows.applied();
    const empty = new Set((await client.results.emptyColumns({ resultId })).names);
    const left = shown.map(({ name }) => name).filter((name) => !empty.has(name));
    // The last columns stay: a grid without columns explains nothing.
    const hidden = left.length > 0 ? shown.length - left.length : 0;
    if (hidden > 0) setColumnState({ ...columnState, shown: left });
    setDone({ hidden, before: columnState });
  };
  const hide = (): void => {
    forget();
    hideNow().catch(setThrown);
  };
  const undo = (): void => {
    if (done !== undefined) setColumnState(done.before);
    forget();
  };
  return { hidden: done?.hidden, thrown, hide, undo, forget };
}
