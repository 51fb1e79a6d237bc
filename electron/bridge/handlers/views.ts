// Named views and frozen layouts: the window's procedures for the file that stores them.

import type { SavedLayout } from '#shared/saved-views/view.ts';
import type { Destination } from '../../exports/destination.ts';
import { adopted, type Adopted } from '../../settings/adopt-views.ts';
import {
  frozen,
  listOf,
  storedView,
  withDefault,
  withLayout,
  withoutLayout,
  withoutView,
  withView,
} from '../../settings/change-saved-views.ts';
import type { SavedViewsStore } from '../../settings/saved-views-store.ts';
import { writeViewsFile } from '../../settings/write-saved-views.ts';
import type { Implementer } from '../implementer.ts';

export interface ViewsParts {
  readonly file: SavedViewsStore;
  readonly newId: () => string;
  readonly destination: Destination;
  /** Allows the window to download a file; returns the address for it. */
  readonly offer: (path: string) => string;
}

export function viewsHandlers(os: Implementer['views'], { file, newId, destination, offer }: ViewsParts) {
  return {
    list: os.list.handler(async ({ input }) => listOf(await file.read(), input.table)),
    save: os.save.handler(async ({ input }) => {
      const { basis, ...view } = input;
      await file.update((state) => withView(state, view, basis));
      return storedView(view);
    }),
    remove: os.remove.handler(async ({ input }) => {
      await file.update((state) => withoutView(state, input.id, input.basis));
      return {};
    }),
    setDefault: os.setDefault.handler(async ({ input }) => {
      await file.update((state) => withDefault(state, input));
      return {};
    }),
    freeze: os.freeze.handler(async ({ input }) => {
      const wanted = { ...input, id: newId() };
      // Another process may have frozen the same name meanwhile: the version follows from what is on disk.
      let layout: SavedLayout = { ...wanted, version: 1 };
      await file.update((state) => {
        layout = frozen(state, wanted);
        return withLayout(state, layout);
      });
      return layout;
    }),
    restoreLayout: os.restoreLayout.handler(async ({ input }) => {
      await file.update((state) => withLayout(state, input));
      return {};
    }),
    removeLayout: os.removeLayout.handler(async ({ input }) => {
      await file.update((state) => withoutLayout(state, input.id));
      return {};
    }),
    write: os.write.handler(async ({ input }) => {
      const { path, fetched, views, layouts } = await writeViewsFile(await file.read(), input, destination);
      return {
        views,
        layouts,
        ...(path === undefined ? {} : { path }),
        ...(path === undefined || !fetched ? {} : { download: offer(path) }),
      };
    }),
    adopt: os.adopt.handler(async ({ input }) => {
      let outcome: Omit<Adopted, 'state'> = { views: [], layouts: 0, renamed: 0, present: 0 };
      await file.update((before) => {
        const { state, ...counted } = adopted(before, input, newId);
        outcome = counted;
        return state;
      });
      return { ...outcome, views: [...outcome.views] };
    }),
  };
}
