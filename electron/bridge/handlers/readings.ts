// What the app has learned about the connected service.

import type { Learnings } from '../../downloads/fetch/service-readings.ts';
import type { Implementer } from '../implementer.ts';

export function readingsHandlers(os: Implementer['readings'], learnings: Learnings) {
  return {
    list: os.list.handler(() => learnings.list()),
    forget: os.forget.handler(async () => {
      await learnings.forget();
      return learnings.list();
    }),
  };
}
