// Saving a view that another window may have changed meanwhile: what changed there and here is kept.

import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { StoredView } from '#shared/bridge/views.ts';
import { freeName, type SavedView } from '#shared/saved-views/view.ts';
import { isChangedElsewhere, mergedChanges } from '../../../client/changed-elsewhere.ts';

export interface Overwrite {
  readonly view: SavedView;
  /** The revision of the view that it was made from. */
  readonly basis: string | undefined;
  /** The view as it was listed last. */
  readonly listed: StoredView;
}

export interface SavedOver {
  readonly view: StoredView;
  /** What another window did to the view that was changed here. */
  readonly elsewhere?: { readonly did: 'change' | 'delete'; readonly name: string };
}

/** A view that another window has changed in the same way stays as it is there: this one gets a name of its own. */
export async function saveOver(
  client: Pick<BridgeClient, 'views'>,
  { view, basis, listed }: Overwrite,
): Promise<SavedOver> {
  try {
    return { view: await client.views.save({ ...view, basis }) };
  } catch (error) {
    if (!isChangedElsewhere(error)) throw error;
  }
  const { views } = await client.views.list({ table: view.table });
  const found = views.find(({ id }) => id === view.id);
  if (found === undefined)
    return { view: await client.views.save(view), elsewhere: { did: 'delete', name: view.name } };
  const theirs = withoutRevision(found);
  const merged = listed.revision === basis ? mergedChanges(withoutRevision(listed), view, theirs) : undefined;
  if (merged !== undefined) return { view: await client.views.save({ ...merged, basis: found.revision }) };
  const name = freeName(view.name, new Set(views.map((each) => each.name)));
  const copy = await client.views.save({ ...view, id: crypto.randomUUID(), name });
  return { view: copy, elsewhere: { did: 'change', name: found.name } };
}

export function withoutRevision({ revision: _revision, ...view }: StoredView): SavedView {
  return view;
}
