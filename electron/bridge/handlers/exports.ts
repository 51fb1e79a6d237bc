// Exports: the window starts, watches and cancels them; the main process writes them.

import type { Exports } from '../../exports/exports.ts';
import type { Implementer } from '../implementer.ts';

export function exportsHandlers(os: Implementer['exports'], exports: Exports) {
  return {
    start: os.start.handler(({ input }) => ({ exportId: exports.start(input) })),
    watch: os.watch.handler(({ input, signal }) => exports.watch(input.exportId, signal)),
    cancel: os.cancel.handler(async ({ input }) => {
      await exports.cancel(input.exportId);
      return {};
    }),
  };
}
