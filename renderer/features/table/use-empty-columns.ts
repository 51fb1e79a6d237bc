// Hides the shown columns that are empty in every row that passes, and reports how many.

import { useCallback, useState } from 'react';
import type { RowQuery } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useLatest } from '../../components/use-latest.ts';
import { withHidden } from '../../grid/columns/column-state.ts';
import type { RowModel } from '../../grid/data/row-model.ts';
import type { TableStateControl } from './use-table-state.ts';

interface EmptyColumns {
  /** How many were hidden last; undefined before, and once they are shown again. */
  readonly hidden: number | undefined;
  readonly thrown: unknown;
  readonly hide: () => void;
  /** Shows them again. */
  readonly undo: () => void;
  readonly forget: () => void;
}

/** What is hidden, and of what: the user may go on while the rows are searched, and before it is undone. */
interface Done {
  readonly hidden: readonly string[];
  /** All that were shown, in their order. */
  readonly before: readonly string[];
  readonly viewId: string | undefined;
}

interface Options {
  readonly rows: RowModel;
  readonly rowQuery: RowQuery;
  readonly shown: readonly Column[];
  readonly state: Pick<TableStateControl, 'tableState' | 'setColumnState' | 'view'>;
}

/** Hiding the columns that are empty in the rows of a table, and showing them again. */
export function useEmptyColumns({ rows, rowQuery, shown, state }: Options): EmptyColumns {
  const { client } = useBridge();
  const [done, setDone] = useState<Done>();
  const [thrown, setThrown] = useState<unknown>();
  const forget = useCallback(() => {
    setDone(undefined);
    setThrown(undefined);
  }, []);
  const viewId = state.view?.id;
  const names = shown.map(({ name }) => name);
  const show = (next: readonly string[]): void =>
    state.setColumnState({ ...state.tableState.columnState, shown: [...next] });
  /** Which rows and which view an answer is for. */
  const asked = useLatest((): string =>
    JSON.stringify([rows.applied().resultId, rowQuery.filters, rowQuery.quick?.text, viewId]),
  );
  const hideThese = useLatest((empty: ReadonlySet<string>): void => {
    const left = names.filter((name) => !empty.has(name));
    // The last columns stay: a grid without columns explains nothing.
    const hidden = left.length > 0 ? names.filter((name) => empty.has(name)) : [];
    if (hidden.length > 0) show(left);
    setDone({ hidden, before: names, viewId });
  });
  const hideNow = async (): Promise<void> => {
    const of = asked();
    const { resultId } = rows.applied();
    const empty = new Set((await client.results.emptyColumns({ resultId })).names);
    if (asked() === of) hideThese(empty);
  };
  const hide = (): void => {
    forget();
    hideNow().catch(setThrown);
  };
  // Another view has columns of its own.
  const latest = done?.viewId === viewId ? done : undefined;
  const undo = (): void => {
    if (latest !== undefined) {
      const isShown = new Set(names);
      const hidden = latest.hidden.filter((name) => !isShown.has(name));
      show(withHidden(latest.before, names, hidden));
    }
    forget();
  };
  return { hidden: latest?.hidden.length, thrown, hide, undo, forget };
}
