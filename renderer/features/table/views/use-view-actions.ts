// What a person does with views, for the bar's buttons and the palette alike: one at a time, with a word on how it went.

import { useCallback, useState } from 'react';
import type { ViewList } from '#shared/bridge/views.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { SavedLayout, SavedView } from '#shared/saved-views/view.ts';
import { readViews, type ReadViews } from '#shared/saved-views/views-file.ts';
import { contentOf, tableStateOf, sameQuery, type TableFilter, type RowsWanted } from '../table-state.ts';
import type { AnyView, TableStateControl } from '../use-table-state.ts';
import type { SavedViews } from './use-views.ts';

type Problem = Extract<ReadViews, { ok: false }>;

/** What stands under the bar until it is closed or something else is done. */
export type ViewNote =
  | { readonly kind: 'removed'; readonly view: SavedView; readonly wasDefault: boolean }
  | { readonly kind: 'layoutRemoved'; readonly layout: SavedLayout }
  | { readonly kind: 'frozen'; readonly layout: SavedLayout }
  | {
      readonly kind: 'written';
      readonly path: string;
      readonly download?: string | undefined;
      readonly views: number;
      readonly layouts: number;
    }
  | {
      readonly kind: 'adopted';
      readonly views: number;
      readonly layouts: number;
      readonly renamed: number;
      /** Tables other than this one that got views. */
      readonly others: number;
    }
  | { readonly kind: 'unreadable'; readonly problem: Problem };

export type ViewDialog = 'none' | 'saveAs' | 'rename' | 'freeze' | 'layouts';

interface Options {
  readonly table: TableCode;
  readonly views: SavedViews;
  readonly state: TableStateControl;
  /** What the table was asked for. */
  readonly query: TableFilter | undefined;
  /** Columns on screen, in their order: what a layout freezes. */
  readonly names: readonly string[];
  /** Asks another question, as a step of its own that begins with these rows. */
  readonly ask: (query: TableFilter, rows: RowsWanted) => void;
}

const ownOf = (list: ViewList, id: string | undefined): SavedView | undefined =>
  list.views.find((view) => view.id === id);

export function useViewActions({ table, views, state, query, names, ask }: Options) {
  const [dialog, setDialog] = useState<ViewDialog>('none');
  const [note, setNote] = useState<ViewNote>();
  const { view, tableState } = state;
  const own = ownOf(views.list, view?.id);
  const isDefault = view !== undefined && views.list.defaultId === view.id;

  /** Failures stand in `views.failed`; here they end what was begun. */
  const attempt = useCallback(
    (act: () => Promise<ViewNote | undefined>): void => {
      setNote(undefined);
      views.forgetFailure();
      act().then(setNote, () => undefined);
    },
    [views],
  );
  const close = useCallback(() => setDialog('none'), []);
  /** Lays the tableState out; where the view keeps another question, on the step that asks it. */
  const lay = (chosen: AnyView): void => {
    const wanted = chosen.content.query;
    const isElsewhere = wanted !== undefined && (query === undefined || !sameQuery(wanted, query));
    state.choose(chosen, isElsewhere);
    if (!isElsewhere) return;
    const { sort, filters, quick } = tableStateOf(chosen.content);
    ask(wanted, { sort, filters, quick });
  };

  return {
    dialog,
    note,
    own,
    isDefault,
    open: (which: ViewDialog) => {
      views.forgetFailure();
      setDialog(which);
    },
    close,
    forget: () => {
      setNote(undefined);
      views.forgetFailure();
    },
    choose: (chosen: AnyView) => {
      setNote(undefined);
      lay(chosen);
    },
    /** Back to what is saved. */
    restore: () => {
      if (view !== undefined) lay(view);
    },
    save: () => {
      if (own === undefined) return setDialog('saveAs');
      attempt(async () => {
        const content = contentOf(tableState, own.content.query === undefined ? undefined : query);
        await views.save({ ...own, content });
        state.nowIs(own.id);
        return undefined;
      });
    },
    /** Under a name that another view has, that view is saved over. */
    saveAs: (name: string, keepsQuery: boolean) =>
      attempt(async () => {
        const id = views.list.views.find((each) => each.name === name)?.id ?? crypto.randomUUID();
        await views.save({ id, table, name, content: contentOf(tableState, keepsQuery ? query : undefined) });
        state.nowIs(id);
        close();
        return undefined;
      }),
    rename: (name: string) =>
      attempt(async () => {
        if (own !== undefined) await views.save({ ...own, name });
        close();
        return undefined;
      }),
    remove: () => {
      if (own === undefined) return;
      attempt(async () => {
        await views.remove(own.id);
        return { kind: 'removed', view: own, wasDefault: isDefault };
      });
    },
    undo: () => {
      if (note?.kind === 'removed') {
        const { view: back, wasDefault } = note;
        attempt(async () => {
          await views.save(back);
          if (wasDefault) await views.setDefault(back.id);
          state.nowIs(back.id);
          return undefined;
        });
      } else if (note?.kind === 'layoutRemoved') {
        const { layout } = note;
        attempt(async () => {
          await views.keepLayout(layout);
          return undefined;
        });
      }
    },
    makeDefault: () =>
      attempt(async () => {
        await views.setDefault(isDefault ? undefined : view?.id);
        return undefined;
      }),
    freeze: (name: string) =>
      attempt(async () => {
        const layout = await views.freeze(name, names);
        close();
        return { kind: 'frozen', layout };
      }),
    removeLayout: (layout: SavedLayout) =>
      attempt(async () => {
        await views.removeLayout(layout.id);
        return { kind: 'layoutRemoved', layout };
      }),
    write: (all: boolean) =>
      attempt(async () => {
        const { path, ...written } = await views.write(all);
        return path === undefined ? undefined : { kind: 'written', path, ...written };
      }),
    read: (file: File) =>
      attempt(async () => {
        const read = readViews(await file.text());
        if (!read.ok) return { kind: 'unreadable', problem: read };
        const added = await views.adopt(read.file);
        const others = new Set(added.views.map((each) => each.table).filter((each) => each !== table)).size;
        return { kind: 'adopted', ...added, views: added.views.length, others };
      }),
  };
}

export type ViewActions = ReturnType<typeof useViewActions>;
