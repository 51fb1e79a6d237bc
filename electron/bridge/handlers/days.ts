// The window's procedures for the racing calendar.

import type { RaceDays } from '../../results/race-days.ts';
import type { ReadSheet } from '#shared/bridge/wanted-sheets.ts';
import type { WantedDay } from '../../results/day-page.ts';
import type { Implementer } from '../implementer.ts';

export type DayPageReader = (
  wanted: WantedDay,
  signal: AbortSignal | undefined,
) => Promise<{ sheets: ReadSheet[] }>;

export function daysHandlers(
  os: Implementer['days'],
  { raceDays, page }: { readonly raceDays: RaceDays; readonly page: DayPageReader },
) {
  return {
    page: os.page.handler(({ input, signal }) => page(input, signal)),
    list: os.list.handler(({ input, signal }) => raceDays.list(input.from, input.to, signal)),
    stored: os.stored.handler(({ input }) => raceDays.stored(input.table)),
  };
}
