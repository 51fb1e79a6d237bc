// Named views and frozen layouts: the window's road to the file that keeps them.

import type { Destination } from '../../exports/destination.ts';
import {
  adopted,
  frozen,
  listOf,
  withDefault,
  withLayout,
  withoutLayout,
  withoutView,
  withView,
} from '../../views/change-views.ts';
import type { ViewsFile } from '../../views/views-store.ts';
import { writeViewsFile } from '../../views/write-views.ts';
import type { Implementer } from '../implementer.ts';

export interface ViewsParts {
  readonly file: ViewsFile;
  readonly newId: () => string;
  readonly destination: Destination;
  /** Lets the window fetch a file; the address from which it does. */
  readonly offer: (path: string) => string;
}

export function viewsHandlers(os: Implementer['views'], { file, newId, destination, offer }: ViewsParts) {
  return {
    list: os.list.handler(({ input }) => listOf(file.state, input.table)),
    save: os.save.handler(async ({ input }) => {
      await file.update((state) => withView(state, input));
      return {};
    }),
    remove: os.remove.handler(async ({ input }) => {
      await file.update((state) => withoutView(state, input.id));
      return {};
    }),
    setDefault: os.setDefault.handler(async ({ input }) => {
      await file.update((state) => withDefault(state, input.table, input.id));
      return {};
    }),
    freeze: os.freeze.handler(async ({ input }) => {
      const layout = frozen(file.state, { ...input, id: newId() });
      await file.update((state) => withLayout(state, layout));
      return layout;
    }),
    keepLayout: os.keepLayout.handler(async ({ input }) => {
      await file.update((state) => withLayout(state, input));
      return {};
    }),
    removeLayout: os.removeLayout.handler(async ({ input }) => {
      await file.update((state) => withoutLayout(state, input.id));
      return {};
    }),
    write: os.write.handler(async ({ input }) => {
      const { path, fetched, views, layouts } = await writeViewsFile(file.state, input, destination);
      return {
        views,
        layouts,
        ...(path === undefined ? {} : { path }),
        ...(path === undefined || !fetched ? {} : { download: offer(path) }),
      };
    }),
    adopt: os.adopt.handler(async ({ input }) => {
      const { state, views, layouts, renamed } = adopted(file.state, input, newId);
      await file.update(() => state);
      return { views: [...views], layouts, renamed };
    }),
  };
}
