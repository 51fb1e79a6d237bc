// What the user does with views, by the bar's buttons or the palette: one action at a time, and a note on its outcome.

import { useCallback, useRef, useState } from 'react';
import type { StoredView, ViewList } from '#shared/bridge/views.ts';
import { sameContent, type SavedLayout, type SavedView } from '#shared/saved-views/view.ts';
import { readViews, type ReadViews } from '#shared/saved-views/views-file.ts';
import { contentOf, tableStateOf, sameQuery, type TableFilter, type RowsWanted } from '../table-state.ts';
import type { AnyView, TableStateControl } from '../use-table-state.ts';
import type { ResultCode } from '../result-table.ts';
import { useLatest } from '../../../components/use-latest.ts';
import { textOfFile } from '../../../client/text-of-file.ts';
import { withoutRevision, type Overwrite, type SavedOver } from './save-view.ts';
import type { SavedViews } from './use-views.ts';

type Problem = Extract<ReadViews, { ok: false }>;

/** The note under the bar, until it is closed or another action starts. */
export type ViewNote =
  | { readonly kind: 'removed'; readonly view: SavedView; readonly wasDefault: boolean }
  /** Another window has changed or deleted the view that was saved. */
  | {
      readonly kind: 'elsewhere';
      readonly elsewhere: NonNullable<SavedOver['elsewhere']>;
      /** The name under which this one is saved. */
      readonly own: string;
    }
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
      /** How many views and layouts of the file were there already. */
      readonly present: number;
      /** How many tables other than this one got views. */
      readonly others: number;
    }
  | { readonly kind: 'unreadable'; readonly problem: Problem };

export type ViewDialog = 'none' | 'saveAs' | 'rename' | 'freeze' | 'layouts';

interface Options {
  readonly table: ResultCode;
  readonly views: SavedViews;
  readonly state: TableStateControl;
  /** The query of the table. */
  readonly query: TableFilter | undefined;
  /** Columns in screen order: what a layout freezes. */
  readonly names: readonly string[];
  /** Runs another query, as a step of its own that begins with these rows. */
  readonly openQuery: (query: TableFilter, rows: RowsWanted) => void;
}

const ownOf = (list: ViewList, id: string | undefined): StoredView | undefined =>
  list.views.find((view) => view.id === id);

const renaming = (own: StoredView, name: string): Overwrite => ({
  view: { ...withoutRevision(own), name },
  basis: own.revision,
  listed: own,
});

const elsewhereNote = ({ view, elsewhere }: SavedOver): ViewNote | undefined =>
  elsewhere && { kind: 'elsewhere', elsewhere, own: view.name };

/** The dialog and the note; `attempt` runs an action whose failure is in `views.failed`. */
function useNotes(views: SavedViews) {
  const [dialog, setDialog] = useState<ViewDialog>('none');
  const [note, setNote] = useState<ViewNote>();
  const last = useRef(0);
  const attempt = useCallback(
    (act: () => Promise<ViewNote | undefined>): void => {
      setNote(undefined);
      views.forgetFailure();
      const mine = (last.current += 1);
      // An earlier action may end later: its outcome does not replace the one of this, nor the way to undo it.
      act().then(
        (outcome) => setNote((shown) => (mine === last.current ? outcome : shown)),
        () => undefined,
      );
    },
    [views],
  );
  const close = useCallback(() => {
    setDialog('none');
    views.forgetFailure();
  }, [views]);
  return {
    dialog,
    note,
    attempt,
    close,
    clearNote: () => setNote(undefined),
    open: (which: ViewDialog) => {
      views.forgetFailure();
      setDialog(which);
    },
    forget: () => {
      setNote(undefined);
      views.forgetFailure();
    },
  };
}

type Notes = ReturnType<typeof useNotes>;

/** What the state becomes when an action ends: the user may go on meanwhile. */
interface Adopting {
  /** The state as it is then is the view, unless another view was chosen meanwhile. */
  readonly begin: () => TableStateControl['nowIs'];
  /** Another view is chosen. */
  readonly stop: () => void;
}

function useAdopting({ nowIs }: TableStateControl): Adopting {
  const latest = useLatest(nowIs);
  const choices = useRef(0);
  return {
    begin: () => {
      const before = choices.current;
      return (view) => {
        if (choices.current === before) latest(view);
      };
    },
    stop: () => {
      choices.current += 1;
    },
  };
}

/** Freezing layouts, and files of views and layouts. */
const fileActions = ({ table, views, names }: Options, { attempt, close }: Notes) => ({
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
      const read = readViews(await textOfFile(file));
      if (!read.ok) return { kind: 'unreadable', problem: read };
      const added = await views.adopt(read.file);
      const others = new Set(added.views.map((each) => each.table).filter((each) => each !== table)).size;
      return { kind: 'adopted', ...added, views: added.views.length, others };
    }),
});

/** Saving, renaming, removing and choosing the default of the user's own views. */
function savingActions({ table, views, state, query }: Options, notes: Notes, { begin }: Adopting) {
  const { attempt, close } = notes;
  const { view, tableState } = state;
  const own = ownOf(views.list, view?.id);
  const isDefault = view !== undefined && views.list.defaultId === view.id;
  const restoreView = (removed: SavedView, wasDefault: boolean): void =>
    attempt(async () => {
      const nowIs = begin();
      const restored = await views.save(removed);
      if (wasDefault) await views.restoreDefault(removed.id);
      nowIs(restored);
      return undefined;
    });
  const restoreLayout = (layout: SavedLayout): void =>
    attempt(async () => {
      await views.restoreLayout(layout);
      return undefined;
    });
  return {
    own,
    isDefault,
    save: () => {
      if (own === undefined) return notes.open('saveAs');
      attempt(async () => {
        const nowIs = begin();
        const content = contentOf(tableState, own.content.query === undefined ? undefined : query);
        const view = { ...withoutRevision(own), content };
        const saved = await views.saveOver({ view, basis: state.basis, listed: own });
        nowIs(saved.view);
        return elsewhereNote(saved);
      });
    },
    /** A view that has the name already is overwritten. */
    saveAs: (name: string, keepsQuery: boolean) =>
      attempt(async () => {
        if (table === 'sql') return undefined;
        const nowIs = begin();
        const replaced = views.list.views.find((each) => each.name === name);
        const id = replaced?.id ?? crypto.randomUUID();
        const content = contentOf(tableState, keepsQuery ? query : undefined);
        nowIs(await views.save({ id, table, name, content }, replaced?.revision));
        close();
        return undefined;
      }),
    rename: (name: string) =>
      attempt(async () => {
        const nowIs = begin();
        const renamed = own && (await views.saveOver(renaming(own, name)));
        // Columns or rows that another window saved are not the ones shown here.
        if (renamed && own.revision === state.basis && sameContent(renamed.view.content, own.content))
          nowIs(renamed.view);
        close();
        return renamed && elsewhereNote(renamed);
      }),
    remove: () => {
      if (own === undefined) return;
      attempt(async () => {
        await views.remove(own.id, own.revision);
        return { kind: 'removed', view: withoutRevision(own), wasDefault: isDefault };
      });
    },
    undo: () => {
      if (notes.note?.kind === 'removed') restoreView(notes.note.view, notes.note.wasDefault);
      else if (notes.note?.kind === 'layoutRemoved') restoreLayout(notes.note.layout);
    },
    makeDefault: () =>
      attempt(async () => {
        if (view !== undefined) await (isDefault ? views.removeDefault(view.id) : views.setDefault(view.id));
        return undefined;
      }),
  };
}

export function useViewActions(options: Options) {
  const { views, state, query, openQuery } = options;
  const notes = useNotes(views);
  const adopting = useAdopting(state);
  /** Applies a view; if it stores another query, on the step that runs it. */
  const apply = (chosen: AnyView): void => {
    const wanted = chosen.content.query;
    const isElsewhere = wanted !== undefined && (query === undefined || !sameQuery(wanted, query));
    adopting.stop();
    state.choose(chosen, isElsewhere);
    if (!isElsewhere) return;
    const { sort, filters, quick } = tableStateOf(chosen.content);
    openQuery(wanted, { sort, filters, quick });
  };
  const { attempt: _attempt, clearNote, ...shown } = notes;
  return {
    ...shown,
    ...savingActions(options, notes, adopting),
    ...fileActions(options, notes),
    choose: (chosen: AnyView) => {
      clearNote();
      apply(chosen);
    },
    /** Back to what is saved. */
    restore: () => {
      if (state.view !== undefined) apply(state.view);
    },
  };
}

export type ViewActions = ReturnType<typeof useViewActions>;
