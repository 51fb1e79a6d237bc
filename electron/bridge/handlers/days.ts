// The window's procedures for the racing calendar.

import type { RaceDays } from '../../results/race-days.ts';
import type { Implementer } from '../implementer.ts';

export function daysHandlers(os: Implementer['days'], raceDays: RaceDays) {
  return {
    list: os.list.handler(({ input, signal }) => raceDays.list(input.from, input.to, signal)),
    stored: os.stored.handler(({ input }) => raceDays.stored(input.table)),
  };
}
