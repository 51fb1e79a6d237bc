// The changes of the saved views: save, remove, freeze. Pure.

import type { StoredView, ViewList } from '#shared/bridge/views.ts';
import type { BrowsableCode } from '#shared/catalogue/browsable.ts';
import { RailbirdError } from '#shared/errors.ts';
import {
  LAST_VERSION,
  layoutTitle,
  MOST_VIEWS,
  type SavedLayout,
  type SavedView,
} from '#shared/saved-views/view.ts';
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

interface WantedDefault {
  readonly table: BrowsableCode;
  /** None by default. */
  readonly id?: string | undefined;
  /** Only in place of this one; null for none. */
  readonly over?: string | null | undefined;
}

export function withDefault(state: ViewsState, { table, id, over }: WantedDefault): ViewsState {
  if (over !== undefined && (state.defaults[table] ?? null) !== over) return state;
  const { [table]: _before, ...others } = state.defaults;
  return { ...state, defaults: id === undefined ? others : { ...others, [table]: id } };
}

type LayoutVersion = Pick<SavedLayout, 'table' | 'name' | 'version'>;

const isSameVersion = (a: LayoutVersion, b: LayoutVersion): boolean =>
  a.table === b.table && a.name === b.name && a.version === b.version;

/**
 * The layout that freezing creates: version 1, or the one after the newest that the name ever had. Errors:
 * NO_FURTHER_VERSION.
 */
export function frozen(state: ViewsState, wanted: Omit<SavedLayout, 'version'>): SavedLayout {
  const versions = [...state.layouts, ...state.retired]
    .filter(({ table, name }) => table === wanted.table && name === wanted.name)
    .map(({ version }) => version);
  const version = Math.max(0, ...versions) + 1;
  if (version > LAST_VERSION)
    throw new RailbirdError('NO_FURTHER_VERSION', { most: LAST_VERSION, name: wanted.name });
  return { ...wanted, version };
}

/**
 * What a layout's name and version stand for: these columns, which are `stored` or were `removed`, other columns
 * (`taken`), or nothing yet.
 */
export function standingOf(
  { layouts, retired }: ViewsState,
  layout: Omit<SavedLayout, 'id'>,
): 'stored' | 'removed' | 'taken' | 'free' {
  const columns = revisionOf(layout.columns);
  const stored = layouts.filter((each) => isSameVersion(each, layout));
  if (stored.some((each) => revisionOf(each.columns) === columns)) return 'stored';
  if (stored.length > 0) return 'taken';
  const removed = retired.filter((each) => isSameVersion(each, layout));
  if (removed.length === 0) return 'free';
  return removed.some((each) => each.columns === columns) ? 'removed' : 'taken';
}

/**
 * With a new layout, or one that was removed. Errors: CHANGED_ELSEWHERE if its id or version belongs to other columns;
 * TOO_MANY_VIEWS.
 */
export function withLayout(state: ViewsState, layout: SavedLayout): ViewsState {
  const standing = standingOf(state, layout);
  if (standing === 'stored') return state;
  if (standing === 'taken' || state.layouts.some(({ id }) => id === layout.id))
    throw new RailbirdError('CHANGED_ELSEWHERE', { name: layoutTitle(layout) });
  return {
    ...state,
    layouts: bounded([...state.layouts, layout]),
    retired: state.retired.filter((each) => !isSameVersion(each, layout)),
  };
}

/** Its version remains reserved for its columns. */
export function withoutLayout(state: ViewsState, id: string): ViewsState {
  const layout = state.layouts.find((each) => each.id === id);
  if (layout === undefined) return state;
  const { table, name, version } = layout;
  const columns = revisionOf(layout.columns);
  return {
    ...state,
    layouts: state.layouts.filter((each) => each !== layout),
    retired: [...state.retired, { table, name, version, columns }],
  };
}

/** Errors: TOO_MANY_VIEWS. */
export function bounded<Kept>(list: Kept[]): Kept[] {
  if (list.length > MOST_VIEWS) throw new RailbirdError('TOO_MANY_VIEWS', { most: MOST_VIEWS });
  return list;
}
