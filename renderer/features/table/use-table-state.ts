// The state of a table on screen: its columns are stored by table, its order and filters by step of the navigation
// trail, with the view that they came from. At first a table opens with its default view, or else its first built-in one.

import { useEffect, useMemo } from 'react';
import { z } from 'zod';
import type { StoredView } from '#shared/bridge/views.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { BUILT_IN_VIEWS, builtInId } from '#shared/saved-views/built-in/built-in-views.ts';
import type { ViewContent } from '#shared/saved-views/view.ts';
import { useRemembered } from '../../client/use-remembered.ts';
import {
  columnStateSchema,
  DEFAULT_COLUMN_STATE,
  type ColumnState,
} from '../../grid/columns/column-state.ts';
import { useLanguage } from '../../text/text.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import {
  ALL_ROWS,
  LAID_MEMORY,
  ROWS_MEMORY,
  builtInContent,
  tableStateOf,
  isChanged,
  withLeft,
  type TableState,
  type LeftColumns,
  type TableFilter,
  type RowsWanted,
} from './table-state.ts';
import type { ResultCode } from './result-table.ts';
import { useViews, type SavedViews } from './views/use-views.ts';

/** As stored in the settings of every user: neither the setting's name nor these fields are ever renamed. */
const storedSchema = z.object({
  /** The view that the columns came from; absent if none was chosen yet. */
  viewId: z.string().optional(),
  /** The revision of that view when it was applied: what a change of it is based on. */
  basis: z.string().optional(),
  /** The column state; if absent, that of the view. */
  arrangement: columnStateSchema.optional(),
  /** Unsaved column states of other views. */
  left: z.record(z.string(), columnStateSchema).optional(),
});

/** The stored state from before there were views. */
const earlierSchema = columnStateSchema.optional();

const NOTHING_CHOSEN: z.infer<typeof storedSchema> = {};

const NOTHING_LEFT: LeftColumns = {};

/** A view of the user's own, or a built-in one. */
export interface AnyView {
  readonly id: string;
  readonly name: string;
  readonly isOwn: boolean;
  readonly content: ViewContent;
  /** Of a view of the user's own. */
  readonly revision?: string;
}

export interface TableStateControl {
  readonly tableState: TableState;
  /** Whether the stored state is loaded: until then nothing is drawn, so that nothing jumps. */
  readonly loaded: boolean;
  readonly own: readonly AnyView[];
  readonly builtIn: readonly AnyView[];
  readonly view: AnyView | undefined;
  /** The revision of the view that the state is based on: another window may have changed it since. */
  readonly basis: string | undefined;
  readonly isChanged: boolean;
  readonly setColumnState: (columnState: ColumnState) => void;
  readonly want: (rows: Partial<RowsWanted>) => void;
  /**
   * Applies a view, with its unsaved columns if there are some; the view that is applied already is restored as saved.
   * `elsewhere`: its order and filters belong to another step than this.
   */
  readonly choose: (view: AnyView, elsewhere: boolean) => void;
  /** The state, as it is, is that view from now on. */
  readonly nowIs: (view: Pick<StoredView, 'id' | 'revision'>) => void;
}

function useKept(table: ResultCode) {
  const earlier = useRemembered(`columns.${table}`, earlierSchema, undefined);
  const working = useRemembered(`desk.${table}`, storedSchema, NOTHING_CHOSEN);
  const [value, keep] = useStepMemory('columns', NOTHING_CHOSEN);
  // The next query has other columns.
  return table === 'sql'
    ? { earlier: { value: undefined, loaded: true }, working: { value, keep, loaded: true } }
    : { earlier, working };
}

/** Loads the stored state while there are no rows yet, so that they are drawn as soon as they come. */
export function usePreparedTableState(table: ResultCode): void {
  useKept(table);
  useViews(table);
}

/** Notes what the table's own view begins with, which is in no step until the user changes it, for the address. */
function useLaidMemory(laid: RowsWanted | undefined): void {
  const [noted, note] = useStepMemory<RowsWanted>(LAID_MEMORY, ALL_ROWS);
  const now = laid === undefined ? undefined : { sort: laid.sort, filters: laid.filters, quick: laid.quick };
  const isNew = now !== undefined && JSON.stringify(now) !== JSON.stringify(noted);
  useEffect(() => {
    if (isNew) note(now);
  });
}

export function useTableState(
  table: ResultCode,
  all: readonly Column[],
  query: TableFilter | undefined,
  { list, loaded: listed }: Pick<SavedViews, 'list' | 'loaded'>,
): TableStateControl {
  const language = useLanguage();
  const own = useMemo(
    () =>
      list.views.map(({ id, name, content, revision }): AnyView => ({
        id,
        name,
        content,
        revision,
        isOwn: true,
      })),
    [list.views],
  );
  const builtIn = useMemo(
    () =>
      (table === 'sql' ? [] : BUILT_IN_VIEWS[table]).map((view): AnyView => ({
        id: builtInId(view),
        name: view.name[language],
        content: builtInContent(view),
        isOwn: false,
      })),
    [table, language],
  );
  const { earlier, working } = useKept(table);
  const { value, loaded, keep } = working;
  const [rows, wantRows] = useStepMemory<RowsWanted | undefined>(ROWS_MEMORY, undefined);

  const find = (id: string | undefined): AnyView | undefined =>
    id === undefined ? undefined : [...own, ...builtIn].find((view) => view.id === id);
  // A step without changes opens with the table's default view, if there is one.
  const first = rows === undefined ? find(list.defaultId) : undefined;
  const view = first ?? find(value.viewId) ?? builtIn[0];
  const kept = first === undefined ? (value.arrangement ?? earlier.value) : undefined;
  const tableState = useMemo((): TableState => {
    const laid = view === undefined ? undefined : tableStateOf(view.content);
    const { sort, filters, quick } = rows ?? laid ?? ALL_ROWS;
    return { columnState: kept ?? laid?.columnState ?? DEFAULT_COLUMN_STATE, sort, filters, quick };
  }, [view, rows, kept]);
  const { columnState, sort, filters, quick } = tableState;
  useLaidMemory(loaded && listed && rows === undefined ? tableState : undefined);
  const basis =
    (first === undefined && value.viewId === view?.id ? value.basis : undefined) ?? view?.revision;
  const keepColumns = (
    of: Partial<Pick<AnyView, 'id' | 'revision'>>,
    next: ColumnState,
    left: LeftColumns,
  ): void =>
    keep({
      ...(of.id === undefined ? {} : { viewId: of.id }),
      ...(of.revision === undefined ? {} : { basis: of.revision }),
      arrangement: next,
      left,
    });
  /** The view with the revision that the state is based on. */
  const based = { ...(view && { id: view.id }), ...(basis !== undefined && { revision: basis }) };
  /** With the columns of a view, if they differ from those saved. */
  const withUnsaved = (left: LeftColumns, { id, content }: AnyView, columns: ColumnState): LeftColumns => {
    const saved = tableStateOf(content);
    const isLeft = isChanged(content, { ...saved, columnState: columns }, content.query, all);
    return withLeft(left, id, isLeft ? columns : undefined);
  };
  /** With those of the view that was used last, if the table opened with its default view instead. */
  const leftBefore = (): LeftColumns => {
    const { left = NOTHING_LEFT, arrangement } = value;
    const last = first === undefined || first.id === value.viewId ? undefined : find(value.viewId);
    return last === undefined || arrangement === undefined ? left : withUnsaved(left, last, arrangement);
  };
  return {
    tableState,
    loaded: loaded && earlier.loaded && listed,
    own,
    builtIn,
    view,
    basis,
    isChanged: view !== undefined && isChanged(view.content, tableState, query, all),
    setColumnState: (next) => {
      keepColumns(based, next, leftBefore());
      wantRows({ sort, filters, quick });
    },
    want: (part) => {
      if (first !== undefined) keepColumns(first, columnState, leftBefore());
      wantRows({ sort, filters, quick, ...part });
    },
    choose: (chosen, elsewhere) => {
      const next = tableStateOf(chosen.content);
      const before = leftBefore();
      const columns = chosen.id === view?.id ? undefined : before[chosen.id];
      const left = view === undefined ? before : withUnsaved(before, view, columnState);
      keepColumns(chosen, columns ?? next.columnState, withLeft(left, chosen.id, undefined));
      if (!elsewhere) wantRows({ sort: next.sort, filters: next.filters, quick: next.quick });
    },
    nowIs: (saved) => {
      keepColumns(saved, columnState, withLeft(leftBefore(), saved.id, undefined));
      wantRows({ sort, filters, quick });
    },
  };
}
