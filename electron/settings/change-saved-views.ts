// The changes of the saved views: save, remove, freeze, import from a file. Pure.

import type { StoredView, ViewList } from '#shared/bridge/views.ts';
import type { BrowsableCode } from '#shared/catalogue/browsable.ts';
import { RailbirdError } from '#shared/errors.ts';
import {
  freeName,
  LAST_VERSION,
  MOST_VIEWS,
  type SavedLayout,
  type SavedView,
} from '#shared/saved-views/view.ts';
import type { ViewsFile as Handed } from '#shared/saved-views/views-file.ts';
import { requireBasis, revisionOf } from '../files/revision.ts';
import type { ViewsState } from './saved-views-store.ts';

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name.localeCompare(b.name, 'ja', { numeric: true });

export const storedView = (view: SavedView): StoredView => ({ ...view, revision: revisionOf(view) });

export function listOf({ views, layouts, defaults }: ViewsState, table: BrowsableCode): ViewList {
  const defaultId = defaults[table];
  return {
    views: views
      .filter((view) => view.table === table)
      .toSorted(byName)
      .map(storedView),
    layouts: layouts
      .filter((layout) => layout.table === table)
      .toSorted((a, b) => byName(a, b) || b.version - a.version),
    ...(defaultId === undefined ? {} : { defaultId }),
  };
}

/**
 * `basis`: the revision of the view that was changed; undefined for a new one. Errors: CHANGED_ELSEWHERE;
 * VIEW_NAME_TAKEN if another view of the table has the name; TOO_MANY_VIEWS.
 */
export function withView(state: ViewsState, view: SavedView, basis?: string): ViewsState {
  const before = state.views.find(({ id }) => id === view.id);
  const stored = before && revisionOf(before);
  requireBasis({ name: before?.name ?? view.name, stored, basis, wanted: revisionOf(view) });
  const others = state.views.filter(({ id }) => id !== view.id);
  if (others.some(({ table, name }) => table === view.table && name === view.name))
    throw new RailbirdError('VIEW_NAME_TAKEN', { name: view.name });
  return { ...state, views: bounded([...others, view]) };
}

/** A view that is gone already stays gone. Errors: CHANGED_ELSEWHERE. */
export function withoutView(state: ViewsState, id: string, basis: string): ViewsState {
  const before = state.views.find((view) => view.id === id);
  if (before !== undefined) requireBasis({ name: before.name, stored: revisionOf(before), basis });
  return {
    ...state,
    views: state.views.filter((view) => view.id !== id),
    defaults: Object.fromEntries(Object.entries(state.defaults).filter(([, chosen]) => chosen !== id)),
  };
}

export function withDefault(state: ViewsState, table: BrowsableCode, id: string | undefined): ViewsState {
  const { [table]: _before, ...others } = state.defaults;
  return { ...state, defaults: id === undefined ? others : { ...others, [table]: id } };
}

/**
 * The layout that freezing creates: version 1, or the one after the newest of that name. Errors: NO_FURTHER_VERSION.
 */
export function frozen(state: ViewsState, wanted: Omit<SavedLayout, 'version'>): SavedLayout {
  const versions = state.layouts
    .filter(({ table, name }) => table === wanted.table && name === wanted.name)
    .map(({ version }) => version);
  const version = Math.max(0, ...versions) + 1;
  if (version > LAST_VERSION)
    throw new RailbirdError('NO_FURTHER_VERSION', { most: LAST_VERSION, name: wanted.name });
  return { ...wanted, version };
}

/** Errors: TOO_MANY_VIEWS. */
export function withLayout(state: ViewsState, layout: SavedLayout): ViewsState {
  return { ...state, layouts: bounded([...state.layouts.filter(({ id }) => id !== layout.id), layout]) };
}

export const withoutLayout = (state: ViewsState, id: string): ViewsState => ({
  ...state,
  layouts: state.layouts.filter((layout) => layout.id !== id),
});

export interface Adopted {
  readonly state: ViewsState;
  readonly views: readonly Pick<SavedView, 'table' | 'name'>[];
  readonly layouts: number;
  readonly renamed: number;
}

/**
 * Imports everything in a file beside the existing views. A layout that already exists with the same columns is not
 * duplicated; one whose name and version belong to other columns gets another name, since a version never changes.
 * Errors: TOO_MANY_VIEWS.
 */
export function adopted(state: ViewsState, file: Handed, newId: () => string): Adopted {
  const namesOf = (list: readonly Pick<SavedView, 'table' | 'name'>[], table: BrowsableCode): Set<string> =>
    new Set(list.filter((each) => each.table === table).map(({ name }) => name));
  let renamed = 0;
  const views = [...state.views];
  for (const view of file.views) {
    const name = freeName(view.name, namesOf(views, view.table));
    if (name !== view.name) renamed += 1;
    views.push({ ...view, name, id: newId() });
  }
  const layouts = [...state.layouts];
  const otherNames = new Map<string, string>();
  for (const layout of file.layouts) {
    const key = `${layout.table} ${layout.name}`;
    const name = otherNames.get(key) ?? layout.name;
    const there = layouts.find(
      (each) => each.table === layout.table && each.name === name && each.version === layout.version,
    );
    if (there === undefined) {
      layouts.push({ ...layout, name, id: newId() });
    } else if (JSON.stringify(there.columns) !== JSON.stringify(layout.columns)) {
      const free = freeName(layout.name, namesOf(layouts, layout.table));
      otherNames.set(key, free);
      renamed += 1;
      layouts.push({ ...layout, name: free, id: newId() });
    }
  }
  return {
    state: { ...state, views: bounded(views), layouts: bounded(layouts) },
    views: views.slice(state.views.length).map(({ table, name }) => ({ table, name })),
    layouts: layouts.length - state.layouts.length,
    renamed,
  };
}

function bounded<Kept>(list: Kept[]): Kept[] {
  if (list.length > MOST_VIEWS) throw new RailbirdError('TOO_MANY_VIEWS', { most: MOST_VIEWS });
  return list;
}
