// Notices about damaged and quarantined files, until the user dismisses them.

import type { Notices } from '../../files/notices.ts';
import type { Implementer } from '../implementer.ts';

export function noticesHandlers(os: Implementer['notices'], notices: Notices) {
  return {
    watch: os.watch.handler(({ signal }) => notices.watch(signal)),
    dismiss: os.dismiss.handler(async ({ input }) => {
      await notices.dismiss(input.id);
      return {};
    }),
  };
}
