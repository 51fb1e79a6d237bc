// Adds the views and layouts of a file to the saved ones. Pure.

import type { BrowsableCode } from '#shared/catalogue/browsable.ts';
import { freeName, isFormOf, sameContent, type SavedView } from '#shared/saved-views/view.ts';
import type { ViewsFile } from '#shared/saved-views/views-file.ts';
import { bounded, standingOf, withLayout } from './change-saved-views.ts';
import type { ViewsState } from './saved-views-store.ts';

type FileView = ViewsFile['views'][number];
type FileLayout = ViewsFile['layouts'][number];

export interface Adopted {
  readonly state: ViewsState;
  readonly views: readonly Pick<SavedView, 'table' | 'name'>[];
  readonly layouts: number;
  /** How many names got a number. */
  readonly renamed: number;
  /** How many views and layouts of the file were stored already. */
  readonly present: number;
}

/** `overwrites`: a view takes the place of the stored one of its name, if there is one. */
type AdoptedFile = ViewsFile & { readonly overwrites?: boolean | undefined };

/**
 * Adds what a file has and the state lacks, so importing a file again adds nothing. A name in use gets a number, unless
 * its view is overwritten; so does that of a layout of which a version belongs to other columns, since a version never
 * changes. Errors: TOO_MANY_VIEWS.
 */
export function adopted(before: ViewsState, file: AdoptedFile, newId: () => string): Adopted {
  const { stored, changed, others } =
    file.overwrites === true
      ? overwritten(before.views, file.views)
      : { stored: before.views, changed: [], others: file.views };
  const added = newViews(stored, others);
  const views = [...changed.map((view) => ({ view, name: view.name })), ...added];
  let state: ViewsState = {
    ...before,
    views: bounded([...stored, ...added.map(({ view, name }) => ({ ...view, name, id: newId() }))]),
  };
  let renamed = views.filter(({ view, name }) => name !== view.name).length;
  for (const lineage of lineagesOf(file.layouts)) {
    const name = nameFor(state, lineage, file.layouts);
    const count = state.layouts.length;
    for (const layout of lineage.versions) state = withLayout(state, { ...layout, name, id: newId() });
    if (name !== lineage.name && state.layouts.length > count) renamed += 1;
  }
  const layouts = state.layouts.length - before.layouts.length;
  return {
    state,
    views: views.map(({ view: { table }, name }) => ({ table, name })),
    layouts,
    renamed,
    present: file.views.length + file.layouts.length - views.length - layouts,
  };
}

const placeOf = ({ table, name }: Pick<FileView, 'table' | 'name'>): string => `${table} ${name}`;

/**
 * The stored views with the content of those of their names, which of these changed one, and the others. Of two views of
 * one name the last counts, as if they came in two files: no file of Railbird's has any.
 */
function overwritten(
  before: readonly SavedView[],
  wanted: readonly FileView[],
): {
  readonly stored: readonly SavedView[];
  readonly changed: readonly FileView[];
  readonly others: readonly FileView[];
} {
  const latest = new Map(wanted.map((view) => [placeOf(view), view]));
  const taken = new Set(before.map(placeOf));
  const changed: FileView[] = [];
  const stored = before.map((view) => {
    const wantedHere = latest.get(placeOf(view));
    if (wantedHere === undefined || sameContent(view.content, wantedHere.content)) return view;
    changed.push(wantedHere);
    return { ...view, content: wantedHere.content };
  });
  return { stored, changed, others: [...latest.values()].filter((view) => !taken.has(placeOf(view))) };
}

/** The views that are not stored yet, not even under the number that an earlier import gave them. */
function newViews(
  stored: readonly FileView[],
  wanted: readonly FileView[],
): readonly { readonly view: FileView; readonly name: string }[] {
  const added: { readonly view: FileView; readonly name: string }[] = [];
  const all = [...stored];
  for (const view of wanted) {
    const ofTable = all.filter(({ table }) => table === view.table);
    if (ofTable.some(({ name, content }) => isFormOf(name, view.name) && sameContent(content, view.content)))
      continue;
    const name = freeName(view.name, new Set(ofTable.map((each) => each.name)));
    added.push({ view, name });
    all.push({ ...view, name });
  }
  return added;
}

/** Layouts of one table and name, which stay together under one name. */
interface Lineage {
  readonly table: BrowsableCode;
  readonly name: string;
  /** Each number with one set of columns. */
  readonly versions: FileLayout[];
}

function lineagesOf(layouts: readonly FileLayout[]): readonly Lineage[] {
  const lineages: Lineage[] = [];
  for (const layout of layouts) {
    const { table, name, version } = layout;
    const lineage = lineages.find(
      (each) =>
        each.table === table &&
        each.name === name &&
        // A file may have one version twice.
        !each.versions.some((other) => other.version === version && !hasSameColumns(other, layout)),
    );
    if (lineage === undefined) lineages.push({ table, name, versions: [layout] });
    else lineage.versions.push(layout);
  }
  return lineages;
}

const hasSameColumns = (a: FileLayout, b: FileLayout): boolean =>
  JSON.stringify(a.columns) === JSON.stringify(b.columns);

/** A name under which none of the versions belongs to other columns: their own, an earlier import's, or a free one. */
function nameFor(
  state: ViewsState,
  { table, name, versions }: Lineage,
  ofFile: readonly FileLayout[],
): string {
  const standingsAs = (as: string) => versions.map((layout) => standingOf(state, { ...layout, name: as }));
  if (!standingsAs(name).includes('taken')) return name;
  const namesIn = (list: readonly Pick<FileLayout, 'table' | 'name'>[]) =>
    list.filter((each) => each.table === table).map((each) => each.name);
  const known = namesIn([...state.layouts, ...state.retired]);
  const earlier = known.find((each) => {
    if (!isFormOf(each, name)) return false;
    const standings = standingsAs(each);
    return !standings.includes('taken') && standings.some((standing) => standing !== 'free');
  });
  return earlier ?? freeName(name, new Set([...known, ...namesIn(ofFile)]));
}
