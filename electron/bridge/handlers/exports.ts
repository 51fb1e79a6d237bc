// Exports: the window starts, watches and cancels them; the main process writes them.

import type { Exports } from '../../exports/exports.ts';
import {
  savedExportsOf,
  storedExport,
  withoutSavedExport,
  withSavedExport,
  type SavedExportsFile,
} from '../../exports/saved-exports.ts';
import type { OpenResults } from '../../results/results.ts';
import type { Implementer } from '../implementer.ts';

export interface ExportsParts {
  readonly jobs: Exports;
  /** Shows a file in the system's file manager; absent where the window cannot. */
  readonly reveal?: ((path: string) => void) | undefined;
}

export function exportsHandlers(
  os: Implementer['exports'],
  { jobs, reveal }: ExportsParts,
  results: Pick<OpenResults, 'awake'>,
) {
  return {
    start: os.start.handler(async ({ input }) => {
      await results.awake(input.resultId);
      return { exportId: jobs.start(input) };
    }),
    watch: os.watch.handler(({ input, signal }) => jobs.watch(input.exportId, signal)),
    cancel: os.cancel.handler(async ({ input }) => {
      await jobs.cancel(input.exportId);
      return {};
    }),
    reveal: os.reveal.handler(({ input }) => {
      const path = jobs.pathOf(input.exportId);
      if (path === undefined || reveal === undefined) return { shown: false };
      reveal(path);
      return { shown: true };
    }),
  };
}

export function savedExportsHandlers(os: Implementer['savedExports'], file: SavedExportsFile) {
  return {
    list: os.list.handler(async ({ input }) =>
      savedExportsOf(await file.read(), input.table).map(storedExport),
    ),
    save: os.save.handler(async ({ input }) => {
      const { basis, ...saved } = input;
      await file.update((state) => withSavedExport(state, saved, basis));
      return {};
    }),
    remove: os.remove.handler(async ({ input }) => {
      await file.update((state) => withoutSavedExport(state, input.id, input.basis));
      return {};
    }),
  };
}
