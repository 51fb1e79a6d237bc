// The tableState of one step of the way: columns by table, order and filters by step, and the view that they came from.
// Before anyone chose, a table opens with the view that was made its default, or the first that comes with it.

import { useMemo } from 'react';
import { z } from 'zod';
import type { Column } from '#shared/catalogue/column.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
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
  builtInContent,
  deskOf,
  isChanged,
  withLeft,
  type TableState,
  type LeftColumns,
  type TableFilter,
  type RowsWanted,
} from './table-state.ts';
import { useViews, type SavedViews } from './views/use-views.ts';

/** Of a step: the order, filters and search that it was left with. */
export const ROWS_MEMORY = 'rows';

const workingSchema = z.object({
  /** The view that the columns came from; absent: none was chosen yet. */
  viewId: z.string().optional(),
  /** Absent: as the view has them. */
  arrangement: columnStateSchema.optional(),
  /** As they were left in other views, unsaved. */
  left: z.record(z.string(), columnStateSchema).optional(),
});

/** What was kept before there were views. */
const earlierSchema = columnStateSchema.optional();

const NOTHING_CHOSEN: z.infer<typeof workingSchema> = {};

const NOTHING_LEFT: LeftColumns = {};

/** A view of a person's own, or one that comes with the table. */
export interface AnyView {
  readonly id: string;
  readonly name: string;
  readonly isOwn: boolean;
  readonly content: ViewContent;
}

export interface DeskState {
  readonly tableState: TableState;
  /** Whether what was kept is here: until then nothing is drawn, so that nothing jumps. */
  readonly loaded: boolean;
  readonly own: readonly AnyView[];
  readonly builtIn: readonly AnyView[];
  readonly view: AnyView | undefined;
  readonly isChanged: boolean;
  readonly arrange: (arrangement: ColumnState) => void;
  readonly want: (rows: Partial<RowsWanted>) => void;
  /**
   * Lays the tableState out as the view has it, its columns as they were left there; `elsewhere`, its rows belong to another
   * step than this. The view that is there already is laid out as it was saved.
   */
  readonly choose: (view: AnyView, elsewhere: boolean) => void;
  /** The tableState as it lies is that view from now on. */
  readonly nowIs: (viewId: string) => void;
}

const useKept = (table: TableCode) => ({
  earlier: useRemembered(`columns.${table}`, earlierSchema, undefined),
  working: useRemembered(`tableState.${table}`, workingSchema, NOTHING_CHOSEN),
});

/** Reads what a tableState needs while there are no rows yet, so that they are drawn as soon as they are there. */
export function usePreparedDesk(table: TableCode): void {
  useKept(table);
  useViews(table);
}

export function useTableState(
  table: TableCode,
  all: readonly Column[],
  query: TableFilter | undefined,
  { list, loaded: listed }: Pick<SavedViews, 'list' | 'loaded'>,
): DeskState {
  const language = useLanguage();
  const own = useMemo(
    () => list.views.map(({ id, name, content }): AnyView => ({ id, name, content, isOwn: true })),
    [list.views],
  );
  const builtIn = useMemo(
    () =>
      BUILT_IN_VIEWS[table].map((view): AnyView => ({
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
  // A step that nothing was done at yet opens with the table's default view, where one was chosen.
  const first = rows === undefined ? find(list.defaultId) : undefined;
  const view = first ?? find(value.viewId) ?? builtIn[0];
  const kept = first === undefined ? (value.arrangement ?? earlier.value) : undefined;
  const tableState = useMemo((): TableState => {
    const laid = view === undefined ? undefined : deskOf(view.content);
    const { sort, filters, quick } = rows ?? laid ?? ALL_ROWS;
    return { arrangement: kept ?? laid?.arrangement ?? DEFAULT_COLUMN_STATE, sort, filters, quick };
  }, [view, rows, kept]);
  const { arrangement, sort, filters, quick } = tableState;
  const keepColumns = (viewId: string | undefined, next: ColumnState, left: LeftColumns): void =>
    keep({ ...(viewId === undefined ? {} : { viewId }), arrangement: next, left });
  const { left = NOTHING_LEFT } = value;
  /** With the columns of the view that is there, if they are not as saved. */
  const leftNow = (): LeftColumns => {
    if (view === undefined) return left;
    const saved = deskOf(view.content);
    const isLeft = isChanged(view.content, { ...saved, arrangement }, view.content.query, all);
    return withLeft(left, view.id, isLeft ? arrangement : undefined);
  };
  return {
    tableState,
    loaded: loaded && earlier.loaded && listed,
    own,
    builtIn,
    view,
    isChanged: view !== undefined && isChanged(view.content, tableState, query, all),
    arrange: (next) => {
      keepColumns(view?.id, next, left);
      wantRows({ sort, filters, quick });
    },
    want: (part) => {
      if (first !== undefined) keepColumns(first.id, arrangement, left);
      wantRows({ sort, filters, quick, ...part });
    },
    choose: (chosen, elsewhere) => {
      const next = deskOf(chosen.content);
      const columns = chosen.id === view?.id ? undefined : left[chosen.id];
      keepColumns(chosen.id, columns ?? next.arrangement, withLeft(leftNow(), chosen.id, undefined));
      if (!elsewhere) wantRows({ sort: next.sort, filters: next.filters, quick: next.quick });
    },
    nowIs: (viewId) => {
      keepColumns(viewId, arrangement, withLeft(left, viewId, undefined));
      wantRows({ sort, filters, quick });
    },
  };
}
